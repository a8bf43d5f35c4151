import { readPosition, writePosition, type Position, type StreamEvent } from '#kernel';
import type { CommandBus } from '#bus';
import { lineOfStreams, type PastTold } from '#contracts';
import { fromTold, questionOf } from '../streams/questions.js';
import type { Past, PastPage } from './past.js';

export interface BusPastOptions {
  readonly bus: Pick<CommandBus, 'send'>;
  /** How many partitions the topic of an aggregate has. */
  readonly partitions: (aggregate: string) => number | Promise<number>;
  /** Brings an event, in whichever version its owner knows it, into its present shape. */
  readonly lift: (event: StreamEvent) => StreamEvent;
  /** How long to wait for a page. */
  readonly timeoutMs?: number;
}

/** The past as the owner of the streams tells it over the command bus. */
export class BusPast implements Past {
  constructor(private readonly options: BusPastOptions) {}

  async read(
    aggregate: string,
    partition: number,
    after: Position,
    limit: number,
    signal: AbortSignal,
  ): Promise<PastPage> {
    try {
      const told = await this.ask(aggregate, partition, after, limit, signal);
      return {
        events: told.events.map((json) => fromTold(json, this.options.lift)),
        looked: readPosition(told.looked),
        end: told.end,
      };
    } catch (error) {
      if (signal.aborted) return { events: [], looked: after, end: false };
      throw error;
    }
  }

  private async ask(
    aggregate: string,
    partition: number,
    after: Position,
    limit: number,
    signal: AbortSignal,
  ): Promise<PastTold> {
    const { bus, partitions, timeoutMs } = this.options;
    const line = lineOfStreams(`${aggregate}-`);
    if (!line) throw new RangeError(`no service is known to own the streams of ${aggregate}`);
    const of = { aggregate, partition, partitions: await partitions(aggregate) };
    const outcome = await bus.send(
      questionOf({
        ...{ type: `${line}.read-past`, key: `${aggregate}/${partition}`, asker: 'past' },
        data: { ...of, after: writePosition(after), limit },
      }),
      { isQuestion: true, signal, ...(timeoutMs !== undefined && { timeoutMs }) },
    );
    if (!outcome.ok) throw new Error(`the owner of ${aggregate} refused to tell: ${outcome.refusal.code}`);
    return outcome.value.data;
  }
}
