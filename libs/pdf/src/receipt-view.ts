import { paletteOf } from '#kernel';
import { amountInWords, LARGEST_AMOUNT_IN_WORDS } from './amount-in-words.js';
import { currencyDecimals, dateTime, exact, micros, money, type Amount } from './format.js';
import { addressLines, currencySigns, initialsOf, taxName } from './labels.js';
import { logoUri } from './logo.js';
import type { Marks } from './marks.js';
import { qrPath } from './qr.js';
import type { PdfReceiptItem, PdfRefund, ReceiptPdfModel } from './receipt-model.js';
import { rowsOf, type Row } from './rows.js';

type Status = ReceiptPdfModel['status'];

const TEST = 'SIN VALIDEZ';
const TEST_DETAIL = 'Emitido en el ambiente de pruebas: no ampara ninguna venta.';

/** What a receipt is that nobody invoices any more, or not in the portal. */
const STATES: Readonly<Record<Exclude<Status, 'open'>, { word: string; detail: string }>> = {
  canceled: { word: 'CANCELADO', detail: 'Este recibo fue cancelado y ya no puede facturarse.' },
  invoiced_to_customer: { word: 'FACTURADO', detail: 'La factura de esta compra ya fue emitida.' },
  invoiced_globally: {
    word: 'FACTURADO',
    detail: 'Esta compra forma parte de la factura global del periodo.',
  },
};

/** The marks of a receipt: of a test, or of one that was canceled. An invoiced one is as good as before. */
function marksOf({ livemode, status }: ReceiptPdfModel): Marks {
  const state = status === 'open' ? undefined : STATES[status];
  const tone = status === 'canceled' ? 'canceled' : livemode ? 'draft' : 'test';
  const words = [state?.word, livemode ? undefined : TEST].filter((word) => word !== undefined);
  const details = [state?.detail, livemode ? undefined : TEST_DETAIL].filter(Boolean);
  const watermark = [...(status === 'canceled' ? ['CANCELADO'] : []), ...(livemode ? [] : [TEST])];
  return {
    banner: words.length === 0 ? undefined : { text: words.join(' · '), detail: details.join(' '), tone },
    watermark,
    shortMark: watermark.length === 1,
  };
}

/** Lengths of a ticket, roughly: one that is cut has its mark on each piece. */
const LINE_MM = 14;
const REST_MM = 220;
const MARK_MM = 70;

/** The mark behind a ticket, often enough for its length. */
const marksBehind = (watermark: readonly string[], lines: number): readonly string[] =>
  watermark.length === 0
    ? []
    : Array.from({ length: Math.ceil((lines * LINE_MM + REST_MM) / MARK_MM) }, () => watermark.join(' · '));

/** The key in groups of four, which are read more easily; no character stands between them where it is copied. */
const groupsOf = (key: string): readonly string[] => key.match(/.{1,4}/g) ?? [key];

/** Amounts of one currency, as they are printed. */
interface Money {
  readonly decimals: number;
  readonly of: (amount: Amount) => string;
  readonly withSign: (amount: Amount) => string;
}

function moneyIn(currency: string): Money {
  const decimals = currencyDecimals(currency);
  const of = (amount: Amount): string => money(micros(amount), decimals);
  return { decimals, of, withSign: (amount) => `${currencySigns[currency] ?? ''}${of(amount)}` };
}

const itemView = (item: PdfReceiptItem, { decimals, of }: Money) => ({
  quantity: exact(micros(item.quantity)),
  unit: item.unit ?? '',
  description: item.description,
  sku: item.sku ?? '',
  price: exact(micros(item.price), decimals),
  discount: micros(item.discount) > 0n ? of(item.discount) : '',
  amount: of(item.amount),
});

/** The row before a total that prices with taxes add up to: what was taken off them. */
function grossRows({ items }: ReceiptPdfModel, { decimals }: Money): Row[] {
  const discount = items.reduce((sum, item) => sum + micros(item.discount), 0n);
  return discount > 0n ? [{ label: 'Descuentos', value: `-${money(discount, decimals)}` }] : [];
}

/** The rows before the total where prices are without taxes: subtotal, discount, taxes. */
function netRows(model: ReceiptPdfModel, { of }: Money): Row[] {
  return rowsOf([
    ['Subtotal', of(model.subtotal)],
    ['Descuento', micros(model.discount) > 0n ? `-${of(model.discount)}` : undefined],
    ...model.taxes.map(
      (tax) => [taxName(tax), `${tax.withholding ? '-' : ''}${of(tax.amount ?? '0')}`] as const,
    ),
  ]);
}

