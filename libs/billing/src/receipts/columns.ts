import type { Detail, Refusal } from '#kernel';

/** What the columns of a file are called, by the fields of a receipt, without the numbers of lines: `items.product.price`. */
export type ColumnNames = Readonly<Record<string, string>>;

/** A refusal of a receipt that came in a file: it names the columns, not the fields that they are. */
export function refusalAtColumns(refusal: Refusal, columns: ColumnNames | undefined): Refusal {
  if (!columns) return refusal;
  const { path, details, ...rest } = refusal;
  return {
    ...rest,
    ...placeOf(path, columns),
    ...(details && { details: details.map((one): Detail => ({ ...one, ...placeOf(one.path, columns) })) }),
  };
}

const placeOf = (field: string | undefined, columns: ColumnNames): { readonly path?: string } =>
  field === undefined ? {} : { path: columnOf(field, columns) ?? field };

/** The column of a field, or of the nearest one around it. */
function columnOf(field: string, columns: ColumnNames): string | undefined {
  const dotted = field.replace(/\[(\d+)\]/g, '.$1').replace(/^items\.\d+/, 'items');
  for (let path = dotted; path !== ''; path = path.includes('.') ? path.replace(/\.[^.]*$/, '') : '')
    if (columns[path] !== undefined) return columns[path];
  return undefined;
}
