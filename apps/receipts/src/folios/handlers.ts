import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { ReadReceiptFoliosHandler, SetReceiptFoliosHandler } from './commands.js';
import { ReceiptFolios } from './folios.js';

export const folioHandlers = {
  'receipts.read-folios': ReadReceiptFoliosHandler,
  'receipts.set-folios': SetReceiptFoliosHandler,
} satisfies LinePart<'receipts'>;

export const folioProviders: Provider[] = [ReceiptFolios];
