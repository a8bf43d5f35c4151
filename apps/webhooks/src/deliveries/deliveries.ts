import { randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type pg from 'pg';
import type { Clock, SystemNow } from '#kernel';
import type { CommandBus } from '#bus';
import { BUS, CLOCK, CONFIG, LOG, POOL, SOLE_INSTANCE, SYSTEM_NOW, TELEMETRY } from '#hosting';
import type { Config, Logger, Runtime } from '#hosting';
import { Disabling } from './disabling.js';
import { observe, showState } from './metrics.js';
import type { DeliveryParts, SendsRequests } from './ports.js';
import { Queue } from './queue.js';
import { removeExpired, removeOld } from './retention.js';
import { Wake } from './wake.js';
import { Worker, type Lease } from './worker.js';

/** Longer than any request: see {@link Worker}. */
const LEASE_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** DeliveryParts */
export const DELIVERY_PARTS = Symbol('timbra delivery parts');
/** SendsRequests */
export const DELIVERY_SENDER = Symbol('timbra delivery sender');

/** The deliveries of this process: the worker, and what it does from time to time. */
@Injectable()
export class Deliveries implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Names this process in leases. */
  readonly instance: string = randomUUID();
  readonly leaseMs: number = LEASE_MS;
  private readonly worker: Worker;
  private readonly disabling: Disabling;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(LOG) private readonly log: Logger,
    @Inject(SYSTEM_NOW) private readonly systemNow: SystemNow,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SOLE_INSTANCE) soleInstance: boolean,
    @Inject(TELEMETRY) { metrics }: Runtime['telemetry'],
    @Inject(BUS) bus: CommandBus,
    @Inject(CLOCK) clock: Clock,
    @Inject(DELIVERY_PARTS) parts: DeliveryParts,
    @Inject(DELIVERY_SENDER) sender: SendsRequests,
    wake: Wake,
  ) {
    const { instance, leaseMs } = this;
    this.disabling = new Disabling({ pool, bus, clock, systemNow, log });
    this.worker = new Worker({
      ...{ parts, sender, systemNow, log, soleInstance, leaseMs, random: Math.random },
      queue: new Queue({ pool, systemNow, instance, leaseMs }),
      observer: observe(metrics, systemNow),
      onGone: () => void this.disabling.sweep(),
    });
    showState(metrics, { pool, systemNow, inFlight: () => this.worker.inFlight });
    wake.onWake(this.worker.wake);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.worker.start();
    this.every(MINUTE_MS, async () => {
      // Where there are no endpoints nothing is asked.
      if (!this.worker.hasEndpoints) return;
      await this.disabling.sweep();
      await removeExpired(this.pool, this.systemNow);
    });
    this.every(HOUR_MS, () => removeOld(this.pool, this.systemNow, this.config.eventDays));
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.worker.stop();
  }

  /** A place for what is recorded in the caller's own statement, asked for before it; undefined: there is none now. */
  lease(endpointId: string, organizationId: string): Lease | undefined {
    return this.worker.lease(endpointId, organizationId);
  }

  /** An organization's clock moved: its deliveries are due at other times, and its endpoints fail for longer. */
  clockMoved(organizationId: string): void {
    this.worker.clockMoved(organizationId);
    void this.disabling.sweep();
  }

  private every(ms: number, work: () => Promise<unknown>): void {
    const tick = () =>
      void work().catch((error: unknown) =>
        this.log.warn({ err: error }, 'what is over of webhooks could not be removed'),
      );
    this.timers.push(setInterval(tick, ms).unref());
  }
}
