import { field, isId, type Detail, type Refusal } from '#kernel';
import { MAX_RECEIPT_ITEMS } from '#contracts';
import { readHeading, ruleOf, type Column, type Heading } from './columns.js';
import type { Row, Sheet } from './csv.js';
import { readDate, readFlag, readNumber, readRate, type DecimalMark, type Rate } from './values.js';
import { unwrap } from '#http';

/** A receipt of a file as POST /receipts takes it, or what is wrong with its cells. */
export interface FileReceipt {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** How many lines of the file it takes. */
  readonly lines: number;
  /** How much text it has, about. */
  readonly size: number;
  /** Of a line of JSON. */
  readonly body?: unknown;
  /** Of rows. */
  readonly rows?: SoldInRows;
  readonly problems: readonly Detail[];
  /** Of a line that is none of a file like this. */
  readonly refusal?: Refusal;
  /** What columns are called, by the fields of a receipt. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A receipt of rows: products that are named by their SKU are still to be found. */
export interface SoldInRows {
  readonly items: readonly { readonly product?: unknown }[];
}

type Cells = Partial<Record<Column, string>>;
interface Line {
  readonly line: number;
  readonly cells: Cells;
  readonly problems: Detail[];
}

/** The receipts of a file of rows. Rows that follow each other and have one ticket are the lines of one receipt. */
export async function* receiptsOfRows({ rows, separator }: Sheet): AsyncGenerator<FileReceipt, void, void> {
  const mark: DecimalMark = separator === ';' ? 'unknown' : 'point';
  let heading: Heading | undefined;
  let rowsOfOne = new Ticket();
  for await (const row of rows) {
    if (!heading) {
      heading = unwrap(readHeading(row.cells));
      continue;
    }
    const line = lineOf(row, heading);
    if (!rowsOfOne.has(line)) {
      yield rowsOfOne.receipt(heading, mark);
      rowsOfOne = new Ticket();
    }
    rowsOfOne.add(line, row);
  }
  if (heading && rowsOfOne.count > 0) yield rowsOfOne.receipt(heading, mark);
}

/** The text of one receipt: many times that of one with as many lines as it may have. */
const MAX_TEXT = 4 * 1024 * 1024;

/** Rows that are one receipt. What can only be refused is not kept. */
class Ticket {
  count = 0;
  private size = 0;
  private readonly lines: Line[] = [];

  /** Whether a row is of this receipt: the first one always is. */
  has({ cells: { ticket } }: Line): boolean {
    return this.count === 0 || (ticket !== undefined && ticket === this.lines[0]?.cells.ticket);
  }

  add(line: Line, { cells }: Row): void {
    this.count += 1;
    this.size += cells.reduce((sum, cell) => sum + cell.length, 0);
    // One more than a receipt has is enough to be refused.
    const isKept = this.lines.length <= MAX_RECEIPT_ITEMS && this.size <= MAX_TEXT;
    if (isKept || this.count === 1) this.lines.push(line);
  }

  receipt(heading: Heading, mark: DecimalMark): FileReceipt {
    const { count: lines, size } = this;
    const receipt = receiptOf(this.lines, heading, mark);
    const problems = size > MAX_TEXT ? [field('', 'too_large', { message: TOO_LARGE })] : receipt.problems;
    return { ...receipt, problems, lines, size };
  }
}

function lineOf({ line, cells }: Row, { columns }: Heading): Line {
  const problems: Detail[] = [];
  const filled: Cells = {};
  columns.forEach((column, index) => {
    const cell = cells[index] ?? '';
    if (cell !== '') filled[column] = cell;
  });
  const extra = cells.slice(columns.length).some((cell) => cell !== '');
  if (extra || cells.length < columns.length)
    problems.push(
      field('', 'invalid_format', {
        message: WIDTH,
        params: { cells: cells.length, columns: columns.length },
      }),
    );
  return { line, cells: filled, problems };
}

function receiptOf(
  lines: readonly Line[],
  heading: Heading,
  mark: DecimalMark,
): Omit<FileReceipt, 'lines' | 'size'> {
  const [first] = lines;
  const problems = lines.flatMap((one) => one.problems);
  const reader = new CellReader(heading, mark, problems);
  const rows = { ...receiptFields(lines, reader), items: lines.map(({ cells }) => itemOf(cells, reader)) };
  const { byField } = heading;
  return { line: first?.line ?? 1, rows, problems, columns: byField };
}

/** Reads cells, and notes what can't be read at the column's own name. */
class CellReader {
  constructor(
    private readonly heading: Heading,
    private readonly mark: DecimalMark,
    private readonly problems: Detail[],
  ) {}

  number(cells: Cells, column: Column): number | undefined {
    return this.read(cells, column, NUMBER, (text) => readNumber(text, this.mark));
  }
  date(cells: Cells, column: Column): string | undefined {
    return this.read(cells, column, DATE, readDate);
  }
  flag(cells: Cells, column: Column): boolean | undefined {
    return this.read(cells, column, FLAG, readFlag);
  }
  rate(cells: Cells, column: Column): Rate | undefined {
    return this.read(cells, column, RATE, (text) => readRate(text, this.mark));
  }
  refuse(column: Column, code: string, message: Message): void {
    this.problems.push(field(this.heading.names[column] ?? column, code, { message }));
  }

