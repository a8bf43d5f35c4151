import { decimal, formatDecimal } from '#kernel';
import { FIGURE_HEADERS, TAX_FIGURES } from '../figure-columns.js';
import { localTimeOf } from '../month.js';
import { efosOf, emisorOf, folioOf, isReceived, receptorOf, satStatusOf } from '../parties.js';
import { amount, moment, text, type Column } from '../sheets/columns.js';
import type { InvoiceRow } from './row.js';

const TYPES = { I: 'Ingreso', E: 'Egreso', P: 'Pago', N: 'Nómina', T: 'Traslado' } as const;

const CANCELLATIONS = {
  none: null,
  verifying: 'En verificación',
  pending: 'En espera de aceptación',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
  expired: 'Plazo vencido',
} as const;

const money = (value: number | null): string | null =>
  value === null ? null : formatDecimal(decimal(value), { min: 2 });

const percent = (rate: number): string => `${formatDecimal(decimal(rate, 8), { scale: 6 })}%`;

/** All taxes in words, with the rates that have no column of their own. */
const breakdownOf = ({ doc }: InvoiceRow): string =>
  doc.taxes
    .map(({ type, factor, rate, base, amount: sum, withholding }) => {
      const share =
        factor === 'Exento'
          ? 'exento'
          : factor === 'Cuota'
            ? `cuota ${rate}`
            : rate !== null && percent(rate);
      const name = [type, share, withholding && 'retenido'].filter(Boolean).join(' ');
      const amounts = [base !== null && `base ${money(base)}`, sum !== null && `importe ${money(sum)}`];
      return `${name}: ${amounts.filter(Boolean).join(', ')}`;
    })
    .join('; ');

const paidOf = ({ doc }: InvoiceRow): string =>
  [
    ...new Set(
      doc.complements.flatMap((complement) =>
        complement.type === 'pago'
          ? complement.data.flatMap(({ related_documents: documents }) => documents.map(({ uuid }) => uuid))
          : [],
      ),
    ),
  ].join(' ');

const relatedOf = ({ doc }: InvoiceRow): string =>
  doc.related_documents
    .map(({ relationship, documents }) => `${relationship}: ${documents.join(' ')}`)
    .join('; ');

/** One row for each document, with what an accountant looks for in it. */
export const INVOICE_COLUMNS: readonly Column<InvoiceRow>[] = [
  text('Emitido o recibido', ({ doc }) => (isReceived(doc) ? 'Recibido' : 'Emitido')),
  text('UUID', ({ doc }) => doc.uuid, 38),
  text('Tipo', ({ doc }) => TYPES[doc.type]),
  text('Serie', ({ doc }) => doc.series),
  text('Folio', ({ doc }) => folioOf(doc)),
  moment('Fecha', ({ fecha }) => fecha),
  text('RFC emisor', ({ doc }) => emisorOf(doc).rfc),
  text('Nombre emisor', ({ doc }) => emisorOf(doc).name, 32),
  text('Régimen emisor', ({ doc }) => emisorOf(doc).taxSystem),
  text('RFC receptor', ({ doc }) => receptorOf(doc).rfc),
  text('Nombre receptor', ({ doc }) => receptorOf(doc).name, 32),
  text('Régimen receptor', ({ doc }) => receptorOf(doc).taxSystem),
  text('Uso CFDI', ({ doc }) => doc.use),
  text('Forma de pago', ({ doc }) => doc.payment_form),
  text('Método de pago', ({ doc }) => doc.payment_method),
  text('Moneda', ({ doc }) => doc.currency),
  { header: 'Tipo de cambio', kind: 'rate', of: ({ doc }) => rate(doc.exchange) },
  amount('Subtotal', ({ doc }) => money(doc.subtotal)),
  amount('Descuento', ({ doc }) => money(doc.discount)),
  ...TAX_FIGURES.map((figure) =>
    amount<InvoiceRow>(FIGURE_HEADERS[figure], ({ taxes }) => taxes[figure] ?? null),
  ),
  amount('Total', ({ doc }) => money(doc.total)),
  amount('Monto de los pagos (MXN)', ({ doc }) =>
    doc.type === 'P' ? money(doc.total_payment_amount_converted) : null,
  ),
  amount('Saldo', ({ doc }) => money(doc.amount_due)),
  text('Estado', ({ doc }) => (doc.status === 'canceled' ? 'Cancelado' : 'Vigente')),
  text('Estado de cancelación', ({ doc }) => CANCELLATIONS[doc.cancellation_status]),
  moment('Fecha de cancelación', ({ doc }) => doc.canceled_at && localTimeOf(doc, doc.canceled_at)),
  text('UUID relacionados', relatedOf, 38),
  text('UUID pagados', paidOf, 38),
  text('Desglose de impuestos', breakdownOf, 40),
  text('Estado ante el SAT', ({ doc }) => satStatusOf(doc)),
  text('EFOS', ({ doc }) => efosOf(doc)),
  text('Id', ({ doc }) => doc.id, 26),
];

const rate = (exchange: number | null): string | null =>
  exchange === null ? null : formatDecimal(decimal(exchange));
