import { randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type pg from 'pg';
import { monotonicMs, type Clock, type SystemNow, type Tenant } from '#kernel';
import { replacementOf } from '#billing';
import type { CommandBus } from '#bus';
import type { ImportedInvoice } from '#contracts';
import { importedInvoiceId } from '#contracts';
import { BUS, CLOCK, LOG, POOL, SYSTEM_NOW, type Logger } from '#hosting';
import { documentOf } from './document.js';
import { ListedIssuers } from './efos.js';
import { look } from './look.js';
import { firstLook, windowEnd } from './schedule.js';
import { WatchedTable, type NewWatch, type Watched } from './watched-table.js';

/** Longer than looks at all that is taken at once, where the SAT answers nothing. */
const LEASE_MS = 180_000;
/** Of Test as many as a question takes; of Live, where the SAT is asked once a second, a few: who waits for an answer comes in between. */
const AT_ONCE = { test: 20, live: 3 };
/** Rows of a claim: those of one environment are looked at together. */
const CLAIMED = 20;
/** However far the next look is: rows of a process that has ended, and those that another one has begun. */
const LOOK_MS = 30_000;
const PAUSE_MS = 1_000;

/** Watches how the tax authority has the documents of others. */
@Injectable()
export class Watch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly table: WatchedTable;
  private timer: NodeJS.Timeout | undefined;
  private timerAt = Infinity;
  private working: Promise<void> | undefined;
  private asked = false;
  private stopped = false;
  private started = false;

  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(BUS) private readonly bus: Pick<CommandBus, 'send'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SYSTEM_NOW) private readonly systemNow: SystemNow,
    @Inject(ListedIssuers) private readonly listed: Pick<ListedIssuers, 'withList'>,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.table = new WatchedTable({ pool, systemNow, instance: randomUUID(), leaseMs: LEASE_MS });
  }

  onApplicationBootstrap(): void {
    this.started = true;
    this.plan(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.working;
  }

  /**
   * Watches documents that are about to be imported: before the command goes out, so that none is imported and not watched. What
   * the organization issued itself is asked about until the tax authority has it, and what is canceled is not. What one of them
   * replaces is looked at soon: it is about to be canceled, or has been.
   */
  async begin(tenant: Tenant, invoices: readonly ImportedInvoice[]): Promise<void> {
    const documents = invoices.flatMap((invoice): NewWatch[] => {
      const { sat, stamp, issuer_type } = invoice;
      if (sat.status === 'canceled' || (issuer_type === 'issuing' && sat.status === 'valid')) return [];
      const document = documentOf(invoice);
      return [
        {
          ...{ uuid: stamp.uuid, invoice_id: importedInvoiceId(tenant, stamp.uuid), document, known: sat },
          ...firstLook(sat),
          issuing: issuer_type === 'issuing',
          until_at: windowEnd(new Date(invoice.issue.date), document).toISOString(),
        },
      ];
    });
    await this.table.begin(tenant, documents);
    for (const { ms } of documents) this.plan(ms);
    const replaced = invoices.flatMap(({ content }) => replacementOf(content.related_documents));
    if (replaced.length === 0) return;
    await this.table.hasten(tenant, replaced);
    this.plan(0);
  }

  /**
   * An organization's test clock is so far ahead now: looks at what is due by it. Answers how many are left, and the instant of the
   * next look in Test time.
   */
  async followClock(
    organizationId: string,
    offsetMs: number,
    withinMs: number,
  ): Promise<{ readonly next_at: string | null; readonly under_way: number }> {
    await this.table.followClock(organizationId, offsetMs);
    const until = monotonicMs() + withinMs;
    for (let claimed = 1; claimed > 0 && monotonicMs() < until;)
      claimed = await this.lookAt(await this.table.claim(AT_ONCE.test, organizationId));
    const { due, next } = await this.table.waiting(organizationId);
    this.plan(0);
    return { next_at: next && new Date(next.getTime() + offsetMs).toISOString(), under_way: due };
  }

  /** Looks at some of what is due, whosever it is; answers how many those were. */
  async lookAtDue(): Promise<number> {
    return this.lookAt(await this.table.claim(CLAIMED));
  }

  /** Looks in so long, if not before. */
  private plan(ms: number): void {
    if (this.stopped || !this.started) return;
    const at = monotonicMs() + ms;
    if (at >= this.timerAt) return;
    clearTimeout(this.timer);
    this.timerAt = at;
    this.timer = setTimeout(() => this.wake(), ms).unref();
  }

  private wake(): void {
    this.timerAt = Infinity;
    this.asked = true;
    this.working ??= this.work().finally(() => (this.working = undefined));
  }

  private async work(): Promise<void> {
    while (this.asked && !this.stopped) {
      this.asked = false;
      try {
        if ((await this.lookAtDue()) > 0) {
          this.asked = true;
          continue;
        }
        const next = await this.table.next();
        // An installation that watches nothing asks its database nothing: who begins a watch here plans it.
        if (next)
          this.plan(Math.min(LOOK_MS, Math.max(PAUSE_MS, next.getTime() - this.systemNow().getTime())));
      } catch (error) {
        this.log.warn({ err: error }, 'the status of received documents could not be looked at');
        this.plan(PAUSE_MS);
      }
    }
  }

  /** Looks at what was taken, one tenant after the other; of Live few at a time. Answers how many those are. */
  private async lookAt(claimed: readonly Watched[]): Promise<number> {
    for (const { tenant, rows } of batchesOf(claimed)) {
      const parts = { bus: this.bus, clock: this.clock, listed: this.listed };
      await this.table.store(await look(parts, tenant, rows));
      if (this.stopped) break;
    }
    return claimed.length;
  }
}

interface Batch {
  readonly tenant: Tenant;
  readonly rows: readonly Watched[];
}

function batchesOf(claimed: readonly Watched[]): readonly Batch[] {
  const tenants = new Map<string, Watched[]>();
  for (const one of claimed) {
    const key = `${one.organization_id}.${one.livemode}`;
    tenants.set(key, [...(tenants.get(key) ?? []), one]);
  }
  return [...tenants.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const tenant = { organizationId: first.organization_id, livemode: first.livemode };
    const size = tenant.livemode ? AT_ONCE.live : AT_ONCE.test;
    return Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => ({
      tenant,
      rows: rows.slice(n * size, (n + 1) * size),
    }));
  });
}
