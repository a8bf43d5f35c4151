import { STREAM_PREFIXES, type StreamPrefix } from '#contracts';
import { DAY_MS, topic, type TopicSpec } from '../topics.js';

/** How long a domain topic keeps its messages: who comes later asks the owner. */
const RETENTION_MS = 7 * DAY_MS;

/** The aggregate of streams that begin so, as its topic names it: `inbound-mail` for `inbound-mail-`. */
export const aggregateOf = (prefix: StreamPrefix): string => prefix.slice(0, -1);

/** Where the domain events of one kind of aggregate go, in the order of each stream: for our own services alone. */
export const domainTopic = (prefix: string, aggregate: string): string => `${prefix}.domain.${aggregate}`;

/**
 * The aggregate whose topic a stream's events go to.
 * @throws {RangeError} for a stream of no kind that this program knows
 */
export function aggregateOfStream(streamId: string): string {
  const prefix = STREAM_PREFIXES.find((begins) => streamId.startsWith(begins));
  if (prefix === undefined) throw new RangeError(`${streamId} is a stream of no kind that is known here`);
  return aggregateOf(prefix);
}

/** The topics of domain events: one for each kind of stream in the catalogue. */
export const domainTopics = (
  prefix: string,
  partitions: number,
  streams: readonly StreamPrefix[] = STREAM_PREFIXES,
): TopicSpec[] =>
  streams.map((stream) => topic(domainTopic(prefix, aggregateOf(stream)), partitions, RETENTION_MS));
