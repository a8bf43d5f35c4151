import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import { NotInLog, PartitionGone, type LogMessage } from '../../events/log.js';
import { AssignedPartition, type Fetched } from './partition.js';

const message = (offset: bigint, bytes = 10): LogMessage => ({
  ...{ offset, position: readPosition(offset), previous: undefined, bytes },
  open: () => Promise.reject(new Error('not opened here')),
});
const page = (from: number, count: number, bytes = 10): Fetched => ({
  from: BigInt(from),
  messages: Array.from({ length: count }, (_, n) => message(BigInt(from + n), bytes)),
  ...{ next: BigInt(from + count), end: 1_000n },
});
/** Ends the reads that are still waiting: they look at the log now and then. */
let over: AbortController;
let never: AbortSignal;

let told: string[];
let bounds: { start: bigint; end: bigint };
let fresh: { start: bigint; end: bigint } | undefined;
let partition: AssignedPartition;
beforeEach(() => {
  over = new AbortController();
  never = over.signal;
  told = [];
  bounds = { start: 0n, end: 1_000n };
  fresh = undefined;
  partition = new AssignedPartition('thing', 0, {
    seek: (offset) => void told.push(`seek ${offset}`),
    pause: () => void told.push('pause'),
    resume: () => void told.push('resume'),
    bounds: async (again) => (again && fresh ? fresh : bounds),
  });
});
afterEach(() => over.abort());
/** Until what was asked has led to the seek. */
const asked = (): Promise<void> => new Promise(setImmediate);

describe('a partition of a kafkajs consumer', () => {
  it('is paused until somebody reads, then goes where it is read from', async () => {
    expect(told).toEqual(['pause']);
    const reading = partition.read(7n, never);
    await asked();
    expect(told).toEqual(['pause', 'seek 7', 'resume']);
    expect(partition.take(page(7, 2))).toBe(true);
    expect(await reading).toMatchObject({ next: 9n, end: 1_000n });
    // What follows needs no seek.
    const next = partition.read(9n, never);
    await asked();
    partition.take(page(9, 1));
    expect(await next).toMatchObject({ next: 10n });
    expect(told).toEqual(['pause', 'seek 7', 'resume']);
  });

  it('takes nothing that was fetched from elsewhere: who reads begins again', async () => {
    const reading = partition.read(7n, never);
    const failed = expect(reading).rejects.toThrow(NotInLog);
    await asked();
    expect(partition.take(page(0, 3))).toBe(false);
    await failed;
    expect(told.at(-1)).toBe('pause');
    void partition.read(0n, never);
    await asked();
    expect(told.slice(-2)).toEqual(['seek 0', 'resume']);
  });

  it('takes nothing before it was told where to read', () => {
    expect(partition.take(page(0, 3))).toBe(false);
  });

  it.each([2n, 1_001n])('refuses the offset %i, which the log does not have', async (offset) => {
    bounds = { start: 3n, end: 1_000n };
    await expect(partition.read(offset, never)).rejects.toThrow(NotInLog);
    expect(told).toEqual(['pause']);
  });

  it('asks again before it refuses: the log has grown', async () => {
    fresh = { start: 0n, end: 2_000n };
    void partition.read(1_500n, never);
    await asked();
    await asked();
    expect(told).toContain('seek 1500');
  });

  it('keeps what comes ahead of the readers, and is paused when that is much', async () => {
    const first = partition.read(0n, never);
    await asked();
    partition.take(page(0, 1));
    await first;
    partition.take(page(1, 2));
    partition.take(page(3, 1, 3_000_000));
    expect(told.at(-1)).toBe('pause');
    expect(await partition.read(1n, never)).toMatchObject({ next: 3n });
    expect(told.at(-1)).toBe('resume');
    expect(await partition.read(3n, never)).toMatchObject({ next: 4n });
    expect(told.filter((one) => one.startsWith('seek'))).toEqual(['seek 0']);
  });

  it('forgets what has come ahead where it is read from elsewhere', async () => {
    const first = partition.read(10n, never);
    await asked();
    partition.take(page(10, 1));
    await first;
    partition.take(page(11, 1));
    const back = partition.read(5n, never);
    await asked();
    partition.take(page(5, 6));
    expect(await back).toMatchObject({ next: 11n });
    expect(told.filter((one) => one.startsWith('seek'))).toEqual(['seek 10', 'seek 5']);
  });

  it('gives up a wait when it is told to, and stays where it is', async () => {
    const waiting = new AbortController();
    const reading = partition.read(7n, waiting.signal);
    await asked();
    waiting.abort();
    expect(await reading).toMatchObject({ messages: [], next: 7n });
    partition.take(page(7, 1));
    expect(await partition.read(7n, never)).toMatchObject({ next: 8n });
  });

  it('that is gone gives nothing more, and tells kafkajs nothing more', async () => {
    const reading = partition.read(7n, never);
    const failed = expect(reading).rejects.toThrow(PartitionGone);
    await asked();
    partition.lose();
    await failed;
    const before = [...told];
    expect(partition.take(page(7, 1))).toBe(false);
    await expect(partition.read(7n, never)).rejects.toThrow(PartitionGone);
    await expect(partition.read(99n, never)).rejects.toThrow(PartitionGone);
    await expect(partition.end()).rejects.toThrow(PartitionGone);
    expect(told).toEqual(before);
  });
});
