import { currencyDecimals, exact, micros, money } from './format.js';
import { rowsOf } from './rows.js';
import type { CatalogueName, InvoicePdfModel, PdfPayment } from './model.js';

/** The payments of a "Recibo de pagos" 2.0, each with the documents that it pays. */
export function paymentViews(
  { payments }: InvoicePdfModel,
  label: (catalogue: CatalogueName, key: string | null | undefined) => string | undefined,
  local: (iso: string | null | undefined) => string | undefined,
) {
  return (payments ?? []).map((payment) => {
    const currency = payment.currency ?? 'MXN';
    const paid = paidAmount(payment, currency);
    return {
      facts: rowsOf([
        ['Fecha de pago', local(payment.date)],
        ['Forma de pago', label('c_FormaPago', payment.payment_form)],
        ['Monto', paid === undefined ? undefined : `${money(paid, currencyDecimals(currency))} ${currency}`],
        [
          'Tipo de cambio',
          currency !== 'MXN' && payment.exchange
            ? `1 ${currency} = ${exact(micros(payment.exchange), 2)} MXN`
            : undefined,
        ],
        ['No. de operación', payment.numOperacion],
      ]),
      documents: payment.related_documents.map((document) => {
        const documentCurrency = document.currency ?? 'MXN';
        const decimals = currencyDecimals(documentCurrency);
        const before = micros(document.last_balance);
        const amount = micros(document.amount);
        return {
          uuid: document.uuid,
          folio: [document.series, document.folio_number].filter(Boolean).join('-'),
          installment: document.installment,
          currency: documentCurrency,
          before: money(before, decimals),
          amount: money(amount, decimals),
          after: money(before - amount, decimals),
        };
      }),
    };
  });
}

/** What was paid: as given, or the sum of the documents when all are in the payment's currency. */
function paidAmount(payment: PdfPayment, currency: string): bigint | undefined {
  if (payment.amount !== null && payment.amount !== undefined) return micros(payment.amount);
  if (payment.related_documents.some((document) => (document.currency ?? 'MXN') !== currency))
    return undefined;
  return payment.related_documents.reduce((sum, { amount }) => sum + micros(amount), 0n);
}
