import { monotonicMs, Turns, type StreamEvent } from '#kernel';
import { BusOverloaded, CommandTimeout, NoHandler, type CommandBus } from '#bus';
import { lineOfStream, type StreamTold } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { fromTold, questionOf } from './questions.js';
import type { StreamReader } from './stream-reader.js';

export interface BusStreamsOptions {
  readonly bus: Pick<CommandBus, 'send'>;
  /** Brings an event, in whichever version its owner knows it, into its present shape. */
  readonly lift: (event: StreamEvent) => StreamEvent;
  /** How long a stream may take: the wait for a turn, and all its pages. */
  readonly timeoutMs?: number;
}

/** The owner of a stream does not answer now: who asked may ask again. */
export class StreamOwnerAway extends Error {
  override readonly name = 'StreamOwnerAway';
  readonly code = STREAM_OWNER_AWAY;
}

/** Known by it on the other side of a process border, too. */
export const STREAM_OWNER_AWAY = 'STREAM_OWNER_AWAY';

/** Questions of this process that are under way at one time. */
const AT_ONCE = 8;
/** A delivery holds its lease for 30 s: it is let go well before that, and tried again. */
const TIMEOUT_MS = 10_000;

/** Streams of other services, as their owners tell them over the command bus. Who reads compares the tenant of the events. */
export class BusStreams implements StreamReader {
  private readonly turns = new Turns(AT_ONCE);

  constructor(private readonly options: BusStreamsOptions) {}

  /** @throws {StreamOwnerAway} */
  async read(stream: string, from = 0, to?: number): Promise<RecordedEvent[]> {
    const deadline = monotonicMs() + (this.options.timeoutMs ?? TIMEOUT_MS);
    const events: RecordedEvent[] = [];
    for (let next = Math.max(0, from); to === undefined || next <= to;) {
      const page = await this.turns.take(() => this.ask(stream, next, to, deadline));
      for (const json of page.events) events.push(fromTold(json, this.options.lift));
      if (page.end) break;
      const last = events.at(-1)?.revision ?? -1;
      if (last < next) throw new Error(`the owner of ${stream} has more events, and got no further`);
      next = last + 1;
    }
    return events;
  }

  private async ask(
    stream: string,
    from: number,
    to: number | undefined,
    deadline: number,
  ): Promise<StreamTold> {
    const line = lineOfStream(stream);
    if (!line) throw new RangeError(`no service is known to own the stream ${stream}`);
    const timeoutMs = deadline - monotonicMs();
    if (timeoutMs <= 0) throw new StreamOwnerAway(`no turn in time to ask for ${stream}`);
    try {
      const outcome = await this.options.bus.send(
        questionOf({
          ...{ type: `${line}.read-stream`, key: stream, asker: 'streams' },
          data: { stream, from, to: to ?? null },
        }),
        { isQuestion: true, timeoutMs },
      );
      if (!outcome.ok) throw new Error(`the owner of ${stream} refused to tell: ${outcome.refusal.code}`);
      return outcome.value.data;
    } catch (error) {
      const isAway = [CommandTimeout, NoHandler, BusOverloaded].some((Class) => error instanceof Class);
      throw isAway ? new StreamOwnerAway(`the owner of ${stream} does not answer`, { cause: error }) : error;
    }
  }
}
