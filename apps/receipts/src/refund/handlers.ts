import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { ContinueRefundHandler, RefundReceiptHandler, SettleRefundHandler } from './commands.js';
import { CreditNotes } from './credit-notes.js';

export const refundHandlers = {
  'receipts.refund': RefundReceiptHandler,
  'receipts.continue-refund': ContinueRefundHandler,
  'receipts.settle-refund': SettleRefundHandler,
} satisfies LinePart<'receipts'>;

export const refundProviders: Provider[] = [CreditNotes];
