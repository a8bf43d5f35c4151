import { amountInWords } from './amount-in-words.js';
import { totalRows } from './amounts-view.js';
import { paletteOf } from '#kernel';
import type { Reader } from './complements/element.js';
import { complementParts, complementSummary, legendRows } from './complements/view.js';
import { cleanCustomSection } from './custom-section.js';
import { issuerView, sealView } from './document-view.js';
import { currencyDecimals, dateTime, exact, micros, money } from './format.js';
import { itemsView, thirdPartyText } from './items-view.js';
import {
  addressLines,
  currencySigns,
  documentTitles,
  documentTypes,
  folioOf,
  initialsOf,
  isForeign,
  labelKey,
  periodicityKey,
} from './labels.js';
import { logoUri } from './logo.js';
import { marksOf } from './marks.js';
import type { CatalogueName, InvoicePdfModel, PdfOptions } from './model.js';
import { optionsOf } from './options.js';
import { rowsOf, type Row } from './rows.js';

/** What every part of an invoice is printed with. */
interface Context {
  model: InvoicePdfModel;
  options: PdfOptions;
  decimals: number;
  /** False for XXX, the "no currency" of payments and transfers. */
  hasAmounts: boolean;
  label: (catalogue: CatalogueName, key: string | null | undefined) => string | undefined;
  country: (key: string) => string | undefined;
  local: (iso: string | null | undefined) => string | undefined;
  reader: Reader;
}

/** The generic RFC for a receiver abroad. */
export const GENERIC_FOREIGN_RFC = 'XEXX010101000';

/** Longer notes stand below the totals on the whole width, so that they do not push the totals to the next page. */
const SHORT_NOTE = 300;

/** Everything that the template prints, already as text: the template decides and calculates nothing. */
export function invoiceView(model: InvoicePdfModel) {
  const { organization, issuer_info: issuer, stamp, currency } = model;
  const options = optionsOf(model);
  const reader: Reader = {
    options,
    label: (catalogue, key, of) => labelKey(model.label, options.codes, catalogue, key, of),
    place: (catalogue, key, of) => labelKey(model.label, options.address_codes, catalogue, key, of),
  };
  const decimals = currencyDecimals(currency);
  const context: Context = {
    model,
    options,
    decimals,
    hasAmounts: currency !== 'XXX',
    label: (catalogue, key) => reader.label(catalogue, key ?? undefined),
    country: (key) => reader.place('c_Pais', key),
    local: (iso) => (iso ? dateTime(iso, model.timezone) : undefined),
    reader,
  };
  const title = documentTitles[model.type];
  const folio = folioOf(model);
  const stamped = Boolean(stamp && model.uuid);
  const notes = noteRows(context);

  return {
    palette: paletteOf(organization.color),
    ...marksOf(model),
    // A payslip, and a payment of a few invoices, are one page.
    isCompact: model.type === 'N' || model.type === 'P',
    kind: 'un CFDI',
    title,
    folio,
    heading: [title, folio].filter(Boolean).join(' '),
    logo: logoUri(organization.logo),
    initials: initialsOf(organization.name || issuer.legal_name),
    uuid: stamped ? model.uuid : undefined,
    issuer: issuerView({
      ...{ issuer, organization, country: context.country },
      regime: context.label('c_RegimenFiscal', issuer.tax_system),
    }),
    header: headerRows(context),
    customer: customerView(context),
    terms: termRows(context),
    ...itemsView(model.items, model.type === 'T', {
      ...{ options, label: model.label, reader },
      // Goods that are moved may have values all the same, though XXX has no decimals.
      decimals: context.hasAmounts ? decimals : 2,
    }),
    complements: complementParts(model, reader),
    ...totalsView(context),
    signature: signatureView(model),
    notes: notes.filter(({ value }) => value.length <= SHORT_NOTE),
    longNotes: notes.filter(({ value }) => value.length > SHORT_NOTE),
    customSection: model.pdf_custom_section ? cleanCustomSection(model.pdf_custom_section) : '',
    seal: stamped ? sealView(model) : undefined,
    repeatSeal: options.repeat_signature && stamped,
  };
}

