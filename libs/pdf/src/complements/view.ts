import { readCartaPorteQr, urlCartaPorte, type XmlNode } from '#cfdi';
import type { InvoicePdfModel, PdfItem, PdfOptions } from '../model.js';
import type { Part } from '../parts.js';
import type { Row } from '../rows.js';
import { cartaPortePart } from './carta-porte.js';
import { asText, readElement, type Reader } from './element.js';
import { foreignTradePart } from './foreign-trade.js';
import { allRows, genericPart } from './generic.js';
import { nameOf } from './names.js';
import { paymentParts, paymentSummary } from './payments.js';
import { payrollParts, payrollSummary } from './payroll.js';
import type { Summary } from './summary.js';

const SAT = 'http://www.sat.gob.mx';
const LEYENDAS = `${SAT}/leyendasFiscales`;
const LOCALES = `${SAT}/implocal`;
const NOMINA = `${SAT}/nomina12`;
const PAGOS = `${SAT}/Pagos20`;

/** Complements of lines and of documents that are printed only where the options say so. */
const OPTIONAL: Readonly<Record<string, keyof PdfOptions>> = {
  [`${SAT}/CartaPorte31`]: 'render_carta_porte',
  [`${SAT}/ComercioExterior20`]: 'render_comercio_exterior',
  [`${SAT}/hidrocarburospetroliferos`]: 'render_hyp_complement',
  [`${SAT}/iedu`]: 'render_iedu',
};

const isShown = ({ namespace }: XmlNode, { options }: Reader): boolean => {
  const option = OPTIONAL[namespace];
  return option === undefined || options[option] === true;
};

/** Every complement of a document, as parts to print below its lines. */
export function complementParts(model: InvoicePdfModel, reader: Reader): Part[] {
  // The totals already show the local taxes, except in documents that were built elsewhere.
  const elsewhere = new Set([LEYENDAS, ...(model.taxes.some(({ local }) => local) ? [LOCALES] : [])]);
  return (model.complementos ?? [])
    .filter((nodo) => !elsewhere.has(nodo.namespace) && isShown(nodo, reader))
    .flatMap((nodo) => complementPart(nodo, model, reader));
}

function complementPart(nodo: XmlNode, model: InvoicePdfModel, reader: Reader): readonly Part[] {
  const element = readElement(nodo, reader);
  switch (nodo.namespace) {
    case PAGOS:
      return paymentParts(element);
    case NOMINA:
      return payrollParts(element, reader);
    case `${SAT}/CartaPorte31`:
      return [cartaPortePart(element, reader, cartaPorteUrl(nodo, model))];
    case `${SAT}/ComercioExterior20`:
      return [foreignTradePart(element, reader)];
    default:
      return [genericPart(element, undefined, true)];
  }
}

/** The address that a stamped Carta Porte is verified at. */
function cartaPorteUrl(nodo: XmlNode, { fechaTimbrado }: InvoicePdfModel): string | undefined {
  const qr = readCartaPorteQr(nodo);
  return qr && fechaTimbrado ? urlCartaPorte({ ...qr, fechaTimbrado }) : undefined;
}

/** The totals of payments and of a payroll, which their only line does not have. */
export function complementSummary(model: InvoicePdfModel, reader: Reader): Summary | undefined {
  const elements = (espacio: string) =>
    (model.complementos ?? [])
      .filter((nodo) => nodo.namespace === espacio)
      .map((nodo) => readElement(nodo, reader));
  const [pagos] = model.type === 'P' ? elements(PAGOS) : [];
  if (pagos) return paymentSummary(pagos);
  const nominas = model.type === 'N' ? elements(NOMINA) : [];
  return payrollSummary(nominas);
}

/** Leyendas fiscales, each under its rule. */
export const legendRows = ({ complementos }: InvoicePdfModel): Row[] =>
  (complementos ?? [])
    .filter(({ namespace }) => namespace === LEYENDAS)
    .flatMap(({ children }) => children)
    .map(({ attributes }) => ({
      label: ['Leyenda', attributes['disposicionFiscal'], attributes['norma']].filter(Boolean).join(', '),
      value: attributes['textoLeyenda'] ?? '',
    }));

/** The complement of a line in one note. */
export function itemComplementNote({ complemento }: PdfItem, reader: Reader): string {
  if (!complemento || !isShown(complemento, reader)) return '';
  const element = readElement(complemento, reader);
  return [nameOf(element.name), asText(allRows(element)).join('; ')].filter(Boolean).join(': ');
}
