import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { ReceiptChanges } from './changes.js';
import { Holds } from './holds.js';
import { Receipts } from './receipts.js';
import { ReceiptRows } from './store.js';

export const receiptHandlers = {} satisfies LinePart<'receipts'>;

/** `InvoiceHolds` is the claims' to give. */
export const receiptProviders: Provider[] = [ReceiptRows, Receipts, Holds, ReceiptChanges];
