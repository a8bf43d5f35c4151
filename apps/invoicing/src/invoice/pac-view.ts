import {
  comprobanteXml,
  parseComprobante,
  check,
  type KnownContext,
  type Comprobante,
  type Violation,
  type XmlNode,
} from '#cfdi';
import { apiPath } from '#billing';
import type { Detail } from '#kernel';
import { ofSandbox } from '#pac/sandbox/check';
import type { LargeCatalogues } from '#sat';

/** Stands where the seal will: rules look at what the document says, not at who signed it. */
const UNSIGNED = { noCertificado: '00001000000500000000', certificado: 'MIIA', sello: 'MIIA' };

const MAX_FOUND = 100;

/**
 * What a certification provider finds in a document that we would send: the rules of all error matrices over the
 * XML itself, in Test with the sandbox's register of taxpayers. Each at the API's field where there is one.
 */
export function pacView(comprobante: Comprobante, livemode: boolean, large?: LargeCatalogues): Detail[] {
  const parsed = parseComprobante(comprobanteXml(comprobante, UNSIGNED));
  if (!parsed.ok) throw new Error('a document that was just built does not read');
  const { root } = parsed.value;
  const known: KnownContext = { ...(!livemode && ofSandbox), large };
  return check(root, known, MAX_FOUND).map((violation) => detailOf(root, violation));
}

function detailOf(root: XmlNode, violation: Violation): Detail {
  const { code, es, en } = violation;
  const path = apiPath(engineField(root, violation));
  return {
    code,
    source: 'sat',
    message: { es, en },
    location: 'body',
    ...(path !== undefined && { path }),
  };
}

/** Attributes whose names are longer than the input's. */
const NAMES: Readonly<Record<string, string>> = {
  TipoDeComprobante: 'tipo',
  DomicilioFiscalReceptor: 'domicilioFiscal',
  RegimenFiscalReceptor: 'regimenFiscal',
  UsoCFDI: 'usoCfdi',
  ValorUnitario: 'precio',
  Importe: 'precio',
  Año: 'anio',
};

/** The engine's name of an attribute: RegimenFiscal is regimenFiscal. */
const nameOf = (attribute: string): string =>
  NAMES[attribute] ?? attribute.charAt(0).toLowerCase() + attribute.slice(1);

const contains = (node: XmlNode, one: XmlNode): boolean =>
  node === one || node.children.some((child) => contains(child, one));

/** The closest path in the engine's input for a place in the XML. */
function engineField(root: XmlNode, { node, name: nombre = '' }: Violation): string {
  const own = nombre === '' ? '' : nameOf(nombre);
  if (node === root) return own;
  const part = root.children.find((child) => contains(child, node));
  if (!part) return own;
  if (part.name === 'Conceptos') {
    const line = part.children.findIndex((concepto) => contains(concepto, node));
    if (line < 0) return 'conceptos';
    const concepto = part.children[line];
    return concepto === node ? `conceptos[${line}].${own}` : `conceptos[${line}].${insideOf(node)}`;
  }
  if (part.name === 'Complemento') return 'complementos';
  const name = nameOf(part.name);
  return own === '' ? name : `${name}.${own}`;
}

const INSIDE: Readonly<Record<string, string>> = {
  ACuentaTerceros: 'aCuentaTerceros.rfc',
  InformacionAduanera: 'informacionAduanera',
  CuentaPredial: 'cuentaPredial',
  Parte: 'partes',
};

/** The field of a line that an element below it belongs to. */
const insideOf = ({ name }: XmlNode): string => INSIDE[name] ?? 'impuestos';
