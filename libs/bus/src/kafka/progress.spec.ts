import { describe, expect, it } from '@jest/globals';
import type { Admin } from 'kafkajs';
import { Progress } from './progress.js';

/** A topic of one partition, with messages from `low` on to before `high`, of which the group has finished some. */
const topic = (low: number, high: number, committed: number) => {
  const counts = { asked: 0 };
  const admin = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    fetchTopicOffsets: async () => {
      counts.asked += 1;
      return [{ partition: 0, offset: String(high), high: String(high), low: String(low) }];
    },
    fetchOffsets: async () => [
      { topic: 't', partitions: [{ partition: 0, offset: String(committed), metadata: null }] },
    ],
  } as unknown as Admin;
  const progress = new Progress({ admin: () => admin });
  return {
    counts,
    waits: (offset: number) => progress.isWaiting('t', 'g', { partition: 0, offset: BigInt(offset) }),
  };
};

describe('a message in the log', () => {
  it('waits while the group has not finished it', async () => {
    const { waits, counts } = topic(0, 9, 5);
    expect(await Promise.all([4, 5, 8].map(waits))).toEqual([false, true, true]);
    expect(counts.asked).toBe(1);
  });

  it('waits for a group that has finished none', async () => {
    expect(await topic(0, 9, -1).waits(0)).toBe(true);
  });

  it('waits no more where the log has lost it: at its beginning by age, at its end with a cluster', async () => {
    expect(await topic(3, 9, -1).waits(2)).toBe(false);
    expect(await topic(0, 9, 5).waits(9)).toBe(false);
  });
});
