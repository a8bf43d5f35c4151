import type { GlobalsEvent } from '../automatic-globals.js';
import { nobody, type ToldLines } from './lines.js';

/** What is told of automatic global invoices: what somebody may want to see to. Invoices that are made tell of themselves. */
export const toldOfGlobals: ToldLines<GlobalsEvent> = {
  ReceiptPeriodOpened: nobody('follows from the settings of the organization'),
  AutomaticGlobalsEnded: nobody('follows from the settings of the organization'),
  ReceiptPeriodEnding: ['global_period.upcoming'],
  GlobalInvoiceAsked: nobody('the invoice is told of, once it is stamped'),
  GlobalInvoiceNotMade: ['global_period.invoice_failed'],
  ReceiptPeriodSwept: nobody('nothing is left to be invoiced for now'),
  ReceiptPeriodClosed: ({ data: { invoices, left_out } }) =>
    invoices.length + left_out.length > 0 ? ['global_period.closed'] : [],
};
