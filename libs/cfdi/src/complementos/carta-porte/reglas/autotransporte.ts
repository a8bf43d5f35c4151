import { AUTOTRANSPORTE, configuracionesAutotransporte, isPermisoAllowed, isRemolqueAllowed } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { exige, reglaCp, tiene, type ReglaCp } from './comun.js';
import { hijo, hijos } from './vista.js';

/** A permit of the ministry of transport serves the transport it is given for. */
export const reglaPermiso = (nodo: string, transporte: string, es: string, en: string): ReglaCp<Nodo> =>
  reglaCp(
    `CP-${nodo}-PermSCT`,
    `El permiso está en c_TipoPermiso y es ${es}.`,
    `The permit is in c_TipoPermiso and is ${en}.`,
    (uno) =>
      tiene(uno, 'PermSCT') &&
      !isPermisoAllowed(uno.atributos['PermSCT'] ?? '', transporte) &&
      lugar(uno, 'PermSCT'),
  );

/** Transport by road. */
export const reglasAutotransporte: readonly ReglaCp<Nodo>[] = [
  reglaPermiso('Autotransporte', AUTOTRANSPORTE, 'de autotransporte', 'of transport by road'),
  reglaCp(
    'CP-Autotransporte-Remolques',
    'Los remolques corresponden a la configuración vehicular, que los exige, los admite o no los lleva.',
    "The trailers fit the vehicle's configuration, which asks for them, takes them or has none.",
    (uno) => {
      const clave = hijo(uno, 'IdentificacionVehicular')?.atributos['ConfigVehicular'] ?? '';
      const remolques = hijos(hijo(uno, 'Remolques'), 'Remolque').length;
      return (
        configuracionesAutotransporte.find(clave) !== undefined &&
        !isRemolqueAllowed(clave, remolques) &&
        lugar(uno, 'Remolques')
      );
    },
  ),
  ...(['AseguraMedAmbiente', 'PolizaMedAmbiente'] as const).map((nombre) =>
    reglaCp<Nodo>(
      `CP-Seguros-${nombre}`,
      `Con algún material peligroso se registra ${nombre}, del seguro de daños al medio ambiente.`,
      `With any hazardous material ${nombre} is given, of the insurance of the environment.`,
      (uno, { vista }) => {
        const seguros = hijo(uno, 'Seguros');
        return seguros !== undefined && exige(seguros, nombre, vista.peligroso);
      },
    ),
  ),
];
