import { randomUUID } from 'node:crypto';
import {
  newId,
  readPosition,
  systemNow,
  writePosition,
  type Position,
  type StreamEvent,
  type Tenant,
} from '#kernel';
import { eventFromJson, type CommandBus } from '#bus';
import { lineOfStreams, type PastTold } from '#contracts';
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

/** Events of all organizations are asked for. No Test clock moves its time. */
const NOBODY: Tenant = { organizationId: '', livemode: true };

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
        events: told.events.map((json) => this.open(json)),
        looked: readPosition(told.looked),
        end: told.end,
      };
    } catch (error) {
      if (signal.aborted) return { events: [], looked: after, end: false };
      throw error;
    }
  }

  /** Each question has an id of its own: no answer to an earlier one, which may be of an earlier moment, is taken for its own. */
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
      {
        ...{ id: randomUUID(), type: `${line}.read-past`, key: `${aggregate}/${partition}` },
        ...{ tenant: NOBODY, actor: 'process:past', correlationId: newId() },
        time: systemNow().toISOString(),
        data: { ...of, after: writePosition(after), limit },
      },
      { isQuestion: true, signal, ...(timeoutMs !== undefined && { timeoutMs }) },
    );
    if (!outcome.ok) throw new Error(`the owner of ${aggregate} refused to tell: ${outcome.refusal.code}`);
    return outcome.value.data;
  }

  private open(json: PastTold['events'][number]) {
    const event = eventFromJson(json);
    return { ...this.options.lift(event), position: event.position };
  }
}
