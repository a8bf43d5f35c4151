import { describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { gate } from '../contract.js';
import { Offsets } from './offsets.js';

/** Offsets of a topic, and what reaches the broker, by partition. */
function tracked() {
  const commits: Record<number, string>[] = [];
  const broker = { answers: Promise.resolve() };
  const commit = async (given?: { topics: { partitions: { partition: number; offset: string }[] }[] }) => {
    const [topic] = given?.topics ?? [];
    commits.push(
      Object.fromEntries(topic?.partitions.map(({ partition, offset }) => [partition, offset]) ?? []),
    );
    await broker.answers;
  };
  const offsets = new Offsets({ topic: 't', log: pino({ level: 'silent' }) });
  /** Takes messages of a partition, as a batch brings them, and finishes some. */
  const work = (partition: number, taken: readonly number[], finished: readonly number[], end = 100) => {
    const assigned = offsets.of(partition, BigInt(end), commit);
    for (const offset of taken) assigned?.watermark.take(BigInt(offset));
    for (const offset of finished) assigned?.watermark.finish(BigInt(offset));
    return assigned;
  };
  return { offsets, work, commits, broker };
}

describe('the offsets of a consumer', () => {
  it('are committed where they have moved', async () => {
    const { offsets, work, commits } = tracked();
    offsets.assign([0, 1]);
    work(0, [5, 6, 7], [5, 7]);
    await offsets.commit();
    work(1, [3], [3]);
    await offsets.commit();
    await offsets.commit();
    expect(commits).toEqual([{ 0: '6' }, { 1: '4' }]);
  });

  it('of before a join are forgotten, also for partitions that stay', async () => {
    const { offsets, work, commits } = tracked();
    offsets.assign([0, 1]);
    const before = work(0, [5, 6], [5]);
    offsets.assign([0]);
    expect(before?.watermark.lost).toBe(true);
    await offsets.commit();
    expect(commits).toEqual([]);
    // The group is further by now, and what was under way here ends.
    work(0, [90], []);
    before?.watermark.finish(6n);
    await offsets.commit();
    expect(commits).toEqual([{ 0: '90' }]);
    expect(work(1, [], [])).toBeUndefined();
  });

  it('of before a join are not committed by a commit that was about to begin', async () => {
    const { offsets, work, commits } = tracked();
    offsets.assign([0]);
    work(0, [5], [5]);
    const committing = offsets.commit();
    offsets.assign([0]);
    await committing;
    expect(commits).toEqual([]);
  });

  it('are tried again after a commit that failed, by the next one', async () => {
    const { offsets, work, commits, broker } = tracked();
    offsets.assign([0]);
    work(0, [5], [5]);
    broker.answers = Promise.reject(new Error('rebalancing'));
    await offsets.commit();
    broker.answers = Promise.resolve();
    await offsets.commit();
    expect(commits).toEqual([{ 0: '6' }, { 0: '6' }]);
  });

  it('are committed once more at the end, after the commit under way', async () => {
    const { offsets, work, commits, broker } = tracked();
    const answer = gate();
    offsets.assign([0]);
    work(0, [5, 6], [5]);
    broker.answers = answer.opened;
    const first = offsets.commit();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    work(0, [], [6]);
    const last = offsets.commitLast();
    answer.open();
    await Promise.all([first, last]);
    expect(commits).toEqual([{ 0: '6' }, { 0: '7' }]);
  });

  it('begin anew where the log has become shorter', async () => {
    const { offsets, work, commits } = tracked();
    offsets.assign([0]);
    work(0, [50], [50]);
    const again = work(0, [10], [10], 11);
    expect(again?.known).toBe(11n);
    await offsets.commit();
    expect(commits).toEqual([{ 0: '11' }]);
  });
});
