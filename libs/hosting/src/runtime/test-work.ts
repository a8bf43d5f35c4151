import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, START } from '#kernel';
import type { EventStore } from '#event-store';
import type { ClockTable, CommandDispatcher, FeedHub } from '#eventing';

export interface TestWorkParts {
  readonly clocks: Pick<ClockTable, 'isWorking' | 'nextScheduled'>;
  readonly dispatcher: Pick<CommandDispatcher, 'look' | 'count' | 'finished' | 'isSending'>;
  readonly feed: Pick<FeedHub, 'status' | 'look'>;
  readonly store: Pick<EventStore, 'head'>;
  readonly soleInstance: boolean;
  readonly isLeaving: () => boolean;
}

/** Between looks at what is under way. */
const LOOK_MS = 10;
/**
 * For how long nothing may be due where other processes follow events too: they look for new ones many times in that while,
 * and for due commands at least once.
 */
const QUIET_ELSEWHERE_MS = 750;
/** How long to wait for what follows events: one that fails, or is far behind, holds up no clock. */
const CATCH_UP_MS = 5_000;

/** Until when to wait, and when to stop waiting before that. */
export interface Patience {
  readonly deadline: number;
  readonly isOver: () => boolean;
}

/** What is due in an organization's Test environment: run, and waited for with everything that comes of it. */
export class TestWork {
  constructor(private readonly parts: TestWorkParts) {}

  /** The process shuts down: whoever waits for an advance is told that it takes longer. */
  get leaving(): boolean {
    return this.parts.isLeaving();
  }

  /** The first instant after one and up to another at which something waits for the organization's clock. */
  next(organizationId: string, after: Date, until: Date): Promise<Date | undefined> {
    return this.parts.clocks.nextScheduled(organizationId, { after, until });
  }

  /** Runs what is due, and the commands that follow from its events, as far as they are due too. False: it took too long. */
  async run(organizationId: string, patience: Patience): Promise<boolean> {
    const { dispatcher } = this.parts;
    const counted = dispatcher.count(organizationId);
    try {
      await dispatcher.look();
      return await this.settle(organizationId, () => counted.sent(), patience);
    } finally {
      counted.end();
    }
  }

  private async settle(organizationId: string, sent: () => number, patience: Patience): Promise<boolean> {
    const { soleInstance } = this.parts;
    let quietSince: number | undefined;
    while (monotonicMs() < patience.deadline && !patience.isOver()) {
      const before = sent();
      if (await this.isWorking(organizationId)) {
        quietSince = undefined;
        await sleep(LOOK_MS);
        continue;
      }
      // All commands are done, so their events are stored: what follows them is to have seen them.
      await this.catchUp(patience);
      if (sent() !== before) continue;
      if (await this.isWorking(organizationId)) continue;
      if (soleInstance) return true;
      quietSince ??= monotonicMs();
      if (monotonicMs() - quietSince >= QUIET_ELSEWHERE_MS) return true;
      await sleep(LOOK_MS);
    }
    return false;
  }

  /** Whether commands of the organization are under way or due: those that are not stored are of this process. */
  private async isWorking(organizationId: string): Promise<boolean> {
    const { clocks, dispatcher } = this.parts;
    return dispatcher.isSending(organizationId) || clocks.isWorking(organizationId, dispatcher.finished());
  }

  /** Until everything in this process that follows events, and that somebody waits for, has those stored by now. */
  private async catchUp({ deadline, isOver }: Patience): Promise<void> {
    const { feed, store } = this.parts;
    const head = await store.head();
    feed.look();
    const latest = Math.min(deadline, monotonicMs() + CATCH_UP_MS);
    const isBehind = () =>
      feed
        .status()
        .some(
          ({ position, failures, background, lanes }) =>
            !background && failures === 0 && (lanes ? lanes.behind !== 0 : (position ?? START) < head),
        );
    while (isBehind() && monotonicMs() < latest && !isOver()) await sleep(2);
  }
}
