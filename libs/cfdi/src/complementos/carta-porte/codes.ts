import type { RuleCode } from '../../rules/code.js';
import { cartaPorteRules } from './rules/index.js';

const OURS =
  'Numeración nuestra: la regla es la que CartaPorte31.xsd y los catálogos dicen; su número en la matriz no se conoce';

/** Ranges of the matrix that rules of ours are among, where it is not known which is which. */
const AMONG: Readonly<Record<string, string>> = {
  'CP-CartaPorte-EntradaSalidaMerc': 'CP119 o CP120',
  'CP-CartaPorte-PaisOrigenDestino': 'CP121 o CP122',
  'CP-CartaPorte-ViaEntradaSalida': 'CP123 o CP124',
  'CP-CartaPorte-RegimenesAduaneros': 'CP116 a CP118 o CP169',
  'CP-RegimenAduaneroCCP-RegimenAduanero': 'CP116 a CP118 o CP169',
  'CP-Ubicacion-NumEstacion': 'CP135 o CP136',
  'CP-Ubicacion-NumEstacion-Clave': 'CP135 o CP136',
};

/** Decisions where the matrix, as it is retold, leaves room. */
const DECISIONS: Readonly<Record<string, string>> = {
  CP109:
    'Basta un concepto con una clave de transporte: los demás pueden ser maniobras, seguros o la mercancía misma.',
  CP129: 'Cuenta las estaciones intermedias y la final.',
  CP149: 'También con otra UnidadPeso que KGM: la matriz compara los números.',
  CP150: 'Si todo DetalleMercancia tiene la UnidadPeso del total.',
  CP151: 'Si todo DetalleMercancia tiene la UnidadPeso del total.',
  CP191: 'Hasta el último decimal de ToneladasNetasCarro.',
};

const noteFor = (code: string): string | undefined => {
  if (!code.startsWith('CP-')) return DECISIONS[code];
  const among = AMONG[code];
  return among === undefined ? `${OURS}.` : `${OURS} (entre ${among}).`;
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
    code: 'CP-DetalleMercancia-PesoTara',
    where: 'no',
    note: 'Ninguna regla compara PesoTara: a granel no hay tara, y el esquema exige al menos 0.001.',
  },
  {
    code: 'CP-Ubicacion-FechaHoraSalidaLlegada',
    where: 'no',
    note: 'Ninguna regla compara salidas y llegadas, que son estimadas y están en hora local.',
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