/** What is told after a total that prices with taxes add up to. */
const includedRows = ({ taxes, subtotal, discount }: ReceiptPdfModel, { of, decimals }: Money): Row[] => [
  {
    label: 'Importe sin impuestos',
    value: money(micros(subtotal) - micros(discount), decimals),
  },
  ...taxes.map((tax) => ({ label: `${taxName(tax)} incluido`, value: of(tax.amount ?? '0') })),
];

const refundRows = (refunds: readonly PdfRefund[], timezone: string, { withSign }: Money): Row[] =>
  refunds.map(({ date, total, reason, isPending }) => ({
    label: [`Devolución del ${dateOf(date, timezone)}`, reason, isPending && 'en trámite']
      .filter(Boolean)
      .join(' · '),
    value: withSign(total),
  }));

const dateOf = (instant: string, timezone: string): string => dateTime(instant, timezone).slice(0, 10);

/** What the customer is told of making an invoice of it; nothing of one that is canceled or in a global invoice. */
function selfInvoiceView(model: ReceiptPdfModel) {
  const { status, key, self_invoice_url: url, timezone } = model;
  const shown = { keyGroups: groupsOf(key), url, linkText: url.replace(/^https?:\/\//, ''), qr: qrPath(url) };
  const until = dateTime(model.expires_at, timezone).slice(0, 16);
  if (status === 'invoiced_to_customer')
    return {
      ...{ ...shown, title: 'Descargue su factura', text: 'Escanee el código o visite:' },
      textWithoutCode: 'Visite:',
    };
  if (status !== 'open') return undefined;
  if (!model.is_expired)
    return {
      ...{ ...shown, title: 'Facture su compra', text: `Hasta el ${until}, escanee el código o visite:` },
      textWithoutCode: `Hasta el ${until}, visite:`,
    };
  const text = `Venció el ${until}. Para obtener su factura, comuníquese con el establecimiento:`;
  const title = 'El plazo para facturar ha vencido';
  return { ...shown, qr: undefined, title, text, textWithoutCode: text };
}

/** Everything that the templates of a receipt print, already as text: they decide and calculate nothing. */
export function receiptView(model: ReceiptPdfModel) {
  const { organization, issuer, customer, label, timezone, currency, exchange } = model;
  const amounts = moneyIn(currency);
  const country = (key: string) => label('c_Pais', key);
  const folio = String(model.folio_number);
  const items = model.items.map((item) => itemView(item, amounts));
  const form = label('c_FormaPago', model.payment_form) ?? model.payment_form;
  const rate = currency !== 'MXN' && exchange;
  const name = organization.name || issuer.legal_name;
  const marks = marksOf(model);
  const inWords = micros(model.total) <= micros(LARGEST_AMOUNT_IN_WORDS);
  return {
    palette: paletteOf(organization.color),
    ...marks,
    marksBehind: marksBehind(marks.watermark, items.length),
    ...{ isCompact: false, uuid: undefined },
    title: 'Recibo de venta',
    heading: `Recibo ${folio}`,
    folio,
    logo: logoUri(organization.logo),
    initials: initialsOf(name),
    issuer: {
      name,
      legalName: name === issuer.legal_name ? undefined : issuer.legal_name,
      taxId: issuer.tax_id,
      regime: issuer.tax_system ? label('c_RegimenFiscal', issuer.tax_system) : undefined,
      address: addressLines(model.address ?? issuer.address, country),
      contact: [organization.phone, organization.support_email, organization.website].filter(Boolean),
    },
    header: rowsOf([
      ['Fecha', dateTime(model.date, timezone)],
      ['Sucursal', model.branch],
      ['Forma de pago', form],
      ['Moneda', currency === 'MXN' ? undefined : currency],
      ['Tipo de cambio', rate ? `1 ${currency} = ${exact(micros(rate), 2)} MXN` : undefined],
    ]),
    customer: customer ? { name: customer.legal_name, taxId: customer.tax_id ?? undefined } : undefined,
    items,
    hasDiscounts: items.some(({ discount }) => discount !== ''),
    totals: model.taxes_included ? grossRows(model, amounts) : netRows(model, amounts),
    totalLabel: `Total ${currency}`,
    total: amounts.withSign(model.total),
    isLongTotal: String(model.total).length > 14,
    included: model.taxes_included ? includedRows(model, amounts) : [],
    inWords: inWords ? amountInWords(amounts.of(model.total).replaceAll(',', ''), currency) : undefined,
    refunds: refundRows(model.refunds, timezone, amounts),
    selfInvoice: selfInvoiceView(model),
  };
}
