import { LRUCache } from 'lru-cache';
import { monotonicMs, START, type StreamEvent } from '#kernel';
import { CheckpointMoved, type AnyEventConsumer, type Checkpoint } from '#bus';
import { placeAt } from '../feed/place.js';
import { roughBytes } from '../memory.js';
import { LAZY_COMMIT, moveCheckpoint, readNotedCheckpoint } from './checkpoints.js';
import type { ProjectedRow, Projection } from './projection.js';
import { rowTypes } from './row-types.js';
import { rowsOf, writeRowNotice, type RowTeller } from './row-notices.js';
import { readStoredRows } from './stored-rows.js';
import { NOTE_REMOVED } from './removed-rows.js';
import type { RowChange, RowChanges } from './watch.js';
import type { OwnPool } from '../databases.js';

export interface ProjectionRunnerOptions {
  readonly pool: OwnPool;
  readonly projection: Projection;
  /** Called when it starts, and when it starts again because another process has moved the checkpoint. */
  readonly onStarted?: () => void;
  /** Called with each place that is passed, and the rows that were stored or removed. */
  readonly onAdvanced?: (place: Checkpoint, changes: RowChanges) => void;
  /** Where others of its service wait for its rows: each commit tells them which it stored or removed. */
  readonly tellsAs?: RowTeller | undefined;
  /** Where to write instead of the projection's own table and checkpoint: a rebuild in the making. */
  readonly target?: { readonly table: string; readonly checkpoint: string };
  /** The checkpoint of one lane, where it follows several; its first position is that of the projection's own checkpoint. */
  readonly lane?: string;
}

/** What is left to store of a batch. */
interface Left {
  readonly upserts: readonly ProjectedRow[];
  readonly removed: readonly (readonly [id: string, change: RowChange])[];
}

const NOTHING: RowChanges = new Map();
/** How many rows are remembered, and how many bytes of them. */
const KEPT = { max: 2_000, maxSize: 16_000_000 };
/** ... by each lane: a projection has one for each partition. */
const KEPT_OF_LANE = { max: 200, maxSize: 2_000_000 };
/** How long the stored checkpoint may stay behind while events pass that are none of the projection's. */
const STORE_EVERY_MS = 1_000;

/**
 * Runs one projection: folds a batch of events into rows, and stores rows and checkpoint in one
 * statement, so in one transaction. Two runners of the same projection (replicas) can't both move a
 * checkpoint: the loser stores nothing and starts again from what the winner stored.
 */
export class ProjectionRunner implements AnyEventConsumer {
  readonly name: string;
  readonly streams: readonly [string];
  private readonly checkpoint: string;
  private readonly statements: { readonly storing: string; readonly removing: string };
  private readonly table: string;
  /** Rows as last stored, while the checkpoint is where this runner left it. */
  private readonly rows: LRUCache<string, ProjectedRow>;
  /** Where the checkpoint stands in the database, and since when. */
  private stored = placeAt(START);
  private storedAt = 0;
  /** Of the rows that are kept here. */
  private generation = 0;

  constructor(private readonly options: ProjectionRunnerOptions) {
    this.name = options.target?.checkpoint ?? options.projection.name;
    this.checkpoint = options.lane ?? this.name;
    this.rows = new LRUCache<string, ProjectedRow>({
      ...(options.lane ? KEPT_OF_LANE : KEPT),
      sizeCalculation: roughBytes,
    });
    this.table = options.target?.table ?? options.projection.table;
    const { projection, tellsAs } = options;
    this.streams = [projection.streamPrefix];
    const tells = tellsAs && rowsOf(tellsAs.service);
    this.statements = {
      storing: storeStatement(this.table, projection, { removing: false, tells }),
      removing: storeStatement(this.table, projection, { removing: true, tells }),
    };
  }

  /** The same projection with a place of its own, for some of its streams: those rows are no other lane's. */
  lane(checkpoint: string): ProjectionRunner {
    return new ProjectionRunner({ ...this.options, lane: checkpoint });
  }

  async start(): Promise<Checkpoint> {
    this.rows.clear();
    const { pool } = this.options;
    const { place, generation } = await readNotedCheckpoint(pool, this.checkpoint, { former: this.name });
    this.stored = place;
    this.generation = generation;
    this.storedAt = monotonicMs();
    this.options.onAdvanced?.(this.stored, NOTHING);
    this.options.onStarted?.();
    return this.stored;
  }

