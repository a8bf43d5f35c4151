import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { BatchKeys, ClaimReceiptBatchHandler, CreateReceiptsHandler } from './commands.js';
import { ReceiptsAtOnce } from './receipts-at-once.js';
import { ManyRows } from './rows.js';

export const manyHandlers = {
  'receipts.create-many': CreateReceiptsHandler,
  'receipts.claim-batch': ClaimReceiptBatchHandler,
} satisfies LinePart<'receipts'>;

export const manyProviders: Provider[] = [ManyRows, ReceiptsAtOnce, BatchKeys];
