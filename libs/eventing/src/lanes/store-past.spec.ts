import { expect, it } from '@jest/globals';
import { partitionOf } from '#bus/kafka/partitioner';
import { StorePast } from './store-past.js';
import { MemoryFeed } from './testing/memory-feed.js';

const PARTITION = partitionOf('petition-1', 3);

it('looks no further than what was stored when it was asked: a store that is never quiet has an end too', async () => {
  const store = new MemoryFeed();
  store.append('petition-1', { n: 1 });
  store.before = async () => store.append('mail-1', { n: 0 });
  const page = await new StorePast(store, 3).read('petition', PARTITION, 0n, 10);
  expect(page).toMatchObject({ events: [{ data: { n: 1 } }], end: true });
  expect(store.reads).toBe(1);
});

it('comes back where nobody waits any more, with how far it has looked', async () => {
  const store = new MemoryFeed();
  store.append('mail-1', ...Array.from({ length: 2_000 }, () => ({ n: 0 })));
  const past = new StorePast(store, 3);
  const page = await past.read('petition', PARTITION, 0n, 10, AbortSignal.abort());
  expect(page).toEqual({ events: [], looked: 1_000n, end: false });
});
