import { MARITIMO } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { reglaPermiso } from './autotransporte.js';
import { exige, reglaCp, soloSi, type ReglaCp } from './comun.js';
import { hijo } from './vista.js';

/** Transport by sea. */
export const reglasMaritimo: readonly ReglaCp<Nodo>[] = [
  reglaPermiso('TransporteMaritimo', MARITIMO, 'de transporte marítimo', 'of transport by sea'),
  reglaCp(
    'CP-TransporteMaritimo-PermisoTempNavegacion',
    'Una embarcación extranjera en cabotaje tiene permiso temporal de navegación.',
    'A foreign ship in coastal traffic has a temporary permit of navigation.',
    (uno, { vista }) =>
      exige(
        uno,
        'PermisoTempNavegacion',
        uno.atributos['NacionalidadEmbarc'] !== 'MEX' &&
          vista.ubicaciones.some(({ atributos }) => atributos['NavegacionTrafico'] === 'Cabotaje'),
      ),
  ),
];

/** Keys of c_ContenedorMaritimo: lorries on a ferry; and those of tourists, or empty. */
const FERRI = 'CM011';
const SIN_MATRICULA = new Set([FERRI, 'CM012']);
const esFerri = (contenedor: Nodo): boolean => contenedor.atributos['TipoContenedor'] === FERRI;

/** Containers of a ship, and lorries on a ferry, which have their own Carta Porte. */
export const reglasContenedorMaritimo: readonly ReglaCp<Nodo>[] = [
  ...(['MatriculaContenedor', 'NumPrecinto'] as const).map((nombre) =>
    reglaCp<Nodo>(
      `CP-Contenedor-${nombre}`,
      `${nombre} se registra en los contenedores marítimos, no en un ferri.`,
      `${nombre} is given for containers of a ship, not for a ferry.`,
      (uno) => exige(uno, nombre, !SIN_MATRICULA.has(uno.atributos['TipoContenedor'] ?? '')),
    ),
  ),
  ...(['IdCCPRelacionado', 'PlacaVMCCP', 'FechaCertificacionCCP'] as const).map((nombre) =>
    reglaCp<Nodo>(
      `CP-Contenedor-${nombre}`,
      `${nombre}, del autotransporte que viaja, va con el contenedor ${FERRI} (ferri), y solo con él.`,
      `${nombre}, of the lorry that travels, goes with container ${FERRI} (ferry), and only with it.`,
      (uno) => soloSi(uno, nombre, esFerri(uno)),
    ),
  ),
  reglaCp(
    'CP-Contenedor-RemolquesCCP',
    `Los remolques del autotransporte que viaja van solo con el contenedor ${FERRI} (ferri).`,
    `The trailers of the lorry that travels go only with container ${FERRI} (ferry).`,
    (uno) => !esFerri(uno) && hijo(uno, 'RemolquesCCP') !== undefined && lugar(uno, 'RemolquesCCP'),
  ),
];
