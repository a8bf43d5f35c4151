import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { RecordedEvent } from '#event-store';
import type { FeedConsumer } from '../feed/feed-hub.js';
import { roughBytes } from '../memory.js';
import { CheckpointMoved, LAZY_COMMIT, readCheckpoint } from './checkpoints.js';
import type { ProjectedRow, Projection } from './projection.js';
import { rowTypes } from './row-types.js';
import { storedRows } from './stored-rows.js';
import type { RowChanges } from './watch.js';

export interface ProjectionRunnerOptions {
  readonly pool: pg.Pool;
  readonly projection: Projection;
  /** Called with each position that is passed, and the rows that were stored or removed. */
  readonly onAdvanced?: (position: bigint, changes: RowChanges) => void;
  /** Where to write instead of the projection's own table and checkpoint: a rebuild in the making. */
  readonly target?: { readonly table: string; readonly checkpoint: string };
}

const NOTHING: RowChanges = new Map();
/** How long the stored checkpoint may stay behind while events pass that are none of the projection's. */
const STORE_EVERY_MS = 1_000;

/**
 * Runs one projection: folds a batch of events into rows, and stores rows and checkpoint in one
 * statement, so in one transaction. Two runners of the same projection (replicas) can't both move a
 * checkpoint: the loser stores nothing and starts again from what the winner stored.
 */
export class ProjectionRunner implements FeedConsumer {
  readonly name: string;
  private readonly statement: string;
  private readonly table: string;
  /** Rows as last stored, while the checkpoint is where this runner left it. */
  private readonly rows = new LRUCache<string, ProjectedRow>({
    max: 2_000,
    maxSize: 16_000_000,
    sizeCalculation: roughBytes,
  });
  /** Where the checkpoint stands in the database, and since when. */
  private stored = 0n;
  private storedAt = 0;

  constructor(private readonly options: ProjectionRunnerOptions) {
    this.name = options.target?.checkpoint ?? options.projection.name;
    this.table = options.target?.table ?? options.projection.table;
    this.statement = storeStatement(this.table, options.projection);
  }

  async start(): Promise<bigint> {
    this.rows.clear();
    this.stored = await readCheckpoint(this.options.pool, this.name);
    this.storedAt = Date.now();
    this.options.onAdvanced?.(this.stored, NOTHING);
    return this.stored;
  }

  async handle(events: readonly RecordedEvent[]): Promise<void> {
    const { projection, onAdvanced } = this.options;
    const position = events.at(-1)?.position ?? this.stored;
    const mine = events.filter((event) => event.streamId.startsWith(projection.streamPrefix));
    if (mine.length === 0 && Date.now() - this.storedAt < STORE_EVERY_MS) {
      onAdvanced?.(position, NOTHING);
      return;
    }
    const changes = this.fold(await this.load(mine), mine);
    await this.store(position, changes);
    for (const [id, row] of changes)
      if (row) this.rows.set(id, row);
      else this.rows.delete(id);
    onAdvanced?.(position, changes);
  }

  private fold(rows: ReadonlyMap<string, ProjectedRow>, events: readonly RecordedEvent[]): RowChanges {
    const { streamPrefix, evolve } = this.options.projection;
    const changes = new Map<string, ProjectedRow | undefined>();
    for (const event of events) {
      const id = event.streamId.slice(streamPrefix.length);
      const row = changes.has(id) ? changes.get(id) : rows.get(id);
      if (row && row.revision >= event.revision) continue;
      changes.set(id, evolve(row, event));
    }
    return changes;
  }

  /** The rows before the events. What is read here still holds when it is stored, or the checkpoint has moved. */
  private async load(events: readonly RecordedEvent[]): Promise<Map<string, ProjectedRow>> {
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
    const { rows: stored } = await this.options.pool.query<ProjectedRow>({
      text: `SELECT ${Object.keys(columns).join(', ')} FROM ${this.table} WHERE id = ANY($1)`,
      values: [[...missing]],
      types: rowTypes,
    });
    for (const row of stored) rows.set(row.id, row);
    return rows;
  }

  private async store(position: bigint, changes: RowChanges): Promise<void> {
    const upserts: ProjectedRow[] = [];
    const removals: string[] = [];
    for (const [id, row] of changes)
      if (row) upserts.push(row);
      else removals.push(id);
    const { rows } = await this.options.pool.query<{ moved: number }>({
      name: `project-${this.name}`,
      text: this.statement,
      values: [this.name, this.stored.toString(), position.toString(), await storedRows(upserts), removals],
    });
    if (rows[0]?.moved !== 1) throw new CheckpointMoved(this.name);
    this.stored = position;
    this.storedAt = Date.now();
  }
}

/**
 * Moves the checkpoint $1 from $2 to $3, puts the rows $4 (and their distinct values) and removes the ids $5: all of
 * it, or nothing where the checkpoint was not at $2. The row lock on the checkpoint lets one runner through at a time.
 */
function storeStatement(table: string, { columns, distinct }: Projection): string {
  const names = Object.keys(columns);
  const updates = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  return `
    WITH moved AS (
      UPDATE platform.checkpoints SET position = $3, updated_at = now() WHERE name = $1 AND position = $2
      RETURNING 1
    ), removed AS (
      DELETE FROM ${table} WHERE id = ANY($5) AND EXISTS (SELECT FROM moved)
    ), put AS (
      INSERT INTO ${table} (${names.join(', ')})
      SELECT ${names.map((name) => `r.${name}`).join(', ')}
      FROM json_to_recordset($4) AS r(${names.map((name) => `${name} ${columns[name]}`).join(', ')})
      WHERE EXISTS (SELECT FROM moved)
      ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}
      RETURNING ${(distinct?.columns ?? ['id']).join(', ')}
    )${
      distinct
        ? `, known AS (
      INSERT INTO ${distinct.table} (${distinct.columns.join(', ')})
      SELECT DISTINCT * FROM put WHERE ${distinct.columns.map((name) => `${name} IS NOT NULL`).join(' AND ')}
      ON CONFLICT DO NOTHING
    )`
        : ''
    }
    SELECT count(*)::int AS moved, ${LAZY_COMMIT} FROM moved`;
}
