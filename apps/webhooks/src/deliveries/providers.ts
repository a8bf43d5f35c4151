import type { Provider } from '@nestjs/common';

/** What delivers; it handles no commands. */
export const deliveryProviders: Provider[] = [];
