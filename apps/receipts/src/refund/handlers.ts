import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';

export const refundHandlers = {} satisfies LinePart<'receipts'>;

export const refundProviders: Provider[] = [];
