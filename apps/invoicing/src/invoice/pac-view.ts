import { comprobanteXml, parseComprobante, revisar, type Comprobante, type Falla, type Nodo } from '#cfdi';
import { apiPath } from '#billing';
import type { Detail } from '#kernel';
import { delSandbox } from '#pac/sandbox/check';
import type { LargeCatalogues } from '#sat';

/** Stands where the seal will: rules look at what the document says, not at who signed it. */
const UNSIGNED = { noCertificado: '00001000000500000000', certificado: 'MIIA', sello: 'MIIA' };

const MAX_FOUND = 100;

/**
 * What a certification provider finds in a document that we would send: the rules of all error matrices over the
 * XML itself, in Test with the sandbox's register of taxpayers. Each at the API's field where there is one.
 */
export function pacView(comprobante: Comprobante, livemode: boolean, grandes?: LargeCatalogues): Detail[] {
  const parsed = parseComprobante(comprobanteXml(comprobante, UNSIGNED));
  if (!parsed.ok) throw new Error('a document that was just built does not read');
  const { raiz } = parsed.value;
  const conocido = { ...(!livemode && delSandbox), ...(grandes && { grandes }) };
  return revisar(raiz, conocido, MAX_FOUND).map((falla) => detailOf(raiz, falla));
}

function detailOf(raiz: Nodo, falla: Falla): Detail {
  const { codigo, es, en } = falla;
  const path = apiPath(engineField(raiz, falla));
  return {
    code: codigo,
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

const contains = (nodo: Nodo, one: Nodo): boolean =>
  nodo === one || nodo.hijos.some((child) => contains(child, one));

/** The path of the engine's input for a place of the XML, as near as it can be told. */
function engineField(raiz: Nodo, { nodo, nombre = '' }: Falla): string {
  const own = nombre === '' ? '' : nameOf(nombre);
  if (nodo === raiz) return own;
  const part = raiz.hijos.find((child) => contains(child, nodo));
  if (!part) return own;
  if (part.nombre === 'Conceptos') {
    const line = part.hijos.findIndex((concepto) => contains(concepto, nodo));
    if (line < 0) return 'conceptos';
    const concepto = part.hijos[line];
    return concepto === nodo ? `conceptos[${line}].${own}` : `conceptos[${line}].${insideOf(nodo)}`;
  }
  if (part.nombre === 'Complemento') return 'complementos';
  const name = nameOf(part.nombre);
  return own === '' ? name : `${name}.${own}`;
}

const INSIDE: Readonly<Record<string, string>> = {
  ACuentaTerceros: 'aCuentaTerceros.rfc',
  InformacionAduanera: 'informacionAduanera',
  CuentaPredial: 'cuentaPredial',
  Parte: 'partes',
};

/** The field of a line that an element below it belongs to. */
const insideOf = ({ nombre }: Nodo): string => INSIDE[nombre] ?? 'impuestos';
