import { describe, expect, it } from '@jest/globals';
import { createPartitioner, murmur2, partitionOf } from './partitioner.js';

describe('the partition of a key', () => {
  // The values that Kafka's own tests hold its Java client to.
  it.each([
    ['21', -973_932_308],
    ['foobar', -790_332_482],
    ['abc', 479_470_107],
    ['a-little-bit-long-string', -985_981_536],
    ['a-little-bit-longer-string', -1_486_304_829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58_897_971],
  ])('hashes %s as the Java client does', (key, hash) => {
    expect(murmur2(Buffer.from(key))).toBe(hash);
  });

  it('is the same today as it was, for ids of ours', () => {
    const ids = ['66f0c0c0c0c0c0c0c0c0c0c0', '66f0c0c0c0c0c0c0c0c0c0c1', 'ñandú', ''];
    expect(ids.map((id) => partitionOf(id, 12))).toEqual(ids.map((id) => partitionOf(Buffer.from(id), 12)));
    expect(ids.map((id) => partitionOf(id, 12))).toEqual([0, 9, 4, 9]);
  });

  it('spreads ids over all partitions', () => {
    const counts = new Array<number>(12).fill(0);
    for (let n = 0; n < 12_000; n += 1) counts[partitionOf(`66f0c0c0c0c0c0c0c0${n.toString(16)}`, 12)]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1_200);
  });

  it('is what a message names, where it names one', () => {
    const choose = createPartitioner();
    const partitionMetadata = Array.from({ length: 3 }, (_, partitionId) => ({
      ...{ partitionId, partitionErrorCode: 0, leader: 1, replicas: [1], isr: [1] },
    }));
    const of = (message: { key?: string; partition?: number }) =>
      choose({ topic: 't', partitionMetadata, message: { value: null, ...message } });
    expect(of({ key: 'abc', partition: 2 })).toBe(2);
    expect(of({ key: 'abc', partition: 0 })).toBe(0);
    expect(of({ key: 'abc' })).toBe(partitionOf('abc', 3));
  });
});
