import type { GlobalsEvent } from '../automatic-globals.js';
import { internal, type Lines } from './lines.js';

const ofPlan = internal(
  'how automatic global invoices are planned; invoices and receipts tell what became of it',
);

export const globalsLines: Lines<GlobalsEvent> = {
  ReceiptPeriodOpened: ofPlan,
  AutomaticGlobalsEnded: ofPlan,
  ReceiptPeriodEnding: ofPlan,
  GlobalInvoiceAsked: ofPlan,
  GlobalInvoiceNotMade: ofPlan,
  ReceiptPeriodSwept: ofPlan,
  ReceiptPeriodClosed: ofPlan,
};
