import { expect, it } from '@jest/globals';
import type { AnyEventConsumer } from '#bus';
import type { StreamEvent } from '#kernel';
import { createLogger } from '#hosting/logging/logger';
import { placeAt } from '../feed/place.js';
import { LaneProgress } from './lane-progress.js';

const lane = (handle: AnyEventConsumer['handle']): AnyEventConsumer => ({
  ...{ name: 'publisher', streams: ['invoice-'], start: async () => undefined, handle },
});
const events = (count: number): StreamEvent[] => Array.from({ length: count }, () => ({}) as StreamEvent);

it('tells every five seconds how far lanes have come that are far behind, and when they have caught up', async () => {
  const lines: string[] = [];
  let nowMs = 0;
  const log = createLogger({ to: { write: (line) => void lines.push(line) } });
  const progress = new LaneProgress(log, () => nowMs);
  const counted = progress.count(lane(async () => undefined));
  // While a lane asks the owner, nobody knows how much is left.
  for (const behind of [undefined, 40_000, 20_000, 900, 0]) {
    await counted.handle(events(10_000), placeAt(0n));
    nowMs += 4_000;
    progress.look(behind);
    nowMs += 1_000;
    progress.look(behind);
  }
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told).toMatchObject([
    { msg: 'taking older events', perSecond: 2_000 },
    { msg: 'taking older events', left: 40_000, perSecond: 2_000 },
    { msg: 'taking older events', left: 20_000 },
    { msg: 'older events are taken' },
  ]);
  expect(told[0]).not.toHaveProperty('left');
});

it('counts nothing that a lane could not take', async () => {
  const progress = new LaneProgress(createLogger({ to: { write: () => undefined } }));
  const failing = progress.count(lane(() => Promise.reject(new Error('the broker is away'))));
  await expect(failing.handle(events(3), placeAt(0n))).rejects.toThrow('the broker is away');
});
