import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { readPosition, START, writePosition, type Position } from '#kernel';
import { NO_STREAM } from '../port.js';
import type { PackedEvent } from './event-data.js';

type Options = ReadReq.Options;
const FORWARDS = 0;
const BACKWARDS = 1;
/** How many events the server looks through at once for those that pass the filter. */
const SEARCH_WINDOW = 500;
/** The largest position that a checkpoint can hold (bigint of PostgreSQL). */
const MAX_POSITION = 2n ** 63n - 1n;

const streamIdentifier = (name: string) =>
  new sharedPb.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(name, 'utf8')));

/**
 * An append: what it expects, and its events. `expected` is the revision of the stream's last event; `id` names the answer. It
 * has no deadline: the server's own is shorter, and ours would be a time by the clock of this machine.
 */
export function appendRequest(
  id: string,
  stream: string,
  expected: number,
  events: readonly PackedEvent[],
): BatchAppendReq {
  const options = new streamsPb.BatchAppendReq.Options().setStreamIdentifier(streamIdentifier(stream));
  if (expected === NO_STREAM) options.setNoStream(new sharedPb.Empty());
  else options.setStreamPosition(String(expected));
  const proposed = events.map(({ id: eventId, type, json, data, metadata }) => {
    const message = new streamsPb.BatchAppendReq.ProposedMessage()
      .setId(new sharedPb.UUID().setString(eventId))
      .setData(data)
      .setCustomMetadata(metadata);
    message
      .getMetadataMap()
      .set('type', type)
      .set('content-type', json ? 'application/json' : 'application/octet-stream');
    return message;
  });
  return new streamsPb.BatchAppendReq()
    .setCorrelationId(new sharedPb.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(proposed)
    .setIsFinal(true);
}

const request = (options: Options): ReadReq =>
  new streamsPb.ReadReq().setOptions(
    options.setUuidOption(new streamsPb.ReadReq.Options.UUIDOption().setString(new sharedPb.Empty())),
  );

export function streamRequest(
  stream: string,
  fromRevision: number,
  count = Number.MAX_SAFE_INTEGER,
): ReadReq {
  const from = new streamsPb.ReadReq.Options.StreamOptions()
    .setStreamIdentifier(streamIdentifier(stream))
    .setRevision(String(fromRevision));
  return request(
    new streamsPb.ReadReq.Options()
      .setStream(from)
      .setReadDirection(FORWARDS)
      .setCount(String(count))
      .setNoFilter(new sharedPb.Empty()),
  );
}

/** Events of streams that begin with one of the prefixes, at a position (0n: the start) and after it. */
export const feedRequest = (prefixes: readonly string[], from: Position, count: number): ReadReq =>
  request(
    filterByPrefix(...prefixes)
      .setAll(from === START ? atStart() : atPosition(from))
      .setReadDirection(FORWARDS)
      .setCount(String(count)),
  );

/** The newest event of all: the server looks for nothing, it only has to let us. */
export const lastOfAllRequest = (): ReadReq =>
  request(
    new streamsPb.ReadReq.Options()
      .setAll(new streamsPb.ReadReq.Options.AllOptions().setEnd(new sharedPb.Empty()))
      .setReadDirection(BACKWARDS)
      .setCount('1')
      .setNoFilter(new sharedPb.Empty()),
  );

/** The event at a position, whosever it is: it ends with an error where no record begins. */
export const placeRequest = (position: Position): ReadReq =>
  request(
    new streamsPb.ReadReq.Options()
      .setAll(position === START ? atStart() : atPosition(position))
      .setReadDirection(FORWARDS)
      .setCount('1')
      .setNoFilter(new sharedPb.Empty()),
  );

/** All events after a position (0n: all), as they come, for ever. */
export const subscriptionRequest = (prefix: string, after: Position): ReadReq =>
  request(
    filterByPrefix(prefix)
      .setAll(after === START ? atStart() : atPosition(after))
      .setReadDirection(FORWARDS)
      .setSubscription(new streamsPb.ReadReq.Options.SubscriptionOptions()),
  );

const atStart = () => new streamsPb.ReadReq.Options.AllOptions().setStart(new sharedPb.Empty());

const atPosition = (position: Position) =>
  new streamsPb.ReadReq.Options.AllOptions().setPosition(
    new streamsPb.ReadReq.Options.Position()
      .setCommitPosition(writePosition(position))
      .setPreparePosition(writePosition(position)),
  );

function filterByPrefix(...prefixes: readonly string[]): Options {
  const { FilterOptions } = streamsPb.ReadReq.Options;
  const filter = new FilterOptions()
    .setStreamIdentifier(new FilterOptions.Expression().setPrefixList([...prefixes]))
    .setMax(SEARCH_WINDOW)
    .setCheckpointintervalmultiplier(1);
  return new streamsPb.ReadReq.Options().setFilter(filter);
}

/** A position of the server, which is a pair, as the port's: one number. */
export function positionOf(at: { getCommitPosition(): string; getPreparePosition(): string }): Position {
  const commit = BigInt(at.getCommitPosition());
  // The two differ only within transactions of the old TCP protocol, which is not used on our streams.
  if (commit !== BigInt(at.getPreparePosition()))
    throw new Error('an event of ours was written in a transaction, which has no position of its own');
  if (commit > MAX_POSITION)
    throw new Error('the server told no position: EventStoreDB 22.10 or newer is needed');
  return readPosition(commit);
}

/** An event as the server sent it; the data is still packed. */
export interface RawEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly recordedAt: Date;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export const nameOfStream = (record: ReadResp.ReadEvent.RecordedEvent): string =>
  Buffer.from(record.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');

export function rawEvent(message: ReadResp.ReadEvent): RawEvent | undefined {
  const record = message.getEvent();
  if (!record) return undefined;
  return {
    id: record.getId()?.getString() ?? '',
    type: record.getMetadataMap().get('type') ?? '',
    stream: nameOfStream(record),
    revision: Number(record.getStreamRevision()),
    position: positionOf(record),
    // In units of 100 ns since 1970.
    recordedAt: new Date(Number(BigInt(record.getMetadataMap().get('created') ?? '0') / 10_000n)),
    data: record.getData_asU8(),
    metadata: record.getCustomMetadata_asU8(),
  };
}
