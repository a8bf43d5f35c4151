import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#kernel';
import { ClockTable, TenantClock, type ClockRow } from '#eventing';
import { LOG, TestWork, type Logger, type Patience } from '#hosting';
import { ClockedCertificates } from './certificates.js';
import { ClockedDeliveries } from './deliveries.js';

/** How long one instant's work may take before the clock goes on without it: it is done, only later. */
const STEP_MS = 30_000;
/** How often this process says that it still moves a clock, and looks for those that nobody moves any more. */
const HOLD_EVERY_MS = 2_000;
/** Between looks at a clock that another process moves. */
const LOOK_MS = 100;

/** Another process moves the clock by now, or this one shuts down. */
class NoLongerOurs extends Error {
  override readonly name = 'NoLongerOurs';
}

/**
 * Moves Test clocks: from one instant at which something is due to the next, each time until that has been run with all that
 * comes of it. Where a clock is to go is stored, so a move survives its process: another, or this one after its next start,
 * goes on where it stands.
 */
@Injectable()
export class ClockAdvances implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Those that this process moves, by organization. */
  private readonly running = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly clocks: ClockTable,
    private readonly clock: TenantClock,
    private readonly work: TestWork,
    private readonly deliveries: ClockedDeliveries,
    private readonly certificates: ClockedCertificates,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** What is in memory says which clocks are being moved: an idle installation asks its database nothing. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      for (const { organizationId } of this.clock.advancing()) void this.goOn(organizationId);
    }, HOLD_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await Promise.all(this.running.values());
  }

  /** Moves a clock to where it is to go, unless another process does; resolves when that is over for this process. */
  goOn(organizationId: string): Promise<void> {
    const known = this.running.get(organizationId);
    if (known || this.stopped) return known ?? Promise.resolve();
    const run = this.advance(organizationId)
      .catch((error: unknown) => {
        if (error instanceof NoLongerOurs) return;
        this.log.warn({ err: error, organizationId }, 'a Test clock could not be moved and will be again');
      })
      .finally(() => this.running.delete(organizationId));
    this.running.set(organizationId, run);
    return run;
  }

  private async advance(organizationId: string): Promise<void> {
    const held = await this.clocks.hold(organizationId);
    // Another process moves it, or it has arrived: what this one knows is old.
    if (!held) return this.clock.refresh();
    let isLost = false;
    const isOver = () => isLost || this.stopped;
    const keeping = setInterval(() => {
      this.clocks.hold(organizationId).then(
        (row) => (isLost ||= row === undefined),
        () => undefined,
      );
    }, HOLD_EVERY_MS).unref();
    try {
      await this.moveAll(held, isOver);
    } finally {
      clearInterval(keeping);
      if (this.stopped) await this.clocks.letGo(organizationId).catch(() => undefined);
    }
  }

  private async moveAll({ organizationId }: ClockRow, isOver: () => boolean): Promise<void> {
    const now = () => this.clock.now({ organizationId, livemode: false });
    let at = now();
    for (;;) {
      const { advancingTo: target, standingAt } = this.note(await this.clocks.hold(organizationId));
      if (target === null) return;
      if (standingAt === null && at >= target) {
        // It runs on already, and is never set back: the process ended just before it had arrived.
        await this.clocks.planLate(organizationId);
      } else {
        const next = await this.step(organizationId, at < target ? at : target, target, isOver);
        if (isOver()) throw new NoLongerOurs();
        if (at < target) {
          at = next;
          continue;
        }
        this.note(await this.clocks.run(organizationId, target));
      }
      await this.deliveries.runOn(organizationId, now());
      const arrived = await this.clocks.arrive(organizationId, target);
      if (arrived) return this.clock.note(arrived);
      // It was asked to go further meanwhile.
      at = now();
    }
  }

  /** Has the clock stand at an instant until what is due then is done; answers where it stands next. */
  private async step(organizationId: string, at: Date, target: Date, isOver: () => boolean): Promise<Date> {
    this.note(await this.clocks.stand(organizationId, at));
    const patience: Patience = { deadline: monotonicMs() + STEP_MS, isOver };
    const notices = await this.certificates.noticesOf(organizationId);
    await this.certificates.warn(organizationId, at, notices);
    const isDone = await this.work.run(organizationId, patience);
    const retry = await this.deliveries.follow(organizationId, at, patience);
    // What deliveries have led to.
    if (isDone) await this.work.run(organizationId, patience);
    else if (!isOver()) this.log.warn({ organizationId, at }, 'a Test clock goes on before its work is done');
    const scheduled = await this.work.next(organizationId, at, target);
    const instants = [retry, scheduled, ...notices.map(({ due }) => due)];
    return instants.reduce<Date>(
      (first, one) => (one !== undefined && one > at && one < first ? one : first),
      target,
    );
  }

  private note(row: ClockRow | undefined): ClockRow {
    if (!row) throw new NoLongerOurs();
    this.clock.note(row);
    return row;
  }

  /** Waits until a clock has arrived, whoever moves it. False: it takes longer, or this process shuts down. */
  async waitFor(organizationId: string, target: Date, timeoutMs: number): Promise<boolean> {
    const deadline = monotonicMs() + timeoutMs;
    const ours = this.goOn(organizationId);
    const late = new AbortController();
    await Promise.race([ours, sleep(timeoutMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    for (;;) {
      const row = await this.clocks.find(organizationId);
      // One that was sent further is beyond it.
      if (!row?.advancingTo || (row.standingAt && row.standingAt > target)) return true;
      if (monotonicMs() >= deadline || this.stopped || this.work.leaving) return false;
      await sleep(LOOK_MS);
    }
  }
}
