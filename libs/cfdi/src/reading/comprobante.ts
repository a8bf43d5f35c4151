import { field, ok, refuseFields, type Result } from '#kernel';
import type { TimbreFiscalDigital } from '../comprobante.js';
import type { XmlNode, ParsedComprobante, ParsedConcepto, ParsedImpuesto } from '../parsed.js';
import { TFD } from '../timbre/timbre.js';
import { readXml } from './nodes.js';

const CFDI = 'http://www.sat.gob.mx/cfd/4';

/**
 * Reads a CFDI 4.0 of any issuer: every attribute, the lines with their taxes, the seal, the stamp if there is one.
 * Refuses (invalid_request, path `xml`) what is not well-formed, too large, has a DOCTYPE, or is no cfdi:Comprobante
 * with a single Emisor, Receptor and Conceptos. What the values say is not judged here.
 */
export function parseComprobante(xml: string): Result<ParsedComprobante> {
  const read = readXml(xml);
  return read.ok ? comprobanteOf(read.value) : read;
}

/** The same of a document whose XML was read already. */
export function comprobanteOf(root: XmlNode): Result<ParsedComprobante> {
  if (root.name !== 'Comprobante' || root.namespace !== CFDI) return notCfdi('cfdi:Comprobante');
  const [emisor, receptor, conceptos] = ['Emisor', 'Receptor', 'Conceptos'].map((name) => only(root, name));
  if (!emisor) return notCfdi('cfdi:Emisor');
  if (!receptor) return notCfdi('cfdi:Receptor');
  if (!conceptos) return notCfdi('cfdi:Conceptos');
  const { Sello = '', Certificado = '', NoCertificado = '' } = root.attributes;
  const global = only(root, 'InformacionGlobal');
  const impuestos = only(root, 'Impuestos');
  const complementos = children(root, 'Complemento').flatMap(({ children }) => children);
  const timbre = complementos.find(isTimbre);
  return ok({
    attributes: root.attributes,
    sello: Sello,
    certificado: Certificado,
    noCertificado: NoCertificado,
    emisor: emisor.attributes,
    receptor: receptor.attributes,
    ...(global && { informacionGlobal: global.attributes }),
    cfdiRelacionados: children(root, 'CfdiRelacionados').map((node) => ({
      tipoRelacion: node.attributes['TipoRelacion'] ?? '',
      uuids: children(node, 'CfdiRelacionado').map(({ attributes }) => attributes['UUID'] ?? ''),
    })),
    conceptos: children(conceptos, 'Concepto').map(conceptoOf),
    ...(impuestos && {
      impuestos: {
        ...optional('totalImpuestosTrasladados', impuestos.attributes['TotalImpuestosTrasladados']),
        ...optional('totalImpuestosRetenidos', impuestos.attributes['TotalImpuestosRetenidos']),
        traslados: impuestosOf(impuestos, 'Traslados', 'Traslado'),
        retenciones: impuestosOf(impuestos, 'Retenciones', 'Retencion'),
      },
    }),
    complementos: complementos.filter((node) => !isTimbre(node)),
    ...(timbre && { timbre: timbreOf(timbre) }),
    root,
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

export const isTimbre = ({ name, namespace }: XmlNode): boolean =>
  name === 'TimbreFiscalDigital' && namespace === TFD;

const isCfdi = (node: XmlNode, name: string): boolean => node.name === name && node.namespace === CFDI;

/** Children of the cfdi namespace by local name. */
export const children = (parent: XmlNode, name: string): readonly XmlNode[] =>
  parent.children.filter((child) => isCfdi(child, name));

/** The child of that name, where there is exactly one. */
function only(parent: XmlNode, name: string): XmlNode | undefined {
  const found = children(parent, name);
  return found.length === 1 ? found[0] : undefined;
}

const NONE: readonly never[] = [];

function impuestosOf(impuestos: XmlNode | undefined, group: string, name: string): readonly ParsedImpuesto[] {
  if (impuestos === undefined) return NONE;
  const found: ParsedImpuesto[] = [];
  for (const child of impuestos.children)
    if (isCfdi(child, group))
      for (const row of child.children) if (isCfdi(row, name)) found.push(row.attributes);
  return found;
}

function conceptoOf(node: XmlNode): ParsedConcepto {
  const impuestos = node.children.find((child) => isCfdi(child, 'Impuestos'));
  return {
    attributes: node.attributes,
    tieneImpuestos: impuestos !== undefined,
    traslados: impuestosOf(impuestos, 'Traslados', 'Traslado'),
    retenciones: impuestosOf(impuestos, 'Retenciones', 'Retencion'),
    node,
  };
}

/** What a stamp says. */
export function timbreOf({ attributes }: XmlNode): TimbreFiscalDigital {
  const of = (name: string): string => attributes[name] ?? '';
  return {
    uuid: of('UUID'),
    fechaTimbrado: of('FechaTimbrado'),
    rfcProvCertif: of('RfcProvCertif'),
    leyenda: attributes['Leyenda'],
    selloCfd: of('SelloCFD'),
    noCertificadoSat: of('NoCertificadoSAT'),
    selloSat: of('SelloSAT'),
  };
}
