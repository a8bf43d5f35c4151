import { monotonicMs, type StreamEvent } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import { TOLD_STREAMS } from '#contracts';
import { readCheckpoint } from '#eventing';
import { COLLECTOR, type CollectorOptions } from './collector-options.js';
import type { LaneWrites } from './lane-writes.js';
import { findTold } from './told.js';
import { WaitingCallers } from './waiting-callers.js';

export interface LaneCollectorOptions extends Pick<
  CollectorOptions,
  'pool' | 'streams' | 'eventDays' | 'answerWaitMs'
> {
  /** Of the lane. */
  readonly checkpoint: string;
  /** Shared by the lanes of a process. */
  readonly writes: Pick<LaneWrites, 'store'>;
}

/** How long the stored place may stay behind while nothing passes that is told. */
const STORE_EVERY_MS = 1_000;
/** Invoices that a lane remembers somebody to wait for; there are many lanes. */
const REMEMBERED = 1_000;

/** The collector on one lane of other services' events. */
export class LaneCollector implements AnyEventConsumer {
  readonly name = COLLECTOR;
  readonly streams = TOLD_STREAMS;
  private readonly callers: WaitingCallers;
  private stored: Checkpoint | undefined;
  private storedAt = 0;

  constructor(private readonly options: LaneCollectorOptions) {
    this.callers = new WaitingCallers(options.streams, options.answerWaitMs, REMEMBERED);
  }

  async start(): Promise<Checkpoint> {
    const { pool, checkpoint } = this.options;
    this.callers.clear();
    this.stored = await readCheckpoint(pool, checkpoint, { former: COLLECTOR });
    this.storedAt = monotonicMs();
    return this.stored;
  }

  async handle(events: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    const { checkpoint, eventDays, writes } = this.options;
    const told = (await findTold(events, this.callers, eventDays)).filter(({ types }) => types.length > 0);
    if (told.length === 0 && monotonicMs() - this.storedAt < STORE_EVERY_MS) return;
    if (!(await writes.store({ checkpoint, from: this.stored ?? place, to: place, told })))
      throw new CheckpointMoved(checkpoint);
    this.stored = place;
    this.storedAt = monotonicMs();
  }
}
