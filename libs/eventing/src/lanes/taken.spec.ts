import { expect, it } from '@jest/globals';
import { readPosition, writePosition, type Position } from '#kernel';
import { partitionOf } from '#bus/kafka/partitioner';
import type { AnyEventConsumer } from '#bus';
import type { RecordedEvent } from '#event-store';
import { placeAt } from '../feed/place.js';
import { TakenByLanes } from './taken.js';

const PARTITIONS = 3;
const inPartition = (prefix: string, partition: number): string => {
  for (let n = 0; ; n += 1)
    if (partitionOf(`${prefix}${n}`, PARTITIONS) === partition) return `${prefix}${n}`;
};
const at = (position: number, streamId: string): RecordedEvent =>
  ({ position: readPosition(BigInt(position)), streamId }) as RecordedEvent;

const follower = (name: string) => {
  const taken: number[] = [];
  const places: string[] = [];
  const consumer: AnyEventConsumer<RecordedEvent> = {
    ...{ name, streams: ['invoice-', 'stamping-', 'inbound-mail-'] },
    start: async () => placeAt(readPosition(3n)),
    handle: async (events, place) => {
      taken.push(...events.map(({ position }) => Number(writePosition(position))));
      places.push(place);
    },
  };
  return { consumer, taken, places };
};

it('the feed brings again what each lane has not taken, and nothing else', async () => {
  const positions = new Map([
    ['process@own', readPosition(20n)],
    ['process@stamping/1', readPosition(10n)],
    ['process@inbound-mail/2', readPosition(30n)],
    ['other@stamping/0', readPosition(99n)],
  ]);
  const { consumer, taken, places } = follower('process');
  const rest = new TakenByLanes(positions, PARTITIONS).passOver(consumer, ['invoice-']);
  expect(await rest.start(() => undefined)).toBe('3');
  const all = [
    at(4, 'invoice-1'),
    at(5, inPartition('stamping-', 0)),
    at(10, inPartition('stamping-', 1)),
    at(11, inPartition('stamping-', 1)),
    at(19, inPartition('stamping-', 2)),
    at(20, 'invoice-2'),
    at(21, 'invoice-2'),
    at(30, inPartition('inbound-mail-a-', 2)),
    at(31, inPartition('inbound-mail-a-', 2)),
  ];
  await (rest as AnyEventConsumer<RecordedEvent>).handle(all, placeAt(readPosition(40n)));
  expect(taken).toEqual([5, 11, 19, 21, 31]);
  expect(places).toEqual(['40']);
});

it('a consumer without such lanes is the same as before', () => {
  const { consumer } = follower('process');
  for (const positions of [new Map<string, Position>(), new Map([['process2@own', readPosition(5n)]])])
    expect(new TakenByLanes(positions, PARTITIONS).passOver(consumer, [])).toBe(consumer);
});

it('the feed brings what only a newer program knows: no lane has taken it', async () => {
  const { consumer, taken } = follower('process');
  const rest = new TakenByLanes(new Map([['process@stamping/0', readPosition(9n)]]), PARTITIONS).passOver(
    consumer,
    [],
  );
  await (rest as AnyEventConsumer<RecordedEvent>).handle([at(4, 'novelty-1')], placeAt(readPosition(4n)));
  expect(taken).toEqual([4]);
});
