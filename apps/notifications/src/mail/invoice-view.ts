import type { Language } from '#kernel';
import type { InvoiceDoc, InvoiceMail } from '#contracts';
import { currencyDecimals, dateTime, micros, money } from '#pdf/format';
import { rowsOf } from '#pdf/rows';
import { oneLine, webAddress, type MailLook, type MailView } from './view.js';

interface Words {
  readonly kinds: Readonly<Record<string, { readonly name: string; readonly canceled: string }>>;
  readonly subject: (document: string, organization: string) => string;
  readonly test: string;
  readonly testNotice: string;
  readonly canceledNotice: (at: string | null) => string;
  readonly greeting: (name: string) => string;
  readonly sent: (organization: string) => string;
  readonly files: (canceled: boolean) => string;
  readonly labels: Readonly<
    Record<'issuer' | 'receiver' | 'folio' | 'uuid' | 'date' | 'total' | 'verify', string>
  >;
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    kinds: {
      I: { name: 'Factura', canceled: 'cancelada' },
      E: { name: 'Nota de crédito', canceled: 'cancelada' },
      P: { name: 'Complemento de pago', canceled: 'cancelado' },
      N: { name: 'Recibo de nómina', canceled: 'cancelado' },
      T: { name: 'Comprobante de traslado', canceled: 'cancelado' },
    },
    subject: (document, organization) => `${document} de ${organization}`,
    test: 'Prueba',
    testNotice: 'Documento de prueba: no tiene validez fiscal.',
    canceledNotice: (at) => `Este comprobante fue cancelado ante el SAT${at === null ? '' : ` el ${at}`}.`,
    greeting: (name) => `Estimado cliente ${name}:`,
    sent: (organization) => `${organization} le envía este comprobante fiscal digital.`,
    files: (canceled) =>
      canceled
        ? 'Adjuntos a este correo van el comprobante en XML y PDF y, si el SAT lo entregó, el acuse de su cancelación.'
        : 'Adjuntos a este correo van el comprobante en XML, que conviene conservar, y su representación en PDF.',
    labels: {
      issuer: 'Emisor',
      receiver: 'Receptor',
      folio: 'Folio',
      uuid: 'Folio fiscal (UUID)',
      date: 'Fecha',
      total: 'Total',
      verify: 'Verificar en el SAT',
    },
  },
  en: {
    kinds: {
      I: { name: 'Invoice', canceled: 'canceled' },
      E: { name: 'Credit note', canceled: 'canceled' },
      P: { name: 'Payment receipt', canceled: 'canceled' },
      N: { name: 'Payroll receipt', canceled: 'canceled' },
      T: { name: 'Transfer document', canceled: 'canceled' },
    },
    subject: (document, organization) => `${document} from ${organization}`,
    test: 'Test',
    testNotice: 'Test document: it is not valid for tax purposes.',
    canceledNotice: (at) =>
      `This document was canceled before the tax authority (SAT)${at === null ? '' : ` on ${at}`}.`,
    greeting: (name) => `Dear ${name},`,
    sent: (organization) => `${organization} sends you this digital tax document (CFDI).`,
    files: (canceled) =>
      canceled
        ? 'Attached are the document as XML and PDF and, where the SAT gave one, the receipt of its cancellation.'
        : 'Attached are the document as XML, which should be kept, and its printed form as PDF.',
    labels: {
      issuer: 'Issuer',
      receiver: 'Receiver',
      folio: 'Number',
      uuid: 'Fiscal folio (UUID)',
      date: 'Date',
      total: 'Total',
      verify: 'Verify with the SAT',
    },
  },
};

/** The mail of an invoice. `timezone` (IANA) is that of the dates in it. */
export function invoiceView(
  { invoice }: InvoiceMail['data'],
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const text = words[language];
  const { labels } = text;
  const kind = text.kinds[invoice.type] ?? text.kinds['I'];
  const canceled = invoice.status === 'canceled';
  const folio = [invoice.series, invoice.folio_number]
    .filter((part) => part !== null && part !== '')
    .join(' ');
  const name = oneLine(organization.name);
  const document = [kind?.name, folio, canceled && kind?.canceled].filter(Boolean).join(' ');
  const party = (one: InvoiceDoc['customer'] | InvoiceDoc['issuer_info']) =>
    one && oneLine([one.legal_name, one.tax_id].filter(Boolean).join(' · '));
  const at = (instant: string | null) => instant && dateTime(instant, timezone);
  // The tax authority knows nothing of a test document: its page would call it false.
  const verification = invoice.livemode ? webAddress(invoice.verification_url) : undefined;
  return {
    subject: oneLine(`${invoice.livemode ? '' : `[${text.test}] `}${text.subject(document, name)}`),
    heading: document,
    notice:
      [canceled && text.canceledNotice(at(invoice.canceled_at)), !invoice.livemode && text.testNotice]
        .filter(Boolean)
        .join(' ') || null,
    paragraphs: [
      ...(invoice.customer ? [text.greeting(oneLine(invoice.customer.legal_name))] : []),
      `${text.sent(name)} ${text.files(canceled)}`,
    ],
    facts: rowsOf([
      [labels.issuer, party(invoice.issuer_info)],
      [labels.receiver, party(invoice.customer)],
      [labels.folio, folio],
      [labels.date, at(invoice.date)],
      [labels.uuid, invoice.uuid],
    ]),
    // Payments and transfers have no amount of their own: XXX, "no currency".
    total: invoice.currency === 'XXX' ? null : { label: labels.total, value: amount(invoice) },
    button: verification === undefined ? null : { label: labels.verify, href: verification },
    notes: [],
  };
}

const amount = ({ total, currency }: InvoiceDoc): string =>
  `$${money(micros(total), currencyDecimals(currency))} ${currency}`;
