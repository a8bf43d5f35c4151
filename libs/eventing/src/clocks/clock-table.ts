import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs, systemNow, type SystemNow } from '#kernel';
import { inTransaction, type Queryable } from '../transaction.js';
import { ANY_UNDER_WAY, NEXT_SCHEDULED, PLAN_ANEW, WRITERS } from './statements.js';
import type { SharedPool } from '../databases.js';

/** An organization's Test clock. Without one, its time is the machine's. */
export interface ClockRow {
  readonly organizationId: string;
  /** Grows with every change of any clock, in the order in which they are committed. */
  readonly version: bigint;
  /** How far it is ahead of system time. */
  readonly offsetMs: number;
  /** It stands still here while due work is run; null: it runs. */
  readonly standingAt: Date | null;
  /** Where it is being moved to; null: nowhere. */
  readonly advancingTo: Date | null;
}

/** What a change leaves of a clock. */
type Change = Partial<Pick<ClockRow, 'offsetMs' | 'standingAt' | 'advancingTo'>>;

interface Stored {
  readonly organization_id: string;
  readonly version: string;
  readonly offset_ms: string;
  readonly standing_at: Date | null;
  readonly advancing_to: Date | null;
}

const COLUMNS = 'organization_id, version, offset_ms, standing_at, advancing_to';
/** The advisory lock under which versions are given: held until the commit, so that they are seen in their order. */
const VERSIONS_LOCK = 20_070;
/** Who moves a clock says so more often than this; else another process goes on with it. */
export const HOLD_MS = 10_000;
/** For how long to wait for statements that are storing commands: they take milliseconds. */
const WRITERS_MS = 10_000;
const LOOK_MS = 5;

/** On which is told that a clock has changed, and with it what is due. */
export const CLOCKS = 'timbra_clocks';

/**
 * The Test clocks of all organizations, and what waits for them. One process at a time moves a clock: each of its writes is
 * refused once another has taken over, however long it was paused.
 */
export class ClockTable {
  constructor(
    private readonly pool: SharedPool,
    private readonly instance: string,
    private readonly now: SystemNow = systemNow,
    /** Other processes go by these clocks, and are told of each change. */
    private readonly tells = false,
  ) {}

  async changedSince(version: bigint): Promise<readonly ClockRow[]> {
    const { rows } = await this.pool.query<Stored>(
      `SELECT ${COLUMNS} FROM platform.sandbox_clocks WHERE version > $1 ORDER BY version`,
      [version],
    );
    return rows.map(toRow);
  }

  async find(organizationId: string): Promise<ClockRow | undefined> {
    const { rows } = await this.pool.query<Stored>(
      `SELECT ${COLUMNS} FROM platform.sandbox_clocks WHERE organization_id = $1`,
      [organizationId],
    );
    return rows[0] && toRow(rows[0]);
  }

