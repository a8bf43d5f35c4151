import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { ReceiptChanges } from './changes.js';
import { AssignReceiptCustomerHandler, CancelReceiptHandler, FindReceiptRequestHandler } from './commands.js';
import { CreateReceiptHandler } from './create.js';
import { Holds } from './holds.js';
import { Receipts } from './receipts.js';
import { RequestKeys } from './requests.js';
import { ReceiptRows } from './store.js';

export const receiptHandlers = {
  'receipts.create': CreateReceiptHandler,
  'receipts.find-request': FindReceiptRequestHandler,
  'receipts.assign-customer': AssignReceiptCustomerHandler,
  'receipts.cancel': CancelReceiptHandler,
} satisfies LinePart<'receipts'>;

/** `InvoiceHolds` is the claims' to give. */
export const receiptProviders: Provider[] = [ReceiptRows, RequestKeys, Receipts, Holds, ReceiptChanges];