function headerRows({ model, local }: Context): Row[] {
  const expedition = model.address?.zip ?? model.issuer_info.address?.zip;
  return rowsOf([
    ['Fecha de emisión', local(model.date)],
    ['Fecha de certificación', local(model.stamp?.date)],
    ['Lugar de expedición', expedition && `C.P. ${expedition}`],
    ['Tipo de comprobante', documentTypes[model.type]],
    ['Fecha de cancelación', model.status === 'canceled' ? local(model.canceled_at) : undefined],
  ]);
}

function customerView({ model: { customer }, label, country }: Context) {
  if (!customer) return undefined;
  // A foreign receiver has the generic RFC in the CFDI, and its own number as NumRegIdTrib (Anexo 20).
  const foreign = isForeign(customer.address);
  return {
    name: customer.legal_name,
    taxId: foreign ? GENERIC_FOREIGN_RFC : customer.tax_id,
    foreignId: foreign && customer.tax_id !== GENERIC_FOREIGN_RFC ? customer.tax_id : undefined,
    address: addressLines(customer.address, country),
    regime: label('c_RegimenFiscal', customer.tax_system),
    contact: [customer.email, customer.phone].filter(Boolean),
  };
}

function termRows({ model, options, hasAmounts, label }: Context): Row[] {
  const { currency, exchange } = model;
  const rate = hasAmounts && currency !== 'MXN' && exchange;
  return rowsOf([
    ['Uso del CFDI', label('c_UsoCFDI', model.use)],
    ['Forma de pago', label('c_FormaPago', model.payment_form)],
    ['Método de pago', label('c_MetodoPago', model.payment_method)],
    ['Moneda', hasAmounts ? labelKey(model.label, true, 'c_Moneda', currency) : undefined],
    ['Tipo de cambio', rate ? `1 ${currency} = ${exact(micros(rate), 2)} MXN` : undefined],
    [
      'Exportación',
      options.export_key ? labelKey(model.label, true, 'c_Exportacion', model.export ?? '01') : undefined,
    ],
  ]);
}

function totalsView({ model, options, decimals, hasAmounts, reader }: Context) {
  const { currency, total, type } = model;
  const wordsLabel = 'Importe con letra';
  const summary = complementSummary(model, reader);
  if (summary) {
    const { rows, label, ...rest } = summary;
    const isLongTotal = summary.total.length > 15;
    return { hasAmounts: true, totals: [...rows], totalLabel: label, isLongTotal, wordsLabel, ...rest };
  }
  // What is only moved costs nothing; payments and payrolls have the totals of their complements or none.
  const shown = hasAmounts && (type === 'I' || type === 'E' || (type === 'T' && micros(total) !== 0n));
  return {
    hasAmounts: shown,
    totals: shown ? totalRows(model, options, decimals) : [],
    totalLabel: `Total ${currency}`,
    total: `${currencySigns[currency] ?? ''}${money(micros(total), decimals)}`,
    isLongTotal: String(total).length > 14,
    wordsLabel,
    inWords: shown ? amountInWords(String(total), currency) : undefined,
  };
}

/** Where an employee signs for the amount received; a canceled payslip is proof of nothing. */
function signatureView({ type, status, customer }: InvoicePdfModel) {
  if (type !== 'N' || status === 'canceled') return undefined;
  return {
    text: 'Recibí de conformidad el importe neto que se indica en este recibo.',
    caption: ['Firma del trabajador', customer?.legal_name].filter(Boolean).join(': '),
  };
}

function noteRows({ model, label, reader }: Context): Row[] {
  const { conditions, global, related_documents, third_party } = model;
  const period = global && [
    label('c_Periodicidad', periodicityKey(global.periodicity)),
    label('c_Meses', global.months),
    String(global.year),
  ];
  return rowsOf([
    ['Condiciones de pago', conditions],
    ['Factura global', period?.filter(Boolean).join(', ')],
    ['Por cuenta de terceros', third_party && thirdPartyText(third_party, reader)],
    ...(related_documents ?? []).map(({ relationship, documents }) => {
      const name = `CFDI relacionados: ${label('c_TipoRelacion', relationship)}`;
      return [name, documents.join(', ')] as const;
    }),
    ...legendRows(model).map((row) => [row.label, row.value] as const),
  ]);
}
