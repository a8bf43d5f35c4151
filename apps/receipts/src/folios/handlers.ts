import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';

export const folioHandlers = {} satisfies LinePart<'receipts'>;

export const folioProviders: Provider[] = [];
