import type { ICustomPartitioner } from 'kafkajs';

/**
 * The partition of a key. Fixed for ever: keys of an installation must not move between partitions, or the order
 * of their commands would break. It is that of the Java client (murmur2, sign bit cleared), so that producers in
 * any language agree.
 */
export const partitionOf = (key: Uint8Array | string, partitions: number): number =>
  (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;

/** For kafkajs: a message that names its partition goes there, any other by its key. */
export const createPartitioner: ICustomPartitioner =
  () =>
  ({ message, partitionMetadata }) => {
    const partition = message.partition ?? partitionOf(message.key ?? '', partitionMetadata.length);
    chosen.set(message, partition);
    return partition;
  };

const chosen = new WeakMap<object, number>();

/** Where a message went that kafkajs was given; undefined before it asked. */
export const chosenPartition = (message: object): number | undefined => chosen.get(message);

const SEED = 0x9747b28c;
const M = 0x5bd1e995;
const R = 24;

/** Austin Appleby's MurmurHash2 with the seed of Kafka's clients; a signed 32-bit number. */
export function murmur2(data: Buffer): number {
  let h = SEED ^ data.length;
  const whole = data.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    let k = Math.imul(data.readInt32LE(at), M);
    k = Math.imul(k ^ (k >>> R), M);
    h = Math.imul(h, M) ^ k;
  }
  const rest = data.length - whole;
  if (rest > 0) {
    for (let at = 0; at < rest; at += 1) h ^= data.readUInt8(whole + at) << (8 * at);
    h = Math.imul(h, M);
  }
  h = Math.imul(h ^ (h >>> 13), M);
  return h ^ (h >>> 15);
}
