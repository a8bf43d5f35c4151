import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { monotonicMs, type Position } from '#kernel';
import { WEBHOOKS_STREAM } from '#contracts';
import type { EventStore } from '#event-store';
import { findCheckpoint, positionOf } from '#eventing';

const LOOK_MS = 15;

export interface SettledEndpointsOptions {
  readonly pool: pg.Pool;
  /** The store of the service's own streams. */
  readonly store: Pick<EventStore, 'readFeedOf'>;
  /** The checkpoint of the lane that stores endpoints as their events say. */
  readonly checkpoint: string;
}

/** Waits until the table of endpoints has what their events say, whichever process stores it. */
export class SettledEndpoints {
  /** Up to here the table has everything. */
  private settled: Position | undefined;

  constructor(private readonly options: SettledEndpointsOptions) {}

  /** Whether it has all that is stored now. False: that takes too long. */
  async settle(patienceMs: number): Promise<boolean> {
    const { store } = this.options;
    const deadline = monotonicMs() + patienceMs;
    let looked = (this.settled ??= await this.reached());
    while (monotonicMs() <= deadline) {
      const page = await store.readFeedOf([WEBHOOKS_STREAM], looked, 1);
      const [next] = page.events;
      if (next === undefined && page.looked === looked) return true;
      looked = next ? await this.passed(next.position, deadline) : page.looked;
      if (looked > this.settled) this.settled = looked;
    }
    return false;
  }

  /** Where the lane is, once that is no longer before the position; before it where there is no time left. */
  private async passed(position: Position, deadline: number): Promise<Position> {
    for (;;) {
      const reached = await this.reached();
      if (reached >= position || monotonicMs() > deadline) return reached;
      await sleep(LOOK_MS);
    }
  }

  private async reached(): Promise<Position> {
    const { pool, checkpoint } = this.options;
    return positionOf(await findCheckpoint(pool, checkpoint));
  }
}