  private read<Value>(
    cells: Cells,
    column: Column,
    message: Message,
    read: (text: string) => Value | undefined,
  ): Value | undefined {
    const text = cells[column];
    if (text === undefined) return undefined;
    const value = read(text);
    if (value === undefined) {
      const at = this.heading.names[column] ?? column;
      this.problems.push(field(at, 'invalid_value', { message, params: { value: text.slice(0, 60) } }));
    }
    return value;
  }
}

type Message = { readonly es: string; readonly en: string };

/** What only the receipt has: of its first row, with which the others agree or say nothing. */
function receiptFields(lines: readonly Line[], reader: CellReader): object {
  const cells = lines[0]?.cells ?? {};
  for (const { cells: others } of lines.slice(1))
    for (const column of Object.keys(others) as Column[])
      if (ruleOf(column).of === 'receipt' && others[column] !== cells[column]) {
        reader.refuse(column, 'invalid_value', DIFFERS);
        return {};
      }
  const external = cells.external_id ?? cells.ticket;
  return defined({
    date: reader.date(cells, 'date'),
    payment_form: cells.payment_form?.replace(/^(\d)(?=$|\s|-)/, '0$1').replace(/^(\d{2})\s*-.*$/, '$1'),
    customer: cells.customer,
    currency: cells.currency,
    exchange: reader.number(cells, 'exchange'),
    branch: cells.branch,
    folio_number: reader.number(cells, 'folio_number'),
    external_id: external,
    idempotency_key: cells.idempotency_key,
    address: cells.zip === undefined ? undefined : { zip: withZeros(cells.zip, 5) },
  });
}

/** What a product in the catalogue says by itself. */
const OWN: readonly Column[] = [
  ...(['description', 'product_key', 'unit_key', 'unit_name', 'sku', 'price', 'tax_included'] as const),
  ...(['iva', 'ieps', 'iva_withheld', 'isr_withheld'] as const),
];

function itemOf(cells: Cells, reader: CellReader): object {
  const counted = defined({
    quantity: reader.number(cells, 'quantity'),
    discount: reader.number(cells, 'discount'),
  });
  if (cells.product !== undefined) {
    for (const column of OWN)
      if (cells[column] !== undefined) reader.refuse(column, 'not_allowed', WITH_PRODUCT);
    return { ...counted, product: isId(cells.product) ? cells.product : { [BY_SKU]: cells.product } };
  }
  const product = defined({
    description: cells.description,
    product_key: withZeros(cells.product_key, 8),
    unit_key: cells.unit_key,
    unit_name: cells.unit_name,
    sku: cells.sku,
    price: reader.number(cells, 'price'),
    tax_included: reader.flag(cells, 'tax_included'),
    ...taxesOf(cells, reader),
  });
  return { ...counted, product };
}

/** In the place of a product that is named by its SKU, until that is found. */
export const BY_SKU = 'by_sku';

/** Taxes that a row names; IVA of 16 % where it names others and says nothing of IVA, as the API has it. */
function taxesOf(cells: Cells, reader: CellReader): object {
  const iva = reader.rate(cells, 'iva');
  const others = [
    ...taxOf({ type: 'IEPS' }, reader.rate(cells, 'ieps')),
    ...taxOf({ type: 'IVA', withholding: true }, reader.rate(cells, 'iva_withheld')),
    ...taxOf({ type: 'ISR', withholding: true }, reader.rate(cells, 'isr_withheld')),
  ];
  if (iva === undefined && others.length === 0) return {};
  if (iva === 'none' && others.length === 0) return { taxability: '01' };
  return { taxes: [...taxOf({ type: 'IVA' }, iva ?? 0.16), ...others] };
}

const taxOf = (
  tax: { readonly type: string; readonly withholding?: true },
  rate: Rate | undefined,
): object[] =>
  rate === undefined || rate === 'none'
    ? []
    : rate === 'exempt'
      ? [{ ...tax, factor: 'Exento' }]
      : [{ ...tax, rate }];

/** Sheets take the zeros off of what looks like a number. */
const withZeros = (text: string | undefined, length: number): string | undefined =>
  text !== undefined && /^\d+$/.test(text) ? text.padStart(length, '0') : text;

const defined = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const WIDTH = {
  es: 'La línea tiene {cells} celdas y el encabezado tiene {columns} columnas.',
  en: 'The line has {cells} cells, and the heading has {columns} columns.',
};
const TOO_LARGE = {
  es: 'Las líneas de este ticket tienen más de 4 MB.',
  en: 'The lines of this ticket have more than 4 MB.',
};
const NUMBER = {
  es: 'El valor "{value}" de la columna "{path}" no es un número claro: escríbalo como 1234.50.',
  en: 'The value "{value}" of the column "{path}" is not a clear number: write it as 1234.50.',
};
const DATE = {
  es: 'El valor "{value}" de la columna "{path}" no es una fecha: escríbala como 2026-12-31T18:30 o 31/12/2026 18:30.',
  en: 'The value "{value}" of the column "{path}" is not a date: write it as 2026-12-31T18:30 or 31/12/2026 18:30.',
};
const FLAG = {
  es: 'El valor "{value}" de la columna "{path}" debe ser sí o no.',
  en: 'The value "{value}" of the column "{path}" must be yes or no.',
};
const RATE = {
  es: 'El valor "{value}" de la columna "{path}" no es una tasa: escríbala como 16%, 0.16, exento o no objeto.',
  en: 'The value "{value}" of the column "{path}" is not a rate: write it as 16%, 0.16, exempt or none.',
};
const DIFFERS = {
  es: 'Las líneas de un mismo ticket difieren en la columna "{path}".',
  en: 'The lines of one ticket differ in the column "{path}".',
};
const WITH_PRODUCT = {
  es: 'Con un producto registrado, deje vacía la columna "{path}": se toma del producto.',
  en: 'With a product of yours, leave the column "{path}" empty: it is taken from the product.',
};
