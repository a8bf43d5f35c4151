import type { EventOf, StreamPrefix } from '#contracts';
import type { DomainEvent, StreamEvent } from '#kernel';

/** A row of a read model: its id, the revision of the stream it shows, and the columns of its table. */
export interface ProjectedRow {
  readonly id: string;
  /** Revision of the last event folded into the row: an event at or below it changes nothing. */
  readonly revision: number;
}

/**
 * A read model of one kind of aggregate: one row per stream, made from that stream's events alone.
 * `evolve` is pure; the runner loads, folds and stores rows in batches, with the checkpoint.
 *
 * `evolve` gets a row as it was returned or as it was stored: timestamptz as ISO 8601 in UTC with
 * milliseconds, date as yyyy-mm-dd, numeric (with the column's scale) and bigint as decimal text, JSON as
 * its value. Return values of that form, and both are the same.
 *
 * This is what the machinery sees of it: any row, any event. `defineProjection` holds it to its own.
 */
export interface Projection {
  /** Names the checkpoint. Unique within the database. */
  readonly name: string;
  /** Schema and table, such as `gateway.invoices`. */
  readonly table: string;
  /** Column name to PostgreSQL type, `id` first. JSON columns are of type json, and no SQL looks into them: large ones are packed. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * Values of columns that rows have, or had: each set of them once, in a table whose columns and primary key they are.
   * A list of many rows and few such values is searched by these first. Sets with a null are left out; none is removed.
   */
  readonly distinct?: { readonly table: string; readonly columns: readonly string[] };
  /**
   * Most of its streams leave no row, and nobody waits for one of those: that a row went is noted only where one was
   * stored. Otherwise each such stream would cost a write.
   */
  readonly sparse?: boolean;
  /** An event that surely changes no row and finds none, by itself alone: no row is looked for then, which would cost a statement. */
  passesBy?(this: void, event: StreamEvent): boolean;
  /** Prefix of the streams it reads, such as `invoice-`; the rest of the stream's name is the row's id. */
  readonly streamPrefix: string;
  /** The row after the event; undefined removes it. Must not read a clock or anything but its arguments. */
  evolve(this: void, row: ProjectedRow | undefined, event: StreamEvent): ProjectedRow | undefined;
}

/** The PostgreSQL types that keep a value of a row. */
type ColumnType<Value> = [Value] extends [string | Date | null]
  ? 'text' | 'bigint' | 'numeric' | `numeric(${number},${number})` | 'timestamptz' | 'date'
  : [Value] extends [number | null]
    ? 'int' | 'integer'
    : [Value] extends [boolean | null]
      ? 'boolean'
      : [Value] extends [readonly string[]]
        ? 'text[]' | 'json'
        : 'json';

/** A projection with its own row and the events of its streams: every column of the row, of a type that keeps it, and no other. */
export interface ProjectionOf<Row extends ProjectedRow, Event extends DomainEvent> extends Projection {
  readonly columns: { readonly [Column in keyof Row & string]-?: ColumnType<Row[Column]> };
  readonly distinct?: { readonly table: string; readonly columns: readonly (keyof Row & string)[] };
  passesBy?(this: void, event: StreamEvent<Event>): boolean;
  evolve(this: void, row: Row | undefined, event: StreamEvent<Event>): Row | undefined;
}

/** A projection of the streams of a prefix of the catalogue, with the events that it has there. */
export const defineProjection = <Row extends ProjectedRow, Prefix extends StreamPrefix>(
  projection: ProjectionOf<Row, EventOf<Prefix>> & { readonly streamPrefix: Prefix },
): ProjectionOf<Row, EventOf<Prefix>> => projection;
