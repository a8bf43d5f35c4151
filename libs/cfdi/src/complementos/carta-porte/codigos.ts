import type { CodigoDeRegla } from '../../reglas/codigo.js';
import { reglasCartaPorte } from './reglas/index.js';

const NUESTRA =
  'Numeración nuestra: la regla es la que CartaPorte31.xsd y los catálogos dicen; la matriz de Carta Porte 3.1 no está publicada en nuestro material';

/** Numbers that others report for rules of ours; the matrix itself would have to say. */
const REPORTADOS: Readonly<Record<string, string>> = {
  'CP-Ubicacion-NombreEstacion-Clave': 'CP138',
  'CP-Ubicacion-DistanciaRecorrida': 'CP141',
  'CP-Domicilio-Colonia': 'CP142',
  'CP-FiguraTransporte-TiposFigura': 'CP194',
};

const notaDe = (codigo: string): string | undefined => {
  if (!codigo.startsWith('CP-')) return undefined;
  const otro = REPORTADOS[codigo];
  return otro === undefined ? `${NUESTRA}.` : `${NUESTRA}; se ha visto como ${otro}.`;
};

const otros: readonly CodigoDeRegla[] = [
  { codigo: 'CP101', donde: 'estructura', nota: 'La versión 4.0 es fija en el esquema del CFDI.' },
  {
    codigo: 'CP106',
    donde: 'no',
    nota: 'ObjetoImp y el desglose que exige: lo dicen ya las reglas del CFDI (CFDI40170 a CFDI40172).',
  },
  {
    codigo: 'CP-CartaPorte-IdCCP',
    donde: 'estructura',
    nota: 'La forma del folio (CCC y un UUID); nuevoIdCcp hace uno. Que no se repita solo lo sabe el SAT.',
  },
  {
    codigo: 'CP-Rfc-Lista',
    donde: 'no',
    nota: 'Si los RFC de ubicaciones, figuras e importadores están inscritos lo dice la lista l_RFC del SAT.',
  },
  {
    codigo: 'CP-Mercancias-UnidadPeso-Clave',
    donde: 'no',
    nota: 'c_ClaveUnidadPeso no se carga: se revisa la forma. Los totales de peso se suman en su misma unidad.',
  },
  {
    codigo: 'CP-IdentificacionVehicular-PesoBrutoVehicular',
    donde: 'no',
    nota: 'Los límites de la NOM-012-SCT-2 por configuración no vienen en c_ConfigAutotransporte. Se ha visto como CP202.',
  },
  {
    codigo: 'CP-Mercancia-UUIDComercioExt',
    donde: 'no',
    nota: 'Es opcional; si el comprobante relacionado existe solo lo sabe el SAT.',
  },
  {
    codigo: 'CP-Contenedor-IdCCPRelacionado-Existe',
    donde: 'no',
    nota: 'Si la Carta Porte del autotransporte en ferri está certificada solo lo sabe el SAT.',
  },
];

/** Every code of Carta Porte 3.1, for docs/rules.md. */
export const codigosCartaPorte: readonly CodigoDeRegla[] = [
  ...reglasCartaPorte.map(({ codigo }): CodigoDeRegla => {
    const nota = notaDe(codigo);
    return { codigo, donde: 'regla', ...(nota !== undefined && { nota }) };
  }),
  ...otros,
];
