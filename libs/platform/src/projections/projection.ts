import type { RecordedEvent } from '#event-store';

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
 * A row comes to `evolve` as it was returned or as it was stored: timestamptz as ISO 8601 in UTC with
 * milliseconds, date as yyyy-mm-dd, numeric (with the column's scale) and bigint as decimal text, JSON as
 * its value. Return values of that form, and both are the same.
 */
export interface Projection<Row extends ProjectedRow = ProjectedRow> {
  /** Names the checkpoint. Unique within the database. */
  readonly name: string;
  /** Schema and table, such as `invoicing.invoices`. */
  readonly table: string;
  /** Column name to PostgreSQL type, `id` first. JSON columns are of type json, and no SQL looks into them: large ones are packed. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * Values of columns that rows have, or had: each set of them once, in a table whose columns and primary key they are.
   * A list of many rows and few such values is searched by these first. Sets with a null are left out; none is removed.
   */
  readonly distinct?: { readonly table: string; readonly columns: readonly string[] };
  /** Prefix of the streams it reads, such as `invoice-`; the rest of the stream's name is the row's id. */
  readonly streamPrefix: string;
  /** The row after the event; undefined removes it. Must not read a clock or anything but its arguments. */
  readonly evolve: (row: Row | undefined, event: RecordedEvent) => Row | undefined;
}

/** Lets a projection keep its own row type while lists hold projections of all kinds. */
export const defineProjection = <Row extends ProjectedRow>(projection: Projection<Row>): Projection =>
  projection as unknown as Projection;
