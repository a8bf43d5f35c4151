/**
 * A column of a sheet. What it holds is text; a decimal as text (`amount` of money, `rate` of exchange, `count`), which
 * a sheet has as a number; or a local time as a Comprobante says it (`moment`: YYYY-MM-DDThh:mm:ss), which a workbook has as
 * a date. null: the cell is empty.
 */
export interface Column<Row> {
  readonly header: string;
  readonly kind: 'text' | 'amount' | 'rate' | 'count' | 'moment';
  /** Characters, for sheets that have a width. */
  readonly width?: number;
  readonly of: (row: Row) => string | null;
}

/** Rows as they are read, one after the other; whoever ends early ends the reading. */
export type Rows<Row> = AsyncIterable<Row>;

export const text = <Row>(header: string, of: Column<Row>['of'], width = 14): Column<Row> => ({
  ...{ header, kind: 'text', of, width },
});
export const amount = <Row>(header: string, of: Column<Row>['of']): Column<Row> => ({
  ...{ header, kind: 'amount', of, width: 14 },
});
export const moment = <Row>(header: string, of: Column<Row>['of']): Column<Row> => ({
  ...{ header, kind: 'moment', of, width: 20 },
});
