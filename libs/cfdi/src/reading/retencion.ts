import { field, ok, refuseFields, type Result } from '#kernel';
import type { TimbreFiscalDigital } from '../comprobante.js';
import type { Seals } from '../document/xml.js';
import { buildCadena } from '../schemas/cadena.js';
import { findStandard } from '../schemas/standards/index.js';
import { retenciones20 } from '../schemas/standards/cfdi/retenciones-20.js';
import type { XmlNode } from '../parsed.js';
import type { PrintedReceptor } from '../qr.js';
import { toRetencion } from '../retenciones/from-node.js';
import { complementosOf, findRetencionDefects } from '../retenciones/structure.js';
import type { CfdiRetencion } from '../retenciones/model.js';
import { TFD } from '../timbre/timbre.js';
import { isTimbre, timbreOf } from './comprobante.js';
import { readXml } from './nodes.js';
import {
  readAddenda,
  refuseUnknownComplemento,
  readComplementos,
  namespacesOf,
  rejectDefects,
} from './parts.js';

export interface ReadRetencion {
  readonly retencion: CfdiRetencion;
  readonly sellado: Seals;
  readonly timbre?: TimbreFiscalDigital;
}

/** A document of retentions that was read: its attributes as text, with the spelling of the XML, and its tree. */
export interface ParsedRetencion {
  /** Of the root: FechaExp, LugarExpRetenc, CveRetenc, DescRetenc, FolioInt... */
  readonly attributes: Attributes;
  readonly sello: string;
  readonly certificado: string;
  readonly noCertificado: string;
  readonly emisor: Attributes;
  readonly receptor: PrintedReceptor;
  readonly totales: Attributes;
  readonly relacionado?: { readonly tipoRelacion: string; readonly uuid: string };
  readonly timbre?: TimbreFiscalDigital;
  readonly root: XmlNode;
}
type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Reads a document of retentions 2.0 of any issuer. Refuses (invalid_request, path `xml`) what is not well-formed, too
 * large, has a DOCTYPE, or is no retenciones:Retenciones with a single Emisor, Receptor and Totales. What the values
 * say is not judged here.
 */
export function parseRetencion(xml: string): Result<ParsedRetencion> {
  const read = readXml(xml);
  if (!read.ok) return read;
  const root = read.value;
  const [emisor, receptor, totales] = ['Emisor', 'Receptor', 'Totales'].map((name) => onlyChild(root, name));
  if (!isRetencion(root) || !emisor || !receptor || !totales) return refuseNoRetencion();
  const { Sello = '', Certificado = '', NoCertificado = '' } = root.attributes;
  const nacional = onlyChild(receptor, 'Nacional');
  const related = onlyChild(root, 'CfdiRetenRelacionados');
  const timbre = timbreIn(root);
  return ok({
    attributes: root.attributes,
    ...{ sello: Sello, certificado: Certificado, noCertificado: NoCertificado },
    emisor: emisor.attributes,
    receptor: nacional
      ? { rfc: nacional.attributes['RfcR'] ?? '' }
      : { numRegIdTrib: onlyChild(receptor, 'Extranjero')?.attributes['NumRegIdTribR'] },
    totales: totales.attributes,
    ...(related && {
      relacionado: {
        tipoRelacion: related.attributes['TipoRelacion'] ?? '',
        uuid: related.attributes['UUID'] ?? '',
      },
    }),
    ...(timbre && { timbre }),
    root,
  });
}

/** The child of that name, where there is exactly one. */
function onlyChild({ children, namespace }: XmlNode, name: string): XmlNode | undefined {
  const found = children.filter((child) => child.name === name && child.namespace === namespace);
  return found.length === 1 ? found[0] : undefined;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Whether an element is the root of a document of retentions 2.0. */
export const isRetencion = ({ name, namespace }: XmlNode): boolean =>
  name === retenciones20.root.name && namespace === retenciones20.namespace;

/**
 * Reads a document of retentions 2.0 of any issuer, stamped or not, sealed or not, into the model that buildRetencion
 * gives: `readRetencion(retencionXml(x, sellado))` is x. Refuses (invalid_request) what is not well-formed, is no
 * retenciones:Retenciones, whose structure does not hold, or carries complements that no table knows.
 */
export function readRetencion(xml: string): Result<ReadRetencion> {
  const read = readXml(xml);
  if (!read.ok) return read;
  const root = read.value;
  if (!isRetencion(root)) return refuseNoRetencion();
  const rejection = rejectDefects(findRetencionDefects(root, 100));
  if (rejection) return rejection;
  const complementos = readComplementos(complementosOf(root), 'retenciones');
  if (!complementos.ok) return complementos;
  const { Sello = '', Certificado = '', NoCertificado = '' } = root.attributes;
  const own = complementos.value.map(({ espacio }) => espacio);
  const timbre = timbreIn(root);
  return ok({
    retencion: toRetencion(root, {
      complementos: complementos.value,
      addenda: readAddenda(xml),
      espacios: namespacesOf(root, new Set([retenciones20.namespace, XSI, TFD, ...own])),
    }),
    sellado: { noCertificado: NoCertificado, certificado: Certificado, sello: Sello },
    ...(timbre && { timbre }),
  });
}

const refuseNoRetencion = (): Result<never> =>
  refuseFields([
    field('xml', 'invalid_format', {
      message: {
        es: 'El XML no es un CFDI de retenciones 2.0.',
        en: 'The XML is not a CFDI of retentions 2.0.',
      },
    }),
  ]);

/** The stamp of a document, where it has one. */
export function timbreIn(root: XmlNode): TimbreFiscalDigital | undefined {
  const timbre = root.children
    .filter(({ name, namespace }) => name === 'Complemento' && namespace === root.namespace)
    .flatMap(({ children }) => children)
    .find(isTimbre);
  return timbre && timbreOf(timbre);
}

/** The cadena original of a document of retentions as it stands. Refuses a complement that no table knows. */
export function writeCadenaRetencion(root: XmlNode): Result<string> {
  let out = `|${buildCadena(retenciones20.root, root)}`;
  for (const node of complementosOf(root)) {
    const standard = findStandard(node, 'retenciones');
    if (!standard) return refuseUnknownComplemento(node);
    out += buildCadena(standard.root, node);
  }
  return ok(`${out}||`);
}
