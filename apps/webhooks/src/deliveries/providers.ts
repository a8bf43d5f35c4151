import type { Provider } from '@nestjs/common';
import { Sender } from '../sending/send.js';
import { Deliveries, DELIVERY_PARTS, DELIVERY_SENDER } from './deliveries.js';
import { Redeliveries } from './manual.js';
import { SignedParts } from './parts.js';

/** What delivers; it handles no commands. */
export const deliveryProviders: Provider[] = [
  SignedParts,
  { provide: DELIVERY_PARTS, useExisting: SignedParts },
  { provide: DELIVERY_SENDER, useExisting: Sender },
  Deliveries,
  Redeliveries,
];