  async handle(all: readonly StreamEvent[], place: Checkpoint): Promise<void> {
    const { onAdvanced, projection } = this.options;
    const { passesBy } = projection;
    const events = passesBy ? all.filter((event) => !passesBy(event)) : all;
    const before = events.length === 0 ? new Map<string, ProjectedRow>() : await this.load(events);
    const changes = this.fold(before, events);
    const left = this.toStore(changes, before);
    const isIdle = left.upserts.length === 0 && left.removed.length === 0;
    const mayWait = events.length === 0 || projection.sparse === true;
    if (isIdle && mayWait && monotonicMs() - this.storedAt < STORE_EVERY_MS) {
      onAdvanced?.(place, changes);
      return;
    }
    await this.store(place, left, changes);
    for (const [id, { row }] of changes)
      if (row) this.rows.set(id, row);
      else this.rows.delete(id);
    onAdvanced?.(place, changes);
  }

  private fold(rows: ReadonlyMap<string, ProjectedRow>, events: readonly StreamEvent[]): RowChanges {
    const { streamPrefix, evolve } = this.options.projection;
    const changes = new Map<string, RowChange>();
    for (const event of events) {
      const id = event.streamId.slice(streamPrefix.length);
      const change = changes.get(id);
      const row = change ? change.row : rows.get(id);
      if (row && row.revision >= event.revision) continue;
      const { revision, recordedAt } = event;
      changes.set(id, { row: evolve(row, event), revision, recordedAt });
    }
    return changes;
  }

  /** The rows before the events. What is read here still holds when it is stored, or the checkpoint has moved. */
  private async load(events: readonly StreamEvent[]): Promise<Map<string, ProjectedRow>> {
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

  /** Rows to put, and those to take away: of a sparse projection only what was there. */
  private toStore(changes: RowChanges, before: ReadonlyMap<string, ProjectedRow>): Left {
    const upserts: ProjectedRow[] = [];
    const removed: [id: string, change: RowChange][] = [];
    for (const [id, change] of changes)
      if (change.row) upserts.push(change.row);
      else if (!this.options.projection.sparse || before.has(id)) removed.push([id, change]);
    return { upserts, removed };
  }

  private async store(place: Checkpoint, left: Left, changes: RowChanges): Promise<void> {
    const { upserts, removed } = left;
    const { tellsAs } = this.options;
    const rowsJson = await readStoredRows(upserts);
    const values = [this.checkpoint, this.stored, place, rowsJson, this.generation];
    const told = tellsAs === undefined ? [] : [this.notice(tellsAs.instance, left, changes)];
    const { rows } = await this.options.pool.query<{ moved: number }>(
      removed.length === 0
        ? { name: `project-${this.name}`, text: this.statements.storing, values: [...values, ...told] }
        : {
            name: `project-${this.name}-removing`,
            text: this.statements.removing,
            values: [...values, ...this.removal(removed), ...told],
          },
    );
    if (rows[0]?.moved !== 1) throw new CheckpointMoved(this.checkpoint);
    this.stored = place;
    this.storedAt = monotonicMs();
  }

  /** What others are told; null: no row was stored or removed. */
  private notice(instance: string, { upserts, removed }: Left, changes: RowChanges): string | null {
    const ids = [...upserts.map(({ id }) => id), ...removed.map(([id]) => id)];
    if (ids.length === 0) return null;
    const rows = ids.map((id) => [id, changes.get(id)?.revision ?? 0] as const);
    return writeRowNotice({ instance, projection: this.options.projection.name, rows });
  }

  /** Parameters 6 to 9 of the statement: noted under the projection's own name also by a rebuild, which takes its place. */
  private removal(removed: readonly (readonly [id: string, change: RowChange])[]): unknown[] {
    return [
      removed.map(([id]) => id),
      this.options.projection.name,
      removed.map(([, { revision }]) => revision),
      removed.map(([, { recordedAt }]) => recordedAt.toISOString()),
    ];
  }
}

/**
 * Moves the checkpoint $1 from $2 to $3, puts the rows $4 (and their distinct values) and, `removing`, takes away those
 * of ids $6 and notes them ($7 to $9): all of it, or nothing where the checkpoint was not at $2, in generation $5. The row
 * lock on the checkpoint lets one runner through at a time.
 * One that `tells` on a channel has a further parameter: what others are told with the commit, or null.
 */
function storeStatement(
  table: string,
  { columns, distinct }: Projection,
  { removing, tells }: { readonly removing: boolean; readonly tells: string | undefined },
): string {
  const names = Object.keys(columns);
  const notice = `${removing ? '$10' : '$6'}::text`;
  const updates = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  return `
    WITH moved AS (${moveCheckpoint('generation = $5')})${
      removing
        ? `, removed AS (
      DELETE FROM ${table} WHERE id = ANY($6) AND EXISTS (SELECT FROM moved)
    ), noted AS (${NOTE_REMOVED}
    )`
        : ''
    }, put AS (
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
    SELECT count(*)::int AS moved, ${LAZY_COMMIT}${
      tells
        ? `, CASE WHEN count(*) > 0 AND ${notice} IS NOT NULL THEN pg_notify('${tells}', ${notice}) END`
        : ''
    } FROM moved`;
}
