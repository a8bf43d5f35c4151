import { randomUUID } from 'node:crypto';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { status, type ServerWritableStream, type ServiceError } from '@grpc/grpc-js';
import { serviceError } from '../../eventstoredb/service-error.js';
import type { EventLog, LoggedEvent } from './log.js';
import type { SearchCost } from './search-cost.js';
import { caughtUpResponse, checkpointResponse, confirmationResponse } from './responses.js';
import { eventResponse, nameOf, notFoundResponse } from './responses.js';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
/** The servers' page, and the window of a filter that names none. */
const PAGE = 32;
/** How many events are looked through at once. */
const WINDOW = 500;

const write = async (call: ReadCall, message: ReadResp): Promise<void> => {
  if (call.cancelled || call.write(message)) return;
  const ways = ['drain', 'cancelled', 'close'];
  await new Promise<void>((resolve) => {
    const done = (): void => {
      for (const way of ways) call.off(way, done);
      resolve();
    };
    for (const way of ways) call.once(way, done);
  });
};

/**
 * Answers a bounded read of a stream or of $all.
 * `afterFirst` is called once, when the first event has been sent; false: send nothing more.
 * @throws {ServiceError}
 */
export async function answerRead(
  call: ReadCall,
  log: EventLog,
  cost: SearchCost,
  afterFirst: () => boolean,
): Promise<void> {
  const options = call.request.getOptions()!;
  const stream = options.getStream();
  const backwards = Number(options.getReadDirection()) === 1;
  let left = BigInt(options.getCount());
  let found: AsyncIterable<LoggedEvent> | readonly LoggedEvent[];
  if (stream) {
    const name = nameOf(stream.getStreamIdentifier());
    const events = log.stream(name);
    if (events.length === 0) await write(call, notFoundResponse(name));
    const start = stream.hasStart() ? 0 : stream.hasEnd() ? events.length - 1 : Number(stream.getRevision());
    found = backwards ? events.slice(0, start + 1).reverse() : events.slice(start);
  } else {
    const place = placeIn(log, options);
    if (place === undefined) throw invalidPosition(options);
    found = searchAll(call, log, cost, { place, backwards });
  }
  for await (const event of found) {
    if (call.cancelled || left === 0n) break;
    left -= 1n;
    await write(call, eventResponse(event));
    if (!afterFirst()) return;
    if (left === 0n) break;
  }
  call.end();
}

/** What passes the filter in $all, from a place to its end, as the server finds it: a window at a time. */
async function* searchAll(
  call: ReadCall,
  log: EventLog,
  cost: SearchCost,
  { place, backwards }: { readonly place: number; readonly backwards: boolean },
): AsyncGenerator<LoggedEvent> {
  const options = call.request.getOptions()!;
  const matches = passes(options);
  const step = backwards ? -1 : 1;
  let passed = 0;
  for (let at = backwards ? place - 1 : place; ; at += step) {
    const event = log.all[at];
    if (!event || passed >= WINDOW) {
      await cost.pass(passed);
      passed = 0;
    }
    if (!event || call.cancelled) return;
    if (matches(event)) yield event;
    else passed += 1;
  }
}

/** Answers a subscription to $all until the caller leaves or `signal` ends it. @throws {ServiceError} */
export async function answerSubscription(
  call: ReadCall,
  log: EventLog,
  cost: SearchCost,
  signal: AbortSignal,
  afterFirst: () => boolean,
): Promise<void> {
  const options = call.request.getOptions()!;
  if (options.hasStream()) throw serviceError(status.UNIMPLEMENTED, 'the double subscribes to $all only');
  const filter = options.getFilter();
  const interval = (filter?.getMax() || PAGE) * (filter?.getCheckpointintervalmultiplier() || 1);
  const matches = passes(options);
  const asked = placeIn(log, options);
  let considered = 0;
  let passed = 0;
  let caughtUp = false;
  await write(call, confirmationResponse(randomUUID()));
  if (asked === undefined)
    throw serviceError(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
  // A read begins with the event at the position, a subscription after it.
  let place = asked + (options.getAll()?.hasPosition() ? 1 : 0);
  while (!call.cancelled && !signal.aborted) {
    const event = log.all[place];
    if (!event || passed >= WINDOW) {
      await cost.pass(passed);
      passed = 0;
    }
    if (!event) {
      if (place < log.all.length) continue;
      if (!caughtUp) await write(call, caughtUpResponse());
      caughtUp = true;
      if (place >= log.all.length) await waitForChange(call, log, signal);
      continue;
    }
    place += 1;
    considered += 1;
    if (matches(event)) {
      await write(call, eventResponse(event));
      if (!afterFirst()) return;
    } else passed += 1;
    if (filter && considered >= interval) {
      considered = 0;
      await write(call, checkpointResponse(event.position));
    }
  }
}

function waitForChange(call: ReadCall, log: EventLog, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      leave();
      signal.removeEventListener('abort', done);
      call.off('cancelled', done).off('close', done);
      resolve();
    };
    const leave = log.onChange(done);
    signal.addEventListener('abort', done);
    call.once('cancelled', done);
    call.once('close', done);
  });
}

/** Where in $all to begin; undefined where no record begins: the server cannot read there. */
function placeIn(log: EventLog, options: ReadReq.Options): number | undefined {
  const all = options.getAll()!;
  if (all.hasStart()) return 0;
  if (all.hasEnd()) return log.all.length;
  return log.placeOf(BigInt(all.getPosition()!.getCommitPosition()));
}

/** As 24.2.0 says it. */
const invalidPosition = (options: ReadReq.Options): ServiceError =>
  serviceError(
    status.UNKNOWN,
    `Unexpected ${options.hasFilter() ? 'Filtered' : ''}ReadAllResult: InvalidPosition`,
  );

function passes(options: ReadReq.Options): (event: LoggedEvent) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const byStream = filter.getStreamIdentifier();
  const expression = byStream ?? filter.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  return ({ stream, type }) => {
    const text = byStream ? stream : type;
    return regex ? regex.test(text) : prefixes.some((prefix) => text.startsWith(prefix));
  };
}
