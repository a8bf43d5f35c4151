import { field, findNearest, ok, refuse, type Detail, type Result } from '#kernel';
import { plainWord } from './values.js';

/** A column of a file of receipts: what it is called, and the field of a receipt that it says (docs/receipts-import.md). */
interface ColumnRule {
  /** Of the receipt, or of each of its lines. */
  readonly of: 'receipt' | 'line';
  /** Where the API has it. */
  readonly path: string;
  /** Other headings, without case, accents and signs. */
  readonly names: readonly string[];
}

const rules = {
  ticket: { of: 'receipt', path: 'external_id', names: ['ticket', 'folio de venta', 'no de ticket', 'nota'] },
  date: { of: 'receipt', path: 'date', names: ['fecha', 'fecha de venta', 'fecha y hora'] },
  payment_form: { of: 'receipt', path: 'payment_form', names: ['forma de pago', 'forma pago', 'formapago'] },
  customer: { of: 'receipt', path: 'customer', names: ['cliente', 'id cliente', 'receptor'] },
  currency: { of: 'receipt', path: 'currency', names: ['moneda', 'divisa'] },
  exchange: { of: 'receipt', path: 'exchange', names: ['tipo de cambio', 'tipo cambio'] },
  branch: { of: 'receipt', path: 'branch', names: ['sucursal', 'tienda', 'store'] },
  folio_number: { of: 'receipt', path: 'folio_number', names: ['folio', 'numero de folio'] },
  external_id: { of: 'receipt', path: 'external_id', names: ['id externo', 'referencia'] },
  idempotency_key: {
    of: 'receipt',
    path: 'idempotency_key',
    names: ['clave de idempotencia', 'clave unica'],
  },
  zip: { of: 'receipt', path: 'address.zip', names: ['codigo postal', 'cp', 'c p', 'lugar de expedicion'] },
  product: { of: 'line', path: 'product', names: ['producto', 'id producto'] },
  description: { of: 'line', path: 'product.description', names: ['descripcion', 'concepto', 'articulo'] },
  product_key: {
    ...{ of: 'line', path: 'product.product_key' },
    names: ['clave producto', 'clave de producto', 'clave sat', 'clave prod serv', 'claveprodserv'],
  },
  unit_key: {
    of: 'line',
    path: 'product.unit_key',
    names: ['clave unidad', 'clave de unidad', 'claveunidad'],
  },
  unit_name: { of: 'line', path: 'product.unit_name', names: ['unidad', 'unidad de medida'] },
  sku: { of: 'line', path: 'product.sku', names: ['codigo', 'clave interna', 'no identificacion'] },
  quantity: { of: 'line', path: 'quantity', names: ['cantidad', 'cant', 'qty', 'piezas'] },
  price: {
    of: 'line',
    path: 'product.price',
    names: ['precio', 'precio unitario', 'valor unitario', 'importe unitario'],
  },
  tax_included: {
    ...{ of: 'line', path: 'product.tax_included' },
    names: ['precio con iva', 'iva incluido', 'impuestos incluidos', 'con impuestos'],
  },
  discount: { of: 'line', path: 'discount', names: ['descuento'] },
  iva: { of: 'line', path: 'product.taxes', names: ['tasa iva', 'vat'] },
  ieps: { of: 'line', path: 'product.taxes', names: ['tasa ieps'] },
  iva_withheld: { of: 'line', path: 'product.taxes', names: ['retencion iva', 'iva retenido'] },
  isr_withheld: { of: 'line', path: 'product.taxes', names: ['retencion isr', 'isr retenido', 'isr'] },
} as const satisfies Record<string, ColumnRule>;

/** A column by its name in English, which is the first that it is called. */
export type Column = keyof typeof rules;
export const COLUMNS = Object.keys(rules) as readonly Column[];
export const ruleOf = (column: Column): ColumnRule => rules[column];

const byHeading = new Map<string, Column>(
  COLUMNS.flatMap((column) =>
    [column, ...rules[column].names].map((name) => [plainWord(name), column] as const),
  ),
);

/** More than there are: of so many it is told which of them nobody knows. */
const MOST_COLUMNS = 60;

/** The columns of a file, in its order, and what each is called there. */
export interface Heading {
  readonly columns: readonly Column[];
  readonly names: Readonly<Partial<Record<Column, string>>>;
  /** What columns are called, by the fields of a receipt, without the numbers of lines (`items.product.price`). */
  readonly byField: Readonly<Record<string, string>>;
}

/**
 * The columns that a heading names. Refused whole: a column that nobody knows might be one that matters, and one that is
 * named twice says two things.
 */
export function readHeading(cells: readonly string[]): Result<Heading> {
  const problems: Detail[] = [];
  const names: Partial<Record<Column, string>> = {};
  const columns: Column[] = [];
  const filled = withoutEmptyEnd(cells.map((cell) => cell.trim()));
  if (filled.length > MOST_COLUMNS)
    return refuse('receipt_import_unreadable', {
      location: 'body',
      details: [field('', 'too_large', { message: TOO_MANY, params: { max: MOST_COLUMNS } })],
    });
  for (const cell of filled) {
    const column = byHeading.get(plainWord(cell));
    if (column === undefined) problems.push(unknownColumn(cell));
    else if (names[column] !== undefined) problems.push(field(cell, 'invalid_value', { message: TWICE }));
    else names[column] = cell;
    columns.push(column ?? 'ticket');
  }
  if (problems.length === 0 && names.price === undefined && names.product === undefined)
    problems.push(field('price', 'required'));
  if (problems.length > 0)
    return refuse('receipt_import_unreadable', { ...placeOf(problems), details: problems });
  return ok({ columns, names, byField: fieldsOf(names) });
}

const placeOf = ([first]: readonly Detail[]) => ({
  location: 'body' as const,
  ...(first?.path && { path: first.path }),
});

function fieldsOf(names: Heading['names']): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const column of COLUMNS) {
    const { of, path } = rules[column];
    const key = of === 'line' ? `items.${path}` : path;
    // Of columns for one field the first that the file has.
    if (names[column] !== undefined) fields[key] ??= names[column];
  }
  return fields;
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const end = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, end + 1);
}

const unknownColumn = (cell: string): Detail => {
  const words = COLUMNS.map((word) => ({ word, names: rules[word].names }));
  const suggestion = findNearest(cell, words);
  return field(cell, 'unknown_field', {
    message: cell === '' ? BLANK : UNKNOWN,
    params: { known: COLUMNS.join(', '), ...(suggestion !== undefined && { suggestion }) },
  });
};

const UNKNOWN = {
  es: 'La columna "{path}" no existe (¿quiso decir "{suggestion}"?). Columnas: {known}.',
  en: 'There is no column "{path}" (did you mean "{suggestion}"?). Columns: {known}.',
};
const BLANK = {
  es: 'Una columna no tiene encabezado. Columnas: {known}.',
  en: 'A column has no heading. Columns: {known}.',
};
const TOO_MANY = {
  es: 'El encabezado tiene más de {max} columnas.',
  en: 'The heading has more than {max} columns.',
};
const TWICE = {
  es: 'La columna "{path}" está dos veces.',
  en: 'The column "{path}" is there twice.',
};
