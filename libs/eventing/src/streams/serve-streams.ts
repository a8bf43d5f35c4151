import { Turns } from '#kernel';
import type { CommandBus, CommandHandler } from '#bus';
import type { StreamPrefix, StreamQuestion } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { answerWithData } from '../commands/command-handler.js';
import { ownersOf, toTold } from './questions.js';
import type { StreamReader } from './stream-reader.js';

/** Streams that are read at a time: the service's own work needs the store too. */
const AT_ONCE = 4;

/** What a page takes at most. One event is always taken, however large. */
export interface StreamPageBounds {
  readonly events: number;
  /** Of JSON. */
  readonly bytes: number;
}

const BOUNDS: StreamPageBounds = { events: 200, bytes: 1_000_000 };

export interface StreamsOwner {
  readonly bus: Pick<CommandBus, 'serve'>;
  readonly store: StreamReader;
  /** How the streams begin that the services of this process own. */
  readonly owns: readonly StreamPrefix[];
  readonly bounds?: StreamPageBounds;
}

/** Answers the questions of other services about the streams that are owned here. Before the bus starts. */
export function serveStreams({ bus, store, owns, bounds = BOUNDS }: StreamsOwner): void {
  const turns = new Turns(AT_ONCE);
  const tell: CommandHandler<StreamQuestion> = async ({ data }) => {
    const { stream, from, to } = data;
    // A fault, and no refusal: an owner that is older than who asks may know it soon.
    if (!owns.some((prefix) => stream.startsWith(prefix)))
      throw new RangeError(`no service of this process owns the stream ${stream}`);
    const last = Math.min(to ?? Infinity, from + bounds.events - 1);
    const found = await turns.take(() => store.read(stream, from, last));
    const events = found.slice(0, countFitting(found, bounds.bytes));
    const isCut = events.length < found.length;
    return answerWithData({
      events: toTold(events),
      end: !isCut && (last === to || found.length < bounds.events),
    });
  };
  for (const line of ownersOf(owns)) bus.serve(`${line}.read-stream`, tell);
}

/** How many of the events are as large as a page may be, together; the first one always is. */
function countFitting(events: readonly RecordedEvent[], most: number): number {
  let bytes = 0;
  const tooMany = events.findIndex(({ data }, index) => {
    bytes += JSON.stringify(data).length;
    return index > 0 && bytes > most;
  });
  return tooMany < 0 ? events.length : tooMany;
}
