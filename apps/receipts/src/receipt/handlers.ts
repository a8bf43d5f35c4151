import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';

export const receiptHandlers = {} satisfies LinePart<'receipts'>;

export const receiptProviders: Provider[] = [];
