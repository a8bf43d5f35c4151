import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { RecordedEvent } from '#event-store';
import type { FeedConsumer } from '../feed/feed-hub.js';
import { inTransaction, type Queryable } from '../postgres/transaction.js';
import { advanceCheckpoint, readCheckpoint } from './checkpoints.js';
import type { ProjectedRow, Projection } from './projection.js';

export interface ProjectionRunnerOptions {
  readonly pool: pg.Pool;
  readonly projection: Projection;
  /** Called after each commit with the new position and the ids of the rows that changed. */
  readonly onAdvanced?: (position: bigint, ids: ReadonlySet<string>) => void;
  /** Where to write instead of the projection's own table and checkpoint: a rebuild in the making. */
  readonly target?: { readonly table: string; readonly checkpoint: string };
}

/**
 * Runs one projection: folds a batch of events into rows, and stores rows and checkpoint in one
 * transaction. Two runners of the same projection (replicas) can't both move a checkpoint: the loser's
 * transaction is rolled back and it starts again from what the winner stored.
 */
export class ProjectionRunner implements FeedConsumer {
  readonly name: string;
  private readonly table: string;
  private readonly rows = new LRUCache<string, ProjectedRow>({ max: 2_000 });
  private position = 0n;

  constructor(private readonly options: ProjectionRunnerOptions) {
    this.name = options.target?.checkpoint ?? options.projection.name;
    this.table = options.target?.table ?? options.projection.table;
  }

  async start(): Promise<bigint> {
    this.rows.clear();
    this.position = await readCheckpoint(this.options.pool, this.name);
    return this.position;
  }

  async handle(events: readonly RecordedEvent[]): Promise<void> {
    const { pool, projection, onAdvanced } = this.options;
    const position = events.at(-1)?.position ?? this.position;
    const mine = events.filter((event) => event.streamId.startsWith(projection.streamPrefix));
    const changes = new Map<string, ProjectedRow | undefined>();
    try {
      await inTransaction(pool, async (tx) => {
        await advanceCheckpoint(tx, this.name, this.position, position);
        const rows = await this.load(tx, mine);
        for (const event of mine) {
          const id = event.streamId.slice(projection.streamPrefix.length);
          const row = changes.has(id) ? changes.get(id) : rows.get(id);
          if (row && row.revision >= event.revision) continue;
          changes.set(id, projection.evolve(row, event));
        }
        await this.store(tx, changes);
      });
    } catch (error) {
      this.rows.clear();
      throw error;
    }
    for (const [id, row] of changes) if (row) this.rows.set(id, row);
    for (const [id, row] of changes) if (!row) this.rows.delete(id);
    this.position = position;
    onAdvanced?.(position, new Set(changes.keys()));
  }

  private async load(tx: Queryable, events: readonly RecordedEvent[]): Promise<Map<string, ProjectedRow>> {
    const { columns, streamPrefix } = this.options.projection;
    const rows = new Map<string, ProjectedRow>();
    const missing = new Set<string>();
    const born = new Set<string>();
    for (const event of events) {
      const id = event.streamId.slice(streamPrefix.length);
      const cached = this.rows.get(id);
      if (event.revision === 0) born.add(id);
      if (cached) rows.set(id, cached);
      else if (!born.has(id)) missing.add(id);
    }
    if (missing.size === 0) return rows;
    const { rows: stored } = await tx.query<ProjectedRow>(
      `SELECT ${Object.keys(columns).join(', ')} FROM ${this.table} WHERE id = ANY($1)`,
      [[...missing]],
    );
    for (const row of stored) rows.set(row.id, row);
    return rows;
  }

  private async store(tx: Queryable, changes: ReadonlyMap<string, ProjectedRow | undefined>): Promise<void> {
    const { columns } = this.options.projection;
    const upserts: ProjectedRow[] = [];
    const removals: string[] = [];
    for (const [id, row] of changes) {
      if (row) upserts.push(row);
      else removals.push(id);
    }
    if (removals.length > 0) await tx.query(`DELETE FROM ${this.table} WHERE id = ANY($1)`, [removals]);
    if (upserts.length === 0) return;
    const names = Object.keys(columns);
    const updates = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
    await tx.query(
      `INSERT INTO ${this.table} (${names.join(', ')})
       SELECT ${names.map((name) => `r.${name}`).join(', ')}
       FROM json_to_recordset($1) AS r(${names.map((name) => `${name} ${columns[name]}`).join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`,
      [JSON.stringify(upserts)],
    );
  }
}
