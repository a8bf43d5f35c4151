import { expect, it } from '@jest/globals';
import { START } from '#kernel';
import type { EventStore, RecordedEvent } from '#event-store';
import { MemoryFeed } from '#eventing/lanes/testing/memory-feed';
import { ForeignStream, ownStreamsOnly } from './own-streams.js';

const metadata = {
  ...{ organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false },
  ...{ commandId: 'command-1', correlationId: 'request-1', actor: 'key:test' },
};
const namesOf = (events: readonly RecordedEvent[]): string[] => events.map(({ streamId }) => streamId);

/** A store that all services share, as one of them sees it. */
function given(owns: readonly string[]): EventStore {
  const shared = new MemoryFeed();
  for (const stream of ['invoice-1', 'webhooks-1', 'invoice-2', 'webhooks-2']) shared.append(stream, {});
  return ownStreamsOnly(shared as unknown as EventStore, { reader: 'webhooks', owns });
}

it('shows a service its own streams', async () => {
  const store = given(['webhooks-']);
  expect(namesOf(await store.read('webhooks-1'))).toEqual(['webhooks-1']);
  expect(namesOf((await store.readFeedOf(['webhooks-'], START, 10)).events)).toEqual([
    'webhooks-1',
    'webhooks-2',
  ]);
  expect(namesOf(await store.readFeed(START, 10))).toEqual(['webhooks-1', 'webhooks-2']);
});

it('refuses streams of others, and says which, whose they are, and who has reached for them', async () => {
  const store = given(['webhooks-']);
  const says = 'webhooks reaches into the store for "invoice-1", which belongs to invoicing';
  await expect(store.read('invoice-1')).rejects.toThrow(says);
  await expect(store.append('invoice-1', -1, [], metadata)).rejects.toThrow(ForeignStream);
  await expect(store.readFeedOf(['webhooks-', 'invoice-'], START, 10)).rejects.toThrow(ForeignStream);
  await expect(store.readFeedOf([''], START, 10)).rejects.toThrow(ForeignStream);
});

it('has no feed for a service that owns no streams', async () => {
  const store = given([]);
  expect(await store.readFeed(START, 10)).toEqual([]);
  await expect(store.read('webhooks-1')).rejects.toThrow(ForeignStream);
});
