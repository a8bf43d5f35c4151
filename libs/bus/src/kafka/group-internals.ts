import { monotonicMs } from '#kernel';
import { prototypeOf } from './kafkajs-internals.js';

/** What this file uses of ConsumerGroup (kafkajs/src/consumer/consumerGroup.js). */
export interface Group {
  readonly groupId: string;
  readonly memberId: string | null;
  readonly generationId: number | null;
  readonly coordinator: { heartbeat(asked: HeartbeatAsked): Promise<unknown> };
  readonly instrumentationEmitter: { emit(name: string, payload: object): void };
}

interface HeartbeatAsked {
  readonly groupId: string;
  readonly memberId: string;
  readonly groupGenerationId: number | null;
}

/** One heartbeat at a time, and when the next is due. */
interface Beat {
  generation: number | null;
  sentAt: number;
  underWay: Promise<void> | undefined;
}

const beats = new WeakMap<Group, Beat>();
const sentAt = new WeakMap<object, number>();
const fetchedBy = new WeakMap<object, { readonly group: Group; readonly generation: number | null }>();

/**
 * When the heartbeat of a HEARTBEAT event was sent, by `monotonicMs`: the broker has counted the session from a later
 * moment on. Undefined for any other payload.
 */
export const heartbeatSentAt = (payload: object): number | undefined => sentAt.get(payload);

/**
 * Whether a batch was fetched before its group last changed. Its offsets say nothing about where the group stands now:
 * it must neither be handled nor resolved, and comes again.
 */
export function isOutdated(batch: object): boolean {
  const fetched = fetchedBy.get(batch);
  return fetched !== undefined && fetched.group.generationId !== fetched.generation;
}

/** From which offset a batch was fetched: kafkajs chooses another one by itself where the log does not have that one. */
export function fetchedFrom(batch: object): bigint | undefined {
  const { fetchedOffset } = batch as { readonly fetchedOffset?: unknown };
  return typeof fetchedOffset === 'string' ? BigInt(fetchedOffset) : undefined;
}

/**
 * Sends a heartbeat if the last one of this generation was sent so long ago. A HEARTBEAT event follows only where the
 * group has not changed meanwhile.
 */
export async function heartbeat(group: Group, intervalMs: number): Promise<void> {
  const beat = beats.get(group) ?? { generation: null, sentAt: -Infinity, underWay: undefined };
  beats.set(group, beat);
  if (beat.underWay) return beat.underWay;
  const { groupId, memberId, generationId } = group;
  const due = beat.generation !== generationId || monotonicMs() >= beat.sentAt + intervalMs;
  if (memberId === null || !due) return;
  beat.underWay = (async () => {
    const payload = { groupId, memberId, groupGenerationId: generationId };
    const at = monotonicMs();
    await group.coordinator.heartbeat(payload);
    if (group.generationId !== generationId) return;
    beat.generation = generationId;
    beat.sentAt = at;
    sentAt.set(payload, at);
    group.instrumentationEmitter.emit('consumer.heartbeat', payload);
  })().finally(() => (beat.underWay = undefined));
  return beat.underWay;
}

/** Notes of each batch in which generation it was asked for. */
export async function fetchKnown<Batch extends object>(
  group: Group,
  fetch: () => Promise<Batch[]>,
): Promise<Batch[]> {
  const generation = group.generationId;
  const batches = await fetch();
  for (const batch of batches) fetchedBy.set(batch, { group, generation });
  return batches;
}

interface GroupPrototype {
  heartbeat: (this: Group, options: { readonly interval: number }) => Promise<void>;
  fetch: (this: Group, nodeId: number) => Promise<object[]>;
}

let installed = false;

/**
 * Mends two things in the consumers of kafkajs 2.2.4 that nothing outside can. It decides by the wall clock when a
 * heartbeat is due, so a clock that steps back silences the member, and it does not say when one was sent: a process
 * that was paused takes an old answer for a new one. And with several brokers it hands over batches that it fetched
 * before the group changed.
 * @throws for another version
 */
export function mendConsumerGroups(): void {
  if (installed) return;
  installed = true;
  const prototype = prototypeOf<GroupPrototype>('kafkajs/src/consumer/consumerGroup');
  const { fetch } = prototype;
  prototype.heartbeat = function ({ interval }) {
    return heartbeat(this, interval);
  };
  prototype.fetch = function (nodeId) {
    return fetchKnown(this, () => fetch.call(this, nodeId));
  };
}
