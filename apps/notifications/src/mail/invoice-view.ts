import type { Language } from '#kernel';
import type { InvoiceDoc, InvoiceMail } from '#contracts';
import { currencyDecimals, micros, money } from '#pdf/format';
import { stampedView, type StampedMail } from './stamped-view.js';
import type { MailLook, MailView } from './view.js';

interface Words {
  readonly kinds: Readonly<Record<InvoiceDoc['type'], StampedMail['kind']>>;
  readonly total: string;
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
    total: 'Total',
  },
  en: {
    kinds: {
      I: { name: 'Invoice', canceled: 'canceled' },
      E: { name: 'Credit note', canceled: 'canceled' },
      P: { name: 'Payment receipt', canceled: 'canceled' },
      N: { name: 'Payroll receipt', canceled: 'canceled' },
      T: { name: 'Transfer document', canceled: 'canceled' },
    },
    total: 'Total',
  },
};

/** The mail of an invoice. `timezone` (IANA) is that of the dates in it. */
export function invoiceView({ invoice }: InvoiceMail['data'], look: MailLook, timezone: string): MailView {
  const { kinds, total } = words[look.language];
  const { livemode, canceled_at, uuid, verification_url, date, type } = invoice;
  const mail: StampedMail = {
    ...{ livemode, canceled_at, uuid, verification_url, date },
    kind: kinds[type],
    folio: [invoice.series, invoice.folio_number].filter((part) => part !== null && part !== '').join(' '),
    canceled: invoice.status === 'canceled',
    ...{ issuer: invoice.issuer_info, receiver: invoice.customer },
    // Payments and transfers have no amount of their own: XXX, "no currency".
    total: type === 'P' || type === 'T' ? null : { label: total, value: amount(invoice) },
  };
  return stampedView(mail, look, timezone);
}

const amount = ({ total, currency }: InvoiceDoc): string =>
  `$${money(micros(total), currencyDecimals(currency))} ${currency}`;
