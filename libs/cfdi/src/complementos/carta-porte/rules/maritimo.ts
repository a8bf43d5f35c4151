import { MARITIMO } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { permisoRule } from './autotransporte.js';
import { requireAttribute, cpRule, onlyIf, type CpRule } from './common.js';
import { childOf } from './view.js';

/** Transport by sea. */
export const maritimoRules: readonly CpRule<XmlNode>[] = [
  permisoRule('TransporteMaritimo', MARITIMO, 'de transporte marítimo', 'of transport by sea'),
  cpRule(
    'CP185',
    'PermisoTempNavegacion debe registrarse para una embarcación extranjera en cabotaje.',
    'Give PermisoTempNavegacion for a foreign ship in coastal traffic.',
    (one, { view }) =>
      requireAttribute(
        one,
        'PermisoTempNavegacion',
        one.attributes['NacionalidadEmbarc'] !== 'MEX' &&
          view.ubicaciones.some(({ attributes }) => attributes['NavegacionTrafico'] === 'Cabotaje'),
      ),
  ),
];

/** Keys of c_ContenedorMaritimo: lorries on a ferry; and those of tourists, or empty. */
const FERRI = 'CM011';
const NO_MATRICULA = new Set([FERRI, 'CM012']);
const isFerri = (contenedor: XmlNode): boolean => contenedor.attributes['TipoContenedor'] === FERRI;

/** Containers of a ship, and lorries on a ferry, which have their own Carta Porte. */
export const contenedorMaritimoRules: readonly CpRule<XmlNode>[] = [
  ...(['MatriculaContenedor', 'NumPrecinto'] as const).map((name) =>
    cpRule<XmlNode>(
      `CP-Contenedor-${name}`,
      `${name} debe registrarse en los contenedores marítimos, salvo en un ferri (${FERRI}).`,
      `Give ${name} for containers of a ship, except for a ferry (${FERRI}).`,
      (one) => requireAttribute(one, name, !NO_MATRICULA.has(one.attributes['TipoContenedor'] ?? '')),
    ),
  ),
  ...(['IdCCPRelacionado', 'PlacaVMCCP', 'FechaCertificacionCCP'] as const).map((name) =>
    cpRule<XmlNode>(
      `CP-Contenedor-${name}`,
      `${name}, del autotransporte que viaja, debe registrarse con el contenedor ${FERRI} (ferri), y solo con él.`,
      `Give ${name}, of the lorry that travels, with container ${FERRI} (ferry), and only with it.`,
      (one) => onlyIf(one, name, isFerri(one)),
    ),
  ),
  cpRule(
    'CP-Contenedor-RemolquesCCP',
    `RemolquesCCP, del autotransporte que viaja, solo puede registrarse con el contenedor ${FERRI} (ferri).`,
    `RemolquesCCP, of the lorry that travels, is allowed only with container ${FERRI} (ferry).`,
    (one) => !isFerri(one) && childOf(one, 'RemolquesCCP') !== undefined && placeOf(one, 'RemolquesCCP'),
  ),
];
