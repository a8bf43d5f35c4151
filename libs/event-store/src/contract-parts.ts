import { randomUUID } from 'node:crypto';
import type { EventMetadata, EventStore, NewEvent } from './port.js';

export interface StoreUnderTest {
  readonly store: EventStore;
  /** Another instance on the same data, as another process has it. */
  readonly twin: EventStore;
  dispose(): Promise<void>;
}

export const metadata: EventMetadata = {
  organizationId: '66f0c0c0c0c0c0c0c0c0c0c0',
  livemode: false,
  commandId: 'command-1',
  correlationId: 'request-1',
  actor: 'key:test',
};

export const newStream = (): string => `thing-${randomUUID()}`;

export const happened = (data: unknown = {}, type = 'ThingHappened'): NewEvent => ({
  id: randomUUID(),
  type,
  data,
});
