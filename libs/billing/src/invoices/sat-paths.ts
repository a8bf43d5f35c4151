import { check, parseComprobante, type Violation, type XmlNode } from '#cfdi';
import { apiPath } from './paths.js';

/** Attributes and elements whose names are not the engine's, and figures, which follow from the lines. */
const NAMES: Readonly<Record<string, string>> = {
  TipoDeComprobante: 'tipo',
  DomicilioFiscalReceptor: 'domicilioFiscal',
  RegimenFiscalReceptor: 'regimenFiscal',
  UsoCFDI: 'usoCfdi',
  ValorUnitario: 'precio',
  Importe: 'precio',
  Año: 'anio',
  RfcACuentaTerceros: 'rfc',
  NombreACuentaTerceros: 'nombre',
  RegimenFiscalACuentaTerceros: 'regimenFiscal',
  DomicilioFiscalACuentaTerceros: 'domicilioFiscal',
};
const FROM_LINES = new Set(['SubTotal', 'Descuento', 'Total', 'Impuestos', 'Conceptos']);

/** The engine's name of an attribute: RegimenFiscal is regimenFiscal. */
const nameOf = (attribute: string): string =>
  NAMES[attribute] ?? attribute.charAt(0).toLowerCase() + attribute.slice(1);

const contains = (node: XmlNode, one: XmlNode): boolean =>
  node === one || node.children.some((child) => contains(child, one));

/** The field of a line that an element below it belongs to. */
const INSIDE: Readonly<Record<string, string>> = {
  InformacionAduanera: 'informacionAduanera',
  CuentaPredial: 'cuentaPredial',
  Parte: 'partes',
  ComplementoConcepto: 'complemento',
};

function fieldInLine(concepto: XmlNode, node: XmlNode, own: string): string {
  if (concepto === node) return own;
  const part = concepto.children.find((child) => contains(child, node));
  if (part?.name === 'ACuentaTerceros') return `aCuentaTerceros.${own === '' ? 'rfc' : own}`;
  if (part?.name === 'Parte') {
    const index = concepto.children.filter(({ name }) => name === 'Parte').indexOf(part);
    return `partes[${index}].${node === part ? own.replace('precio', 'valorUnitario') : 'informacionAduanera'}`;
  }
  return INSIDE[part?.name ?? ''] ?? 'impuestos';
}

/** Complements that a document has without having been asked for: they have no place in the request. */
const ADDED = new Set(['ImpuestosLocales', 'TimbreFiscalDigital']);

/** The closest path in the engine's input for a place in the XML. */
function engineField(root: XmlNode, { node, name = '' }: Pick<Violation, 'node' | 'name'>): string {
  const own = name === '' ? '' : nameOf(name);
  if (node === root) return FROM_LINES.has(name) ? 'conceptos' : own;
  const part = root.children.find((child) => contains(child, node));
  if (!part) return own;
  switch (part.name) {
    case 'Conceptos': {
      const line = part.children.findIndex((concepto) => contains(concepto, node));
      const concepto = part.children[line];
      return concepto ? `conceptos[${line}].${fieldInLine(concepto, node, own)}` : 'conceptos';
    }
    case 'Complemento': {
      const given = part.children.filter((one) => !ADDED.has(one.name));
      const index = given.findIndex((one) => contains(one, node));
      return index < 0 ? 'conceptos' : `complementos[${index}]`;
    }
    case 'Impuestos':
      return 'conceptos';
    case 'CfdiRelacionados': {
      const groups = root.children.filter((one) => one.name === part.name);
      return `cfdiRelacionados[${groups.indexOf(part)}].${own === 'tipoRelacion' ? own : 'uuids'}`;
    }
    default:
      return own === '' ? nameOf(part.name) : `${nameOf(part.name)}.${own}`;
  }
}

const LINE = /^conceptos\[\d+\]/;

/**
 * The API's field for a place in a CFDI that was made of a request: that field, or the closest around it. Undefined for
 * what no request says, such as a seal.
 */
export function fieldOfPlace(root: XmlNode, place: Pick<Violation, 'node' | 'name'>): string | undefined {
  const field = engineField(root, place);
  return apiPath(field) ?? apiPath(LINE.exec(field)?.[0] ?? field.split('.')[0] ?? '');
}

/** What codes are about whose rule asks what only the tax authority knows. */
const BY_CODE: Readonly<Record<string, string>> = {
  CFDI40101: 'date',
  CFDI40117: 'exchange',
  CFDI40118: 'exchange',
  CFDI40126: 'address.zip',
  CFDI40138: 'issuer_info.legal_name',
  CFDI40143: 'customer.tax_id',
  CFDI40144: 'customer.legal_name',
  CFDI40145: 'customer.legal_name',
  CFDI40147: 'customer.address.zip',
  CFDI40148: 'customer.address.zip',
  NOM9: 'customer.tax_id',
};
/** Of other codes of a matrix, what part of the request it is about. */
const BY_MATRIX: readonly (readonly [RegExp, string])[] = [
  [/^CFDI40(?:16[2-9]|1[789]\d|2\d\d)$/, 'items'],
  [/^CCHYP\d+$/, 'items'],
  [/^(?:CRP|NOM|CP|CCE)\d+$/, 'complements'],
];

/** Characters of a document whose rules are asked again: that of a larger one would hold up others. */
export const LARGEST_JUDGED = 1_000_000;

/**
 * The API's field that a provider's refusal is about: where the document breaks the rule of that code, as far as it can
 * be judged here, else what the code is about. Undefined for codes of no field (401, 501, a seal).
 * @param xml the document that was refused
 */
export function fieldOfRefusal(xml: string, code: string): string | undefined {
  const other = BY_CODE[code] ?? BY_MATRIX.find(([pattern]) => pattern.test(code))?.[1];
  if (xml.length > LARGEST_JUDGED || !/^[A-Z]+\d+$/.test(code)) return other;
  const parsed = parseComprobante(xml);
  if (!parsed.ok) return other;
  const { root } = parsed.value;
  const broken = check(root).find((violation) => violation.code === code);
  return (broken && fieldOfPlace(root, broken)) ?? other;
}
