import type { Language } from '#kernel';
import type { PrintedReceipt, ReceiptDoc } from '#contracts';
import { currencyDecimals, dateTime, micros, money } from '#pdf/format';
import { rowsOf } from '#pdf/rows';
import { oneLine, webAddress, type MailLook, type MailView } from './view.js';

type Status = ReceiptDoc['status'] | 'expired';

interface Words {
  readonly subject: (folio: number, organization: string) => string;
  readonly heading: (folio: number) => string;
  readonly test: string;
  readonly testNotice: string;
  /** What the customer can do, by what became of the receipt. */
  readonly standing: Readonly<Record<Status, (until: string) => string>>;
  readonly thanks: (organization: string) => string;
  readonly button: Readonly<Partial<Record<Status, string>>>;
  readonly secret: string;
  readonly labels: Readonly<Record<'folio' | 'date' | 'branch' | 'key' | 'total', string>>;
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    subject: (folio, organization) => `Recibo ${folio} de ${organization}`,
    heading: (folio) => `Recibo ${folio}`,
    test: 'Prueba',
    testNotice: 'Recibo de prueba: no ampara ninguna venta.',
    thanks: (organization) => `${organization} le envía el recibo de su compra, adjunto en PDF.`,
    standing: {
      open: (until) => `Si necesita factura, puede obtenerla en línea con su clave hasta el ${until}.`,
      expired: (until) =>
        `El plazo para facturar en línea venció el ${until}. Para obtener su factura, responda a este correo o comuníquese con el establecimiento.`,
      invoiced_to_customer: () => 'La factura de esta compra ya fue emitida. Puede descargarla en línea.',
      invoiced_globally: () => 'Esta compra forma parte de la factura global del periodo.',
      canceled: () => 'Este recibo fue cancelado y ya no puede facturarse.',
    },
    button: { open: 'Facturar mi compra', invoiced_to_customer: 'Descargar mi factura' },
    secret: 'Con la clave o el enlace cualquier persona puede facturar esta compra: no los comparta.',
    labels: {
      ...{ folio: 'Recibo', date: 'Fecha', branch: 'Sucursal', key: 'Clave de facturación', total: 'Total' },
    },
  },
  en: {
    subject: (folio, organization) => `Receipt ${folio} from ${organization}`,
    heading: (folio) => `Receipt ${folio}`,
    test: 'Test',
    testNotice: 'Test receipt: it stands for no sale.',
    thanks: (organization) => `${organization} sends you the receipt of your purchase, attached as PDF.`,
    standing: {
      open: (until) => `If you need an invoice, you can get it online with your key until ${until}.`,
      expired: (until) =>
        `The time to get an invoice online ended on ${until}. To get one, reply to this mail or contact the shop.`,
      invoiced_to_customer: () => 'The invoice of this purchase was issued. You can download it online.',
      invoiced_globally: () => 'This purchase is part of the global invoice of its period.',
      canceled: () => 'This receipt was canceled and can no longer be invoiced.',
    },
    button: { open: 'Get my invoice', invoiced_to_customer: 'Download my invoice' },
    secret: 'Anyone with the key or the link can invoice this purchase: do not share them.',
    labels: {
      ...{ folio: 'Receipt', date: 'Date', branch: 'Branch', key: 'Invoicing key', total: 'Total' },
    },
  },
};

/** The mail of a receipt. `timezone` (IANA) is that of the dates in it. */
export function receiptView(
  { receipt, self_invoice_url, is_expired }: PrintedReceipt,
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const text = words[language];
  const { labels } = text;
  const { folio_number: folio, status, livemode, key } = receipt;
  const standing: Status = status === 'open' && is_expired ? 'expired' : status;
  const name = oneLine(organization.name);
  const label = text.button[standing];
  const href = webAddress(self_invoice_url);
  const told = text.standing[standing](dateTime(receipt.expires_at, timezone).slice(0, 16));
  const isOver = standing === 'canceled';
  return {
    subject: oneLine(`${livemode ? '' : `[${text.test}] `}${text.subject(folio, name)}`),
    heading: text.heading(folio),
    notice: [isOver && told, !livemode && text.testNotice].filter(Boolean).join(' ') || null,
    paragraphs: [text.thanks(name), ...(isOver ? [] : [told])],
    facts: rowsOf([
      [labels.folio, String(folio)],
      [labels.date, dateTime(receipt.date, timezone)],
      [labels.branch, receipt.branch && oneLine(receipt.branch)],
      // Whoever can do nothing with it is not shown it.
      [labels.key, label && `${key.slice(0, 4)} ${key.slice(4)}`],
    ]),
    total: { label: labels.total, value: amount(receipt) },
    button: label === undefined || href === undefined ? null : { label, href },
    notes: label === undefined ? [] : [text.secret],
  };
}

const amount = ({ total, currency }: ReceiptDoc): string =>
  `$${money(micros(total), currencyDecimals(currency))} ${currency}`;
