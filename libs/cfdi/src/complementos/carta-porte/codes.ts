import type { RuleCode } from '../../rules/code.js';
import { cartaPorteRules } from './rules/index.js';

const OURS =
  'Numeración nuestra: la regla es la que CartaPorte31.xsd y los catálogos dicen; la matriz de Carta Porte 3.1 no está publicada en nuestro material';

/** Numbers that others report for rules of ours; the matrix itself would have to say. */
const REPORTED: Readonly<Record<string, string>> = {
  'CP-Ubicacion-NombreEstacion-Clave': 'CP138',
  'CP-Ubicacion-DistanciaRecorrida': 'CP141',
  'CP-Domicilio-Colonia': 'CP142',
  'CP-FiguraTransporte-TiposFigura': 'CP194',
};

const noteFor = (code: string): string | undefined => {
  if (!code.startsWith('CP-')) return undefined;
  const other = REPORTED[code];
  return other === undefined ? `${OURS}.` : `${OURS}; se ha visto como ${other}.`;
};

const others: readonly RuleCode[] = [
  { code: 'CP101', where: 'structure', note: 'La versión 4.0 es fija en el esquema del CFDI.' },
  {
    code: 'CP106',
    where: 'no',
    note: 'ObjetoImp y el desglose que exige: lo dicen ya las reglas del CFDI (CFDI40170 a CFDI40172).',
  },
  {
    code: 'CP-CartaPorte-IdCCP',
    where: 'structure',
    note: 'La forma del folio (CCC y un UUID); newIdCcp hace uno. Que no se repita solo lo sabe el SAT.',
  },
  {
    code: 'CP-Rfc-Lista',
    where: 'no',
    note: 'Si los RFC de ubicaciones, figuras e importadores están inscritos lo dice la lista l_RFC del SAT.',
  },
  {
    code: 'CP-Mercancias-UnidadPeso-Clave',
    where: 'no',
    note: 'c_ClaveUnidadPeso no se carga: se revisa la forma. Los totales de peso se suman en su misma unidad.',
  },
  {
    code: 'CP-IdentificacionVehicular-PesoBrutoVehicular',
    where: 'no',
    note: 'Los límites de la NOM-012-SCT-2 por configuración no vienen en c_ConfigAutotransporte. Se ha visto como CP202.',
  },
  {
    code: 'CP-Mercancia-UUIDComercioExt',
    where: 'no',
    note: 'Es opcional; si el comprobante relacionado existe solo lo sabe el SAT.',
  },
  {
    code: 'CP-Contenedor-IdCCPRelacionado-Existe',
    where: 'no',
    note: 'Si la Carta Porte del autotransporte en ferri está certificada solo lo sabe el SAT.',
  },
];

/** Every code of Carta Porte 3.1, for docs/rules.md. */
export const cartaPorteCodes: readonly RuleCode[] = [
  ...cartaPorteRules.map(({ code }): RuleCode => {
    const note = noteFor(code);
    return { code, where: 'rule', ...(note !== undefined && { note }) };
  }),
  ...others,
];
