import { AUTOTRANSPORTE, configuracionesAutotransporte, isPermisoAllowed, isRemolqueAllowed } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { requireAttribute, cpRule, hasAttribute, type CpRule } from './common.js';
import { childOf, childrenOf } from './view.js';

/** A permit of the ministry of transport serves the transport it is given for. */
export const permisoRule = (node: string, transporte: string, es: string, en: string): CpRule<XmlNode> =>
  cpRule(
    `CP-${node}-PermSCT`,
    `El permiso está en c_TipoPermiso y es ${es}.`,
    `The permit is in c_TipoPermiso and is ${en}.`,
    (one) =>
      hasAttribute(one, 'PermSCT') &&
      !isPermisoAllowed(one.attributes['PermSCT'] ?? '', transporte) &&
      placeOf(one, 'PermSCT'),
  );

/** Transport by road. */
export const autotransporteRules: readonly CpRule<XmlNode>[] = [
  permisoRule('Autotransporte', AUTOTRANSPORTE, 'de autotransporte', 'of transport by road'),
  cpRule(
    'CP-Autotransporte-Remolques',
    'Los remolques corresponden a la configuración vehicular, que los exige, los admite o no los lleva.',
    "The trailers fit the vehicle's configuration, which asks for them, takes them or has none.",
    (one) => {
      const key = childOf(one, 'IdentificacionVehicular')?.attributes['ConfigVehicular'] ?? '';
      const remolques = childrenOf(childOf(one, 'Remolques'), 'Remolque').length;
      return (
        configuracionesAutotransporte.find(key) !== undefined &&
        !isRemolqueAllowed(key, remolques) &&
        placeOf(one, 'Remolques')
      );
    },
  ),
  ...(['AseguraMedAmbiente', 'PolizaMedAmbiente'] as const).map((name) =>
    cpRule<XmlNode>(
      `CP-Seguros-${name}`,
      `Con algún material peligroso se registra ${name}, del seguro de daños al medio ambiente.`,
      `With any hazardous material ${name} is given, of the insurance of the environment.`,
      (one, { view }) => {
        const seguros = childOf(one, 'Seguros');
        return seguros !== undefined && requireAttribute(seguros, name, view.peligroso);
      },
    ),
  ),
];
