import { field, ok, refuseFields, type Result } from '#kernel';
import type { TimbreFiscalDigital } from '../comprobante.js';
import type { Seals } from '../document/xml.js';
import { buildCadena } from '../schemas/cadena.js';
import { findStandard } from '../schemas/standards/index.js';
import { retenciones20 } from '../schemas/standards/cfdi/retenciones-20.js';
import type { XmlNode } from '../parsed.js';
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
