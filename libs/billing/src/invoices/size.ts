import { field, type Detail } from '#kernel';

/**
 * How much of what repeats a document may have in all. The standards set no limit (Anexo 20: unbounded), and the limits of
 * single lists multiply: 5000 items of 500 parts each would keep one tenant's document in the way of all others for
 * minutes. An invoice of 5000 items has room for four taxes, parts or customs numbers for each.
 */
export const MAX_ELEMENTS = 20_000;
/** Values in complements: fields in JSON, attributes in XML. A Carta Porte of 5000 goods has about 50,000. */
export const MAX_VALUES = 100_000;

/** An item, as a request or as the content of an invoice has it. */
interface SizedItem {
  readonly product:
    | string
    | {
        readonly taxes?: readonly unknown[] | undefined;
        readonly local_taxes?: readonly unknown[] | undefined;
      };
  readonly parts?: readonly { readonly customs_keys?: readonly string[] | undefined }[] | undefined;
  readonly customs_keys?: readonly string[] | undefined;
  readonly property_tax_account?: string | readonly string[] | undefined;
  readonly complement?: unknown;
}

/** What of a document repeats. */
export interface Sized {
  readonly items?: readonly SizedItem[] | undefined;
  readonly complements?: readonly { readonly data: unknown }[] | undefined;
  readonly related_documents?: readonly { readonly documents?: readonly string[] | undefined }[] | undefined;
}

interface Count {
  elements: number;
  values: number;
}

/** More of it is not worked on where it would hold the loop of the process: it takes some 10 ms. */
const LARGE = { items: 200, elements: 1000, values: 5000 };

/** Whether the work on a document is better done elsewhere than on the loop. */
export function isLarge({ items = [], ...sized }: Sized): boolean {
  if (items.length > LARGE.items) return true;
  const { elements, values } = measure({ items, ...sized }, () => false).count;
  return elements > LARGE.elements || values > LARGE.values;
}

/**
 * The first field with which a document has too much in all: invalid_length at `items[3].parts`, `complements[0].data` or
 * `related_documents[1].documents`; undefined for a document that is small enough. Items themselves do not count, since
 * their list has a limit of its own.
 */
export function sizeProblem(sized: Sized): Detail | undefined {
  const { path } = measure(sized, isTooMuch);
  return path === undefined ? undefined : tooMuch(path);
}

/** Counts what a document has, until `ends` says that it is enough: at that path. */
function measure(
  { items = [], complements = [], related_documents = [] }: Sized,
  ends: (count: Count) => boolean,
): { readonly count: Count; readonly path?: string } {
  const count: Count = { elements: 0, values: 0 };
  for (const [i, item] of items.entries()) {
    const lists = listsOf(item);
    for (const [, size] of lists) count.elements += size;
    if (item.complement != null) countIn(item.complement, count);
    if (ends(count)) return { count, path: `items[${i}].${longest(lists, item.complement != null)}` };
  }
  for (const [i, { data }] of complements.entries()) {
    countIn(data, count);
    if (ends(count)) return { count, path: `complements[${i}].data` };
  }
  for (const [i, { documents = [] }] of related_documents.entries()) {
    count.elements += documents.length;
    if (ends(count)) return { count, path: `related_documents[${i}].documents` };
  }
  return { count };
}

const isTooMuch = ({ elements, values }: Count): boolean => elements > MAX_ELEMENTS || values > MAX_VALUES;

type Lists = readonly (readonly [name: string, size: number])[];

function listsOf({ product, parts = [], customs_keys = [], property_tax_account = [] }: SizedItem): Lists {
  const { taxes = [], local_taxes = [] } = typeof product === 'string' ? {} : product;
  const ofParts = parts.reduce((sum, part) => sum + (part.customs_keys?.length ?? 0), parts.length);
  return [
    ['product.taxes', taxes.length],
    ['product.local_taxes', local_taxes.length],
    ['parts', ofParts],
    ['customs_keys', customs_keys.length],
    ['property_tax_account', typeof property_tax_account === 'string' ? 1 : property_tax_account.length],
  ];
}

/** The list that has most; an item with nothing but a complement names that. */
function longest(lists: Lists, hasComplement: boolean): string {
  const [name, size] = lists.reduce((most, list) => (list[1] > most[1] ? list : most));
  return size === 0 && hasComplement ? 'complement' : name;
}

/** Counts XML by its tags and attributes, JSON by its objects and its other values; ends where it is too much. */
function countIn(data: unknown, count: Count): void {
  if (typeof data === 'string') {
    count.elements += occurrences(data, '<');
    count.values += occurrences(data, '=');
    return;
  }
  const pending: unknown[] = [data];
  while (pending.length > 0 && !isTooMuch(count)) {
    const value = pending.pop();
    if (Array.isArray(value)) for (const one of value) pending.push(one);
    else if (typeof value === 'object' && value !== null) {
      count.elements += 1;
      for (const name in value) pending.push((value as Readonly<Record<string, unknown>>)[name]);
    } else count.values += 1;
  }
}

function occurrences(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}

const tooMuch = (path: string): Detail =>
  field(path, 'invalid_length', {
    params: { elements: MAX_ELEMENTS, values: MAX_VALUES },
    message: {
      es: 'Con el campo "{path}", el comprobante rebasa lo que puede llevar en total: {elements} impuestos, partes, números de pedimento, cuentas prediales, documentos relacionados y nodos de complementos, y {values} valores en los complementos. Divídalo en varios comprobantes.',
      en: 'With the field "{path}", the document has more than it may have in all: {elements} taxes, parts, customs numbers, property tax accounts, related documents and nodes of complements, and {values} values in complements. Split it into several documents.',
    },
  });
