import { STREAM_PREFIXES, type StreamPrefix } from '#contracts';
import { DAY_MS, topic, type TopicSpec } from '../topics.js';
import { aggregateOf, domainTopic } from './names.js';

/** Names apart: they do without Kafka's client, which is large. */
export * from './names.js';

/** How long a domain topic keeps its messages: who comes later asks the owner. */
const RETENTION_MS = 7 * DAY_MS;

/** The topics of domain events: one for each kind of stream in the catalogue. */
export const domainTopics = (
  prefix: string,
  partitions: number,
  streams: readonly StreamPrefix[] = STREAM_PREFIXES,
): TopicSpec[] =>
  streams.map((stream) => topic(domainTopic(prefix, aggregateOf(stream)), partitions, RETENTION_MS));
