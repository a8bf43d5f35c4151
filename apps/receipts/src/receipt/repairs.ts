import type pg from 'pg';
import type { StreamEvent, Tenant } from '#kernel';
import { CheckpointMoved, type Checkpoint, type EventConsumer } from '#bus';
import { RECEIPT_STREAM, type ReceiptEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { LAZY_COMMIT, MOVE_CHECKPOINT, readCheckpoint } from '#eventing';
import type { Config } from '#hosting';
import { isKnown } from './receipt.js';
import { Receipts } from './receipts.js';
import { receiptRowOf } from './row.js';
import { CHANGE, ReceiptRows } from './store.js';

export const REPAIRS = 'receipts.repairs';
/** How long a row is left to whoever appends the event: many times what they take. */
const LEAVE_MS = 2_000;
/** Receipts from which on a generation is looked at, and the feed waits for it. */
const FULL = 2_000;
/** Receipts of a look that are repaired at a time. */
const AT_ONCE = 8;

export interface RepairsOptions {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly config: Pick<Config, 'claimGraceMs'>;
  readonly leaveMs?: number;
}

interface Behind {
  readonly id: string;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly holder: string | null;
}

/** The receipts of some events, each with the last of its revisions, and the place behind them. */
class Generation {
  readonly receipts = new Map<string, number>();
  place: Checkpoint | undefined;
}

/**
 * Shows in its row what a receipt's stream says, where the process that appended it died before it could. Who meets such a
 * row settles it anyway (holds.ts), but lists of open receipts may not meet one that was just made.
 *
 * Ordinarily it finds nothing: one look every two seconds in which receipts change, whatever their number. What
 * invoices hold is theirs to write, as their commands come again.
 */
export class RowRepairs implements EventConsumer<typeof RECEIPT_STREAM> {
  readonly name = REPAIRS;
  readonly streams = [RECEIPT_STREAM] as const;
  /** Longer than two generations take: the place of the one that runs has moved by then. */
  readonly standbyMs: number;
  private readonly leaveMs: number;
  private readonly rows: ReceiptRows;
  private readonly receipts: Receipts;
  private older = new Generation();
  private newer = new Generation();
  private stored: Checkpoint | undefined;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private undo: (error: unknown) => void = () => undefined;

  constructor(private readonly options: RepairsOptions) {
    const { pool, store, config, leaveMs = LEAVE_MS } = options;
    this.leaveMs = leaveMs;
    this.standbyMs = 3 * leaveMs;
    this.rows = new ReceiptRows(pool, config);
    this.receipts = new Receipts(store);
  }

  async start(undo: (error: unknown) => void): Promise<Checkpoint> {
    await this.pause();
    this.older = new Generation();
    this.newer = new Generation();
    this.stored = await readCheckpoint(this.options.pool, REPAIRS);
    this.undo = undo;
    return this.stored;
  }

  async handle(events: readonly StreamEvent<ReceiptEvent>[], place: Checkpoint): Promise<void> {
    for (const { streamId, revision } of events)
      this.newer.receipts.set(streamId.slice(RECEIPT_STREAM.length), revision);
    this.newer.place = place;
    if (this.newer.receipts.size >= FULL) return this.age();
    this.timer ??= setTimeout(() => void this.tick(), this.leaveMs).unref();
  }

  async stop(): Promise<void> {
    await this.pause();
  }

  private async pause(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.undo = () => undefined;
    await this.looking.catch(() => undefined);
    this.looking = Promise.resolve();
  }

  /** Looks at what has had its time. A failure has the feed deliver it again. */
  private async tick(): Promise<void> {
    const { undo } = this;
    try {
      await this.age();
      this.timer = undefined;
      if (this.older.place !== undefined)
        this.timer = setTimeout(() => void this.tick(), this.leaveMs).unref();
    } catch (error) {
      undo(error);
    }
  }

  /** The older generation is looked at, and the newer one takes its place. */
  private age(): Promise<void> {
    return (this.looking = this.looking.then(async () => {
      const { older } = this;
      this.older = this.newer;
      this.newer = new Generation();
      if (older.place !== undefined) await this.lookAt(older, older.place);
    }));
  }

  private async lookAt({ receipts }: Generation, place: Checkpoint): Promise<void> {
    const behind = receipts.size === 0 ? [] : await this.findBehind(receipts);
    for (let first = 0; first < behind.length; first += AT_ONCE)
      await Promise.all(behind.slice(first, first + AT_ONCE).map((row) => this.repair(row)));
    const { rows } = await this.options.pool.query<{ moved: number }>({
      name: 'receipts-looked-at',
      text: `WITH moved AS (${MOVE_CHECKPOINT}) SELECT count(*)::int AS moved, ${LAZY_COMMIT} FROM moved`,
      values: [REPAIRS, this.stored, place],
    });
    if (rows[0]?.moved !== 1) throw new CheckpointMoved(REPAIRS);
    this.stored = place;
  }

  /** Rows that show less than was seen of their streams. */
  private async findBehind(seen: ReadonlyMap<string, number>): Promise<Behind[]> {
    const { rows } = await this.options.pool.query<Behind>({
      name: 'receipts-behind',
      text: `SELECT r.id, r.organization_id, r.livemode, r.holder
             FROM receipts.receipts AS r JOIN (
               SELECT unnest($1::text[]) AS id, unnest($2::integer[]) AS revision) AS seen USING (id)
             WHERE r.revision < seen.revision AND (r.holder IS NULL OR r.holder LIKE $3)`,
      values: [[...seen.keys()], [...seen.values()], `${CHANGE}%`],
    });
    return rows;
  }

  private async repair({ id, holder, ...row }: Behind): Promise<void> {
    const tenant: Tenant = { organizationId: row.organization_id, livemode: row.livemode };
    const state = await this.receipts.state(id, tenant);
    if (isKnown(state))
      await this.rows.writeThrough(receiptRowOf(id, tenant, state), { from: holder, to: null });
    else await this.rows.remove(id);
  }
}
