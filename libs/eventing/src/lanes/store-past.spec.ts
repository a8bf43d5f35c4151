import { expect, it } from '@jest/globals';
import { readPosition, type Position } from '#kernel';
import { follow } from '#bus';
import { partitionOf } from '#bus/kafka/partitioner';
import type { RecordedEvent } from '#event-store';
import { StorePast } from './store-past.js';

/** 1,300 events: every third is of a petition, the others of collections of them. */
const feed = Array.from({ length: 1_300 }, (_, n) => ({
  position: readPosition(BigInt(2 * n + 1)),
  streamId: n % 3 === 0 ? `petition-${n % 40}` : `petitions-${n % 40}`,
})) as unknown as RecordedEvent[];
const store = {
  readFeedOf: async (prefixes: readonly string[], after: Position, limit: number) => {
    const way = feed.filter(({ position }) => position > after).slice(0, limit);
    return { events: [...follow({ streams: prefixes }, way)], looked: way.at(-1)?.position ?? after };
  },
};
const past = new StorePast(store, 3);

async function readAll(aggregate: string, partition: number, limit: number): Promise<Position[]> {
  const found: Position[] = [];
  for (;;) {
    const { events, end } = await past.read(aggregate, partition, found.at(-1) ?? 0n, limit);
    found.push(...events.map(({ position }) => position));
    if (end) return found;
    expect(events).toHaveLength(limit);
  }
}

it.each([
  ['petition', 0],
  ['petition', 2],
  ['petitions', 1],
] as const)('gives the events of %s/%i alone, in pages, to the end', async (aggregate, partition) => {
  const own = feed.filter(
    ({ streamId }) => streamId.startsWith(`${aggregate}-`) && partitionOf(streamId, 3) === partition,
  );
  expect(own.length).toBeGreaterThan(50);
  for (const limit of [7, own.length, 5_000])
    expect(await readAll(aggregate, partition, limit)).toEqual(own.map(({ position }) => position));
});

it('says that it is the end where there is nothing', async () => {
  expect(await past.read('mail', 0, 0n, 5)).toEqual({ events: [], end: true });
  expect(await past.read('petition', 0, readPosition(10_000n), 5)).toEqual({ events: [], end: true });
});
