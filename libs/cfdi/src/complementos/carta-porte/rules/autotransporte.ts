import { AUTOTRANSPORTE, configuracionesAutotransporte, isPermisoAllowed, isRemolqueAllowed } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { requireAttribute, cpRule, hasAttribute, type CpRule } from './common.js';
import { childOf, childrenOf } from './view.js';

/** A permit of the ministry of transport serves the transport it is given for. */
export const permisoRule = (node: string, transporte: string, es: string, en: string): CpRule<XmlNode> =>
  cpRule(
    `CP-${node}-PermSCT`,
    `PermSCT debe ser una clave de c_TipoPermiso ${es}.`,
    `PermSCT must be a key of c_TipoPermiso ${en}.`,
    (one) =>
      hasAttribute(one, 'PermSCT') &&
      !isPermisoAllowed(one.attributes['PermSCT'] ?? '', transporte) &&
      placeOf(one, 'PermSCT'),
  );

/** Transport by road. */
export const autotransporteRules: readonly CpRule<XmlNode>[] = [
  permisoRule('Autotransporte', AUTOTRANSPORTE, 'de autotransporte', 'of transport by road'),
  cpRule(
    'CP184',
    'Los Remolques no corresponden a la ConfigVehicular: c_ConfigAutotransporte dice si los exige, los admite o no los lleva.',
    'The Remolques do not fit the ConfigVehicular: c_ConfigAutotransporte says whether it asks for them, takes them or has none.',
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
  ...(
    [
      ['CP182', 'AseguraMedAmbiente'],
      ['CP183', 'PolizaMedAmbiente'],
    ] as const
  ).map(([code, name]) =>
    cpRule<XmlNode>(
      code,
      `Si se transporta material peligroso debe registrarse ${name}, del seguro de daños al medio ambiente.`,
      `Where hazardous material is carried, give ${name}, of the insurance of the environment.`,
      (one, { view }) => {
        const seguros = childOf(one, 'Seguros');
        return seguros !== undefined && requireAttribute(seguros, name, view.peligroso);
      },
    ),
  ),
];
