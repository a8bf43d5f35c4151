import { decimal, formatDecimal, mulDiv, pow10, MICROS_SCALE, type Language } from '#kernel';
import type { InvoicePreview, ReceiptDoc, TaxSummaryDoc } from '#contracts';
import { formasPago } from '#sat';
import { dateTime, localeOf } from '../dates.js';
import { texts } from './texts.js';
import type { AmountView, SaleView } from './template.js';

/** Lines that a page shows; the invoice has them all. */
const SHOWN_LINES = 100;

/** An amount as people write it. Never computed with: it comes as decimal text, or as the answer's number. */
export function money(amount: string | number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    ...{ style: 'currency', currency, currencyDisplay: currency === 'MXN' ? 'narrowSymbol' : 'code' },
  });
  return format.format(amount as Intl.StringNumericLiteral);
}

const TAXES: Readonly<Record<string, string>> = { IVA: 'IVA', ISR: 'ISR', IEPS: 'IEPS' };

/** A tax of the summary: `IVA 16 %`, `IVA exento`; `ISR retenido`, as a document sums up what is withheld without its rates. */
export function taxView(tax: TaxSummaryDoc, currency: string, language: Language): AmountView {
  const { type, factor, rate, amount, withholding } = tax;
  const words = texts[language];
  const exempt = factor === 'Exento' ? words.exempt : '';
  const rateText = rate === null ? exempt : factor === 'Cuota' ? String(rate) : percent(rate);
  const name = [TAXES[type] ?? type, rateText, withholding ? words.withheld : ''].filter(Boolean).join(' ');
  const value = money(amount ?? 0, currency, language);
  return { name, value: withholding ? `−${value}` : value };
}

const percent = (rate: number): string => `${formatDecimal(decimal(rate) * 100n, { scale: MICROS_SCALE })} %`;

interface Amounts {
  readonly subtotal: number | null;
  readonly discount: number | null;
  readonly total: number | null;
  readonly taxes: readonly TaxSummaryDoc[];
  readonly currency: string;
}

function amountViews(amounts: Amounts, language: Language): AmountView[] {
  const { subtotal, discount, total, taxes, currency } = amounts;
  const words = texts[language].totals;
  const view = (name: string, amount: number) => ({ name, value: money(amount, currency, language) });
  return [
    view(words.subtotal, subtotal ?? 0),
    ...(discount
      ? [{ ...view(words.discount, discount), value: `−${money(discount, currency, language)}` }]
      : []),
    ...taxes.map((tax) => taxView(tax, currency, language)),
    {
      ...view(words.total, total ?? 0),
      value: `${money(total ?? 0, currency, language)} ${currency}`,
      strong: true,
    },
  ];
}

const rest = (count: number, language: Language): string | null =>
  count > SHOWN_LINES ? texts[language].moreLines(count - SHOWN_LINES) : null;

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A receipt as its customer knows it: prices as they were sold. */
export function receiptSale(receipt: ReceiptDoc, language: Language, timeZone: string): SaleView {
  const { items, currency, branch, folio_number, date, expires_at, payment_form } = receipt;
  const words = texts[language];
  const payment = formasPago.find(payment_form);
  const facts = [
    { name: words.facts.number, value: `${folio_number} · ${receipt.key}` },
    { name: words.facts.date, value: dateTime(date, language, timeZone) },
    ...(branch ? [{ name: words.facts.branch, value: branch }] : []),
    ...(payment
      ? [
          {
            name: words.facts.payment,
            value: sentence(language === 'es' ? payment.label : (payment.en ?? payment.label)),
          },
        ]
      : []),
    { name: words.facts.until, value: dateTime(expires_at, language, timeZone) },
  ];
  const lines = items.slice(0, SHOWN_LINES).map(({ quantity, discount, product }) => {
    const full = mulDiv(decimal(quantity), decimal(product.price), pow10(MICROS_SCALE));
    const amount = formatDecimal(full - decimal(discount));
    return {
      quantity: new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 6 }).format(quantity),
      what: product.description,
      amount: money(amount, currency, language),
    };
  });
  return {
    ...{ title: words.receipt, facts, heads: words.lines, lines, rest: rest(items.length, language) },
    amounts: amountViews(receipt, language),
  };
}

/** The invoice that receipts would become. */
export function invoiceSale({ invoice, lines }: InvoicePreview, language: Language): SaleView {
  const words = texts[language];
  const { currency, items } = invoice;
  return {
    ...{ title: words.linesTitle, facts: [], heads: words.lines, rest: rest(items.length, language) },
    lines: items.slice(0, SHOWN_LINES).map(({ quantity, product }, index) => ({
      quantity: new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 6 }).format(quantity),
      what: product.description,
      amount: money(lines[index]?.amount ?? '0', currency, language),
    })),
    amounts: amountViews(invoice, language),
  };
}

/** What several receipts add up to. */
export const sumOf = (receipts: readonly ReceiptDoc[]): string =>
  formatDecimal(receipts.reduce((sum, { total }) => sum + decimal(total), 0n));
