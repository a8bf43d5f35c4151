import { distance, monotonicMs, START, writePosition } from '#kernel';
import type { Checkpoint } from '#bus';
import type { EventStore } from '#event-store';
import { positionOf } from '../feed/place.js';
import type { Logger } from 'pino';

const TELL_EVERY_MS = 5_000;
/** Events behind the newest one from which on it is worth telling. */
const FAR_BEHIND = 1_000;

/** What is said while a consumer is far behind, and when it is not any more. */
export interface CatchUpWords {
  readonly behind: string;
  readonly done: string;
}

const PUBLISHING: CatchUpWords = { behind: 'publishing older events', done: 'public events are up to date' };

/** Tells in the log how far a consumer of the whole feed has come, every few seconds while it is far behind, and when it has caught up. */
export class CatchUpLog {
  private events = 0;
  private toldAt: number;
  private behind = false;

  constructor(
    private readonly store: Pick<EventStore, 'head' | 'positionsPerEvent'>,
    private readonly log: Logger,
    private readonly words: CatchUpWords = PUBLISHING,
    private readonly nowMs: () => number = monotonicMs,
  ) {
    this.toldAt = nowMs();
  }

  async passed(place: Checkpoint, events: number): Promise<void> {
    this.events += events;
    const elapsedMs = this.nowMs() - this.toldAt;
    if (elapsedMs < TELL_EVERY_MS) return;
    const position = positionOf(place);
    const head = await this.store.head();
    const left = Math.ceil(distance(position, head) / (this.store.positionsPerEvent ?? 1));
    const wasBehind = this.behind;
    this.behind = left > FAR_BEHIND;
    const percent =
      head === START ? 100 : Math.floor((distance(START, position) / distance(START, head)) * 100);
    const perSecond = Math.round((this.events * 1_000) / elapsedMs);
    const at = writePosition(position);
    if (this.behind) this.log.info({ position: at, left, percent, perSecond }, this.words.behind);
    else if (wasBehind) this.log.info({ position: at }, this.words.done);
    this.events = 0;
    this.toldAt = this.nowMs();
  }
}
