import { readPosition, Turns, writePosition } from '#kernel';
import type { CommandBus, CommandHandler } from '#bus';
import type { PastQuestion, StreamPrefix } from '#contracts';
import type { EventStore } from '#event-store';
import { answerWithData } from '../commands/command-handler.js';
import { ownersOf, toTold } from '../streams/questions.js';
import { StorePast, type PageBounds } from './store-past.js';

/** Pages that are read at a time: the service's own work needs the store too. */
const AT_ONCE = 2;
/** Events of a page, whatever is asked for. */
const MOST = 1_000;

export interface PastOwner {
  readonly bus: Pick<CommandBus, 'serve'>;
  readonly store: Pick<EventStore, 'readFeedOf' | 'head'>;
  /** How the streams begin that the services of this process own. */
  readonly owns: readonly StreamPrefix[];
  readonly bounds?: PageBounds;
}

/** Answers the questions of other services about the past of the streams that are owned here. Before the bus starts. */
export function servePast({ bus, store, owns, bounds }: PastOwner): void {
  const turns = new Turns(AT_ONCE);
  const tell: CommandHandler<PastQuestion> = async ({ data }) => {
    const { aggregate, partition, partitions, after, limit } = data;
    // A fault, and no refusal: an owner that is older than who asks may know them soon.
    if (!owns.some((prefix) => prefix === `${aggregate}-`))
      throw new RangeError(`no service of this process owns the streams of ${aggregate}`);
    const past = new StorePast(store, partitions, bounds);
    const most = Math.min(Math.max(limit, 1), MOST);
    const page = await turns.take(() => past.read(aggregate, partition, readPosition(after), most));
    return answerWithData({
      events: toTold(page.events),
      looked: writePosition(page.looked),
      end: page.end,
    });
  };
  for (const line of ownersOf(owns)) bus.serve(`${line}.read-past`, tell);
}