  /**
   * Asks for a clock to be moved; a move under way goes on to the later of both. What is asked is stored: whoever takes the
   * clock does it. Undefined: it is being moved to a later instant than this.
   */
  async aim(organizationId: string, target: Date): Promise<ClockRow | undefined> {
    return inTransaction(this.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [VERSIONS_LOCK]);
      const { rows } = await client.query<Stored>(
        `INSERT INTO platform.sandbox_clocks AS c (organization_id, version, advancing_to)
         SELECT $1, coalesce(max(version), 0) + 1, $2 FROM platform.sandbox_clocks
         ON CONFLICT (organization_id) DO UPDATE
         SET advancing_to = EXCLUDED.advancing_to, version = EXCLUDED.version
         WHERE c.advancing_to IS NULL OR c.advancing_to <= EXCLUDED.advancing_to
         RETURNING ${COLUMNS}`,
        [organizationId, target],
      );
      if (rows[0]) await this.tell(client);
      return rows[0] && toRow(rows[0]);
    });
  }

  /** Takes a clock to move it, or says that this process still does; undefined: it is not to be moved, or another does. */
  async hold(organizationId: string): Promise<ClockRow | undefined> {
    const { rows } = await this.pool.query<Stored>(
      `UPDATE platform.sandbox_clocks SET holder = $2, held_until = now() + $3 * interval '1 millisecond'
       WHERE organization_id = $1 AND advancing_to IS NOT NULL
         AND (holder = $2 OR held_until IS NULL OR held_until < now())
       RETURNING ${COLUMNS}`,
      [organizationId, this.instance, HOLD_MS],
    );
    return rows[0] && toRow(rows[0]);
  }

  /** Lets others take a clock at once: this process shuts down. */
  async letGo(organizationId: string): Promise<void> {
    await this.pool.query(
      'UPDATE platform.sandbox_clocks SET holder = NULL, held_until = NULL WHERE organization_id = $1 AND holder = $2',
      [organizationId, this.instance],
    );
  }

  /** Has a clock stand at an instant, and what it has reached due. Undefined: another process moves it by now. */
  async stand(organizationId: string, at: Date): Promise<ClockRow | undefined> {
    return this.change(organizationId, { standingAt: at, offsetMs: this.offsetAt(at) });
  }

  /**
   * Has a clock run on from an instant. Commands that were stored meanwhile, by a clock that stood still, are planned anew:
   * once this is done, everything is due by the clock that runs. Until `arrive` the move is not over.
   */
  async run(organizationId: string, from: Date): Promise<ClockRow | undefined> {
    const row = await this.change(organizationId, { standingAt: null, offsetMs: this.offsetAt(from) });
    if (row) await this.planLate(organizationId);
    return row;
  }

  /** The move is over, if nothing later was asked for meanwhile. */
  async arrive(organizationId: string, target: Date): Promise<ClockRow | undefined> {
    return this.change(organizationId, { advancingTo: null }, target);
  }

  /** The first instant after one and up to another, in Test time, at which a command waits for the clock. */
  async nextScheduled(
    organizationId: string,
    { after, until }: { readonly after: Date; readonly until: Date },
  ): Promise<Date | undefined> {
    const { rows } = await this.pool.query<{ scheduled_at: Date }>(NEXT_SCHEDULED, [
      ...[organizationId, after, until],
    ]);
    return rows[0]?.scheduled_at;
  }

  /** Whether a command of the organization's Test environment is due or under way. `done`: those that are over. */
  async isWorking(organizationId: string, done: readonly string[]): Promise<boolean> {
    const { rowCount } = await this.pool.query(ANY_UNDER_WAY, [organizationId, this.now(), done]);
    return (rowCount ?? 0) > 0;
  }

  /** With the commit. */
  private async tell(client: Queryable): Promise<void> {
    if (this.tells) await client.query('SELECT pg_notify($1, $2)', [CLOCKS, '']);
  }

  private offsetAt(instant: Date): number {
    return Math.max(0, instant.getTime() - this.now().getTime());
  }

  private async change(
    organizationId: string,
    change: Change,
    ifTarget?: Date,
  ): Promise<ClockRow | undefined> {
    return inTransaction(this.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [VERSIONS_LOCK]);
      const { rows } = await client.query<Stored>(
        `UPDATE platform.sandbox_clocks SET
           offset_ms = coalesce($3::bigint, offset_ms),
           standing_at = CASE WHEN $4::boolean THEN $5::timestamptz ELSE standing_at END,
           advancing_to = CASE WHEN $6::boolean THEN NULL ELSE advancing_to END,
           holder = CASE WHEN $6 THEN NULL ELSE holder END,
           held_until = CASE WHEN $6 THEN NULL ELSE now() + $8 * interval '1 millisecond' END,
           version = (SELECT max(version) + 1 FROM platform.sandbox_clocks)
         WHERE organization_id = $1 AND holder = $2 AND ($7::timestamptz IS NULL OR advancing_to = $7)
         RETURNING ${COLUMNS}`,
        [
          ...[organizationId, this.instance, change.offsetMs ?? null],
          ...[change.standingAt !== undefined, change.standingAt ?? null],
          ...[change.advancingTo === null, ifTarget ?? null, HOLD_MS],
        ],
      );
      if (rows[0] && change.offsetMs !== undefined) await client.query(PLAN_ANEW, [organizationId]);
      if (rows[0]) await this.tell(client);
      return rows[0] && toRow(rows[0]);
    });
  }

  /**
   * Plans anew what was being stored while the clock changed: such a statement may have seen the clock as it was. Those that
   * begin later see it as it is, so nothing is missed, and nobody who stores commands waits or locks anything.
   */
  async planLate(organizationId: string): Promise<void> {
    const deadline = monotonicMs() + WRITERS_MS;
    const writers = async () =>
      (await this.pool.query<{ writer: string }>(WRITERS)).rows.map((row) => row.writer);
    let left = await writers();
    while (left.length > 0 && monotonicMs() < deadline) {
      await sleep(LOOK_MS);
      const still = new Set(await writers());
      left = left.filter((writer) => still.has(writer));
    }
    await this.pool.query(PLAN_ANEW, [organizationId]);
  }
}

const toRow = (row: Stored): ClockRow => ({
  organizationId: row.organization_id,
  version: BigInt(row.version),
  offsetMs: Number(row.offset_ms),
  standingAt: row.standing_at,
  advancingTo: row.advancing_to,
});
