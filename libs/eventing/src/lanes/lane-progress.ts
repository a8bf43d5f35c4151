import type { Logger } from 'pino';
import { monotonicMs } from '#kernel';
import type { AnyEventConsumer } from '#bus';
import { delegateTo } from './delegate.js';

const TELL_EVERY_MS = 5_000;
/** Messages before the lanes from which on it is worth telling. */
const FAR_BEHIND = 1_000;

/** Tells in the log, every few seconds, how far lanes have come that are far behind, and when they have caught up. */
export class LaneProgress {
  private events = 0;
  private toldAt: number;
  private wasBehind = false;

  constructor(
    private readonly log: Logger,
    private readonly nowMs: () => number = monotonicMs,
  ) {
    this.toldAt = nowMs();
  }

  /** The same lane, whose events count. */
  count(lane: AnyEventConsumer): AnyEventConsumer {
    return {
      ...delegateTo(lane),
      handle: async (events, place) => {
        await lane.handle(events, place);
        this.events += events.length;
      },
    };
  }

  /** @param behind messages that are before the lanes; undefined: some ask the owners, and nobody knows */
  look(behind: number | undefined): void {
    const elapsedMs = this.nowMs() - this.toldAt;
    if (elapsedMs < TELL_EVERY_MS) return;
    const { events } = this;
    const isBehind = behind === undefined || behind > FAR_BEHIND;
    const perSecond = Math.round((events * 1_000) / elapsedMs);
    if (isBehind) this.log.info({ left: behind, perSecond }, 'taking older events');
    else if (this.wasBehind) this.log.info('older events are taken');
    this.wasBehind = isBehind;
    this.events = 0;
    this.toldAt = this.nowMs();
  }
}
