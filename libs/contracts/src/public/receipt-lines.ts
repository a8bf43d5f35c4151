import type { ReceiptClaimEvent } from '../receipt-claims.js';
import type { ReceiptEvent } from '../receipts.js';
import { internal, type Lines } from './lines.js';

const notYet = internal('not published yet');

export const receiptLines: Lines<ReceiptEvent> = {
  ReceiptIssued: notYet,
  ReceiptForgone: internal('takes an id out of use that never was a receipt'),
  ReceiptChangesForgone: internal('lets go of a hold; the receipt says what it said'),
  ReceiptCustomerAssigned: notYet,
  ReceiptReduced: notYet,
  ReceiptCanceled: notYet,
  ReceiptInvoiced: notYet,
  ReceiptReopened: notYet,
  ReceiptHandedOver: notYet,
  ReceiptCancellationUpdated: notYet,
  RefundAsked: notYet,
  RefundStamped: notYet,
  RefundUndone: notYet,
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
