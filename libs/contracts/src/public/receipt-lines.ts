import type { ReceiptClaimEvent } from '../receipt-claims.js';
import type { ReceiptImportEvent } from '../receipt-imports.js';
import type { ReceiptEvent, Refund } from '../receipts.js';
import { excerpt } from './excerpt.js';
import { reasonsV1 } from './document-lines.js';
import { customerV1, itemV1, totalsV1 } from './invoice-lines.js';
import { internal, type Lines } from './lines.js';
import type { RefundV1 } from './receipt-types.js';

const refundV1 = ({ id, lines, total, reason }: Refund): RefundV1 => ({
  ...{ id, total, reason },
  lines: excerpt(lines, ({ item, quantity }) => ({ item, quantity })),
});

/** The public events of receipts. */
export const receiptLines: Lines<ReceiptEvent> = {
  ReceiptIssued: [
    {
      as: 'receipt.issued.v1',
      data: ({ content, folio_number, expires_at, totals }) => ({
        ...{ folio_number, date: content.date, expires_at },
        ...{
          payment_form: content.payment_form,
          currency: content.currency,
          exchange: content.exchange,
        },
        customer: content.customer && customerV1(content.customer),
        branch: content.branch,
        external_id: content.external_id,
        items: excerpt(content.items, itemV1),
        totals: totalsV1(totals),
      }),
    },
  ],
  ReceiptForgone: internal('takes an id out of use that never was a receipt'),
  ReceiptChangesForgone: internal('lets go of a hold; the receipt says what it said'),
  ReceiptCustomerAssigned: [
    { as: 'receipt.customer_assigned.v1', data: ({ customer }) => ({ customer: customerV1(customer) }) },
  ],
  ReceiptReduced: [
    {
      as: 'receipt.reduced.v1',
      data: ({ refund, items, totals }) => ({
        refund: refundV1(refund),
        items: excerpt(items, itemV1),
        totals: totalsV1(totals),
      }),
    },
  ],
  ReceiptCanceled: [{ as: 'receipt.canceled.v1', data: ({ invoice }) => ({ invoice }) }],
  ReceiptInvoiced: [
    { as: 'receipt.invoiced.v1', data: ({ invoice, as, origin }) => ({ invoice, as, origin }) },
  ],
  ReceiptReopened: [{ as: 'receipt.reopened.v1', data: ({ invoice, motive }) => ({ invoice, motive }) }],
  ReceiptHandedOver: [{ as: 'receipt.handed_over.v1', data: ({ from, invoice }) => ({ from, invoice }) }],
  ReceiptCancellationUpdated: [
    {
      as: 'receipt.cancellation_updated.v1',
      data: ({ invoice, status }) => ({ invoice, cancellation_status: status }),
    },
  ],
  RefundAsked: [
    {
      as: 'receipt.refund_requested.v1',
      data: ({ refund, invoice, credit_note }) => ({ refund: refundV1(refund), invoice, credit_note }),
    },
  ],
  RefundStamped: [
    {
      as: 'receipt.refunded.v1',
      data: ({ refund_id, credit_note }) => ({ refund: refund_id, credit_note }),
    },
  ],
  RefundUndone: [
    {
      as: 'receipt.refund_undone.v1',
      data: ({ refund_id, credit_note, code, details }) => ({
        ...{ refund: refund_id, credit_note, code },
        reasons: reasonsV1(details),
      }),
    },
  ],
};

const ownBusiness = internal('how an invoice comes to its receipts; they tell what became of them');

export const receiptClaimLines: Lines<ReceiptClaimEvent> = {
  ReceiptsClaimed: ownBusiness,
  ClaimForgone: ownBusiness,
  ClaimStamped: ownBusiness,
  ClaimFreed: ownBusiness,
  ClaimReleased: ownBusiness,
  ReceiptsTakenOver: ownBusiness,
};

const importing = internal('how far a file of receipts has been read; the receipts tell of themselves');

export const receiptImportLines: Lines<ReceiptImportEvent> = {
  ReceiptImportBegun: importing,
  ReceiptImportAdvanced: importing,
};
