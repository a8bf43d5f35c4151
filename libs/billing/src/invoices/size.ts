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
export function isLarge(sized: Sized): boolean {
  if ((sized.items?.length ?? 0) > LARGE.items) return true;
  return findExcess(sized, isMuch) !== undefined;
}

/**
 * The first field with which a document has too much in all: invalid_length at `items[3].parts`, `complements[0].data` or
 * `related_documents[1].documents`; undefined for a document that is small enough. Items themselves do not count, since
 * their list has a limit of its own.
 */
export function sizeProblem(sized: Sized): Detail | undefined {
  const path = findExcess(sized, isTooMuch);
  return path === undefined ? undefined : tooMuch(path);
}

/**
 * The path at which a document has too much by what `ends` says; undefined: at none. Every invoice is counted twice, so
 * lists are counted where they are and nothing is made.
 */
function findExcess(
  { items = [], complements = [], related_documents = [] }: Sized,
  ends: (count: Count) => boolean,
): string | undefined {
  const count: Count = { elements: 0, values: 0 };
  let at = 0;
  for (const item of items) {
    countItem(item, count);
    if (ends(count)) return `items[${at}].${longest(item)}`;
    at += 1;
  }
  at = 0;
  for (const { data } of complements) {
    countIn(data, count);
    if (ends(count)) return `complements[${at}].data`;
    at += 1;
  }
  at = 0;
  for (const { documents } of related_documents) {
    count.elements += documents?.length ?? 0;
    if (ends(count)) return `related_documents[${at}].documents`;
    at += 1;
  }
  return undefined;
}

const isTooMuch = ({ elements, values }: Count): boolean => elements > MAX_ELEMENTS || values > MAX_VALUES;
const isMuch = ({ elements, values }: Count): boolean => elements > LARGE.elements || values > LARGE.values;

const partsOf = ({ parts }: SizedItem): number => {
  let size = parts?.length ?? 0;
  if (parts) for (const { customs_keys } of parts) size += customs_keys?.length ?? 0;
  return size;
};
const accountsOf = ({ property_tax_account: accounts }: SizedItem): number =>
  typeof accounts === 'string' ? 1 : (accounts?.length ?? 0);

function countItem(item: SizedItem, count: Count): void {
  const { product, customs_keys, complement } = item;
  if (typeof product === 'object')
    count.elements += (product.taxes?.length ?? 0) + (product.local_taxes?.length ?? 0);
  count.elements += partsOf(item) + (customs_keys?.length ?? 0) + accountsOf(item);
  if (complement != null) countIn(complement, count);
}

/** The list that has most; an item with nothing but a complement names that. */
function longest(item: SizedItem): string {
  const { taxes = [], local_taxes = [] } = typeof item.product === 'string' ? {} : item.product;
  const lists = [
    ['product.taxes', taxes.length],
    ['product.local_taxes', local_taxes.length],
    ['parts', partsOf(item)],
    ['customs_keys', item.customs_keys?.length ?? 0],
    ['property_tax_account', accountsOf(item)],
  ] as const;
  const [name, size] = lists.reduce((most, list) => (list[1] > most[1] ? list : most));
  return size === 0 && item.complement != null ? 'complement' : name;
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
