import { field, ok, refuseFields, type Result } from '#kernel';
import type { TimbreFiscalDigital } from '../comprobante.js';
import type { Nodo, ParsedComprobante, ParsedConcepto, ParsedImpuesto } from '../parsed.js';
import { TFD } from '../timbre/timbre.js';
import { readXml } from './nodos.js';

const CFDI = 'http://www.sat.gob.mx/cfd/4';

/**
 * Reads a CFDI 4.0 of any issuer: every attribute, the lines with their taxes, the seal, the stamp if there is one.
 * Refuses (invalid_request, path `xml`) what is not well-formed, too large, has a DOCTYPE, or is no cfdi:Comprobante
 * with a single Emisor, Receptor and Conceptos. What the values say is not judged here.
 */
export function parseComprobante(xml: string): Result<ParsedComprobante> {
  const read = readXml(xml);
  return read.ok ? comprobanteDe(read.value) : read;
}

/** The same of a document whose XML was read already. */
export function comprobanteDe(raiz: Nodo): Result<ParsedComprobante> {
  if (raiz.nombre !== 'Comprobante' || raiz.espacio !== CFDI) return notCfdi('cfdi:Comprobante');
  const [emisor, receptor, conceptos] = ['Emisor', 'Receptor', 'Conceptos'].map((nombre) =>
    only(raiz, nombre),
  );
  if (!emisor) return notCfdi('cfdi:Emisor');
  if (!receptor) return notCfdi('cfdi:Receptor');
  if (!conceptos) return notCfdi('cfdi:Conceptos');
  const { Sello = '', Certificado = '', NoCertificado = '' } = raiz.atributos;
  const global = only(raiz, 'InformacionGlobal');
  const impuestos = only(raiz, 'Impuestos');
  const complementos = children(raiz, 'Complemento').flatMap(({ hijos }) => hijos);
  const timbre = complementos.find(isTimbre);
  return ok({
    atributos: raiz.atributos,
    sello: Sello,
    certificado: Certificado,
    noCertificado: NoCertificado,
    emisor: emisor.atributos,
    receptor: receptor.atributos,
    ...(global && { informacionGlobal: global.atributos }),
    cfdiRelacionados: children(raiz, 'CfdiRelacionados').map((node) => ({
      tipoRelacion: node.atributos['TipoRelacion'] ?? '',
      uuids: children(node, 'CfdiRelacionado').map(({ atributos }) => atributos['UUID'] ?? ''),
    })),
    conceptos: children(conceptos, 'Concepto').map(conceptoOf),
    ...(impuestos && {
      impuestos: {
        ...optional('totalImpuestosTrasladados', impuestos.atributos['TotalImpuestosTrasladados']),
        ...optional('totalImpuestosRetenidos', impuestos.atributos['TotalImpuestosRetenidos']),
        traslados: impuestosOf(impuestos, 'Traslados', 'Traslado'),
        retenciones: impuestosOf(impuestos, 'Retenciones', 'Retencion'),
      },
    }),
    complementos: complementos.filter((node) => !isTimbre(node)),
    ...(timbre && { timbre: timbreOf(timbre) }),
    raiz,
  });
}

const notCfdi = (expected: string): Result<never> =>
  refuseFields([
    field('xml', 'invalid_format', {
      message: {
        es: `El XML no es un CFDI 4.0: falta ${expected}, o hay más de uno.`,
        en: `The XML is not a CFDI 4.0: ${expected} is missing, or there is more than one.`,
      },
    }),
  ]);

const optional = <K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, string>);

export const isTimbre = ({ nombre, espacio }: Nodo): boolean =>
  nombre === 'TimbreFiscalDigital' && espacio === TFD;

const isCfdi = (node: Nodo, nombre: string): boolean => node.nombre === nombre && node.espacio === CFDI;

/** Children of the cfdi namespace by local name. */
export const children = (parent: Nodo, nombre: string): readonly Nodo[] =>
  parent.hijos.filter((hijo) => isCfdi(hijo, nombre));

/** The child of that name, where there is exactly one. */
function only(parent: Nodo, nombre: string): Nodo | undefined {
  const found = children(parent, nombre);
  return found.length === 1 ? found[0] : undefined;
}

const NONE: readonly never[] = [];

function impuestosOf(impuestos: Nodo | undefined, group: string, name: string): readonly ParsedImpuesto[] {
  if (impuestos === undefined) return NONE;
  const found: ParsedImpuesto[] = [];
  for (const hijo of impuestos.hijos)
    if (isCfdi(hijo, group)) for (const row of hijo.hijos) if (isCfdi(row, name)) found.push(row.atributos);
  return found;
}

function conceptoOf(nodo: Nodo): ParsedConcepto {
  const impuestos = nodo.hijos.find((hijo) => isCfdi(hijo, 'Impuestos'));
  return {
    atributos: nodo.atributos,
    tieneImpuestos: impuestos !== undefined,
    traslados: impuestosOf(impuestos, 'Traslados', 'Traslado'),
    retenciones: impuestosOf(impuestos, 'Retenciones', 'Retencion'),
    nodo,
  };
}

/** What a stamp says. */
export function timbreOf({ atributos }: Nodo): TimbreFiscalDigital {
  const of = (name: string): string => atributos[name] ?? '';
  return {
    uuid: of('UUID'),
    fechaTimbrado: of('FechaTimbrado'),
    rfcProvCertif: of('RfcProvCertif'),
    leyenda: atributos['Leyenda'],
    selloCfd: of('SelloCFD'),
    noCertificadoSat: of('NoCertificadoSAT'),
    selloSat: of('SelloSAT'),
  };
}
