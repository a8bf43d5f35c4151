import { STREAM_PREFIXES, type StreamPrefix } from '#contracts';

/** The aggregate of streams that begin so, as its topic names it: `inbound-mail` for `inbound-mail-`. */
export const aggregateOf = (prefix: StreamPrefix): string => prefix.slice(0, -1);

/** Where the domain events of one kind of aggregate go, in the order of each stream: for our own services alone. */
export const domainTopic = (prefix: string, aggregate: string): string => `${prefix}.domain.${aggregate}`;

/**
 * The aggregate whose topic a stream's events go to.
 * @throws {RangeError} for a stream of no kind that this program knows
 */
export function aggregateOfStream(streamId: string): string {
  const aggregate = findAggregate(streamId);
  if (aggregate === undefined) throw new RangeError(`${streamId} is a stream of no kind that is known here`);
  return aggregate;
}

/** The same; undefined: this program knows no such streams. */
export function findAggregate(streamId: string): string | undefined {
  const prefix = STREAM_PREFIXES.find((begins) => streamId.startsWith(begins));
  return prefix && aggregateOf(prefix);
}
