import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';

export const claimHandlers = {} satisfies LinePart<'receipts'>;

export const claimProviders: Provider[] = [];
