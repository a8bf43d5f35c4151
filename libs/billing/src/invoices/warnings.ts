import { decimal, formatDecimal, warning, type Detail } from '#kernel';
import type { KeyCatalogues } from '../products/rules.js';
import type { LargeCatalogue } from '#sat';

/** No answer has more warnings than this: thousands of lines may all have the same mistake. */
const MAX_WARNINGS = 100;
/** A caller's clock may be a little behind ours, and a request takes a moment. */
const PRESENT_MS = 5 * 60_000;
/** A price of so many times the usual one is likely in cents. */
const UNUSUAL = 100n;

interface WarnedProduct {
  readonly id: string | null;
  readonly product_key: string;
  readonly unit_key: string;
  /** Decimal text, or the number of an answer. */
  readonly price: string | number;
  readonly sku: string | null;
}

/** What warnings are about: an invoice's content, or its answer. */
export interface WarnedContent {
  readonly currency: string;
  readonly exchange: string | number | null;
  readonly date: string | null;
  readonly items: readonly {
    readonly product: WarnedProduct;
    readonly parts: readonly { readonly product_key: string }[];
  }[];
}

/** The price of a stored product, and what it is a price of. */
export interface UsualPrice {
  readonly sku: string;
  readonly unit_key: string;
  readonly price: string | number;
}

export interface WarningFacts {
  /** The moment of the request. */
  readonly now: Date;
  readonly keys: KeyCatalogues;
  /** Of the stored products with the SKUs of {@link skusOf}. */
  readonly prices: readonly UsualPrice[];
}

/** What is probably not meant in an invoice that can be taken: each at the path of its field, a hundred at most. */
export function invoiceWarnings(invoice: WarnedContent, { now, keys, prices }: WarningFacts): Detail[] {
  const isUnusual = unusualPrices(prices);
  const ofKey = keyWarnings(keys);
  const found = [...exchangeWarnings(invoice), ...dateWarnings(invoice, now)];
  for (const [index, { product, parts }] of invoice.items.entries()) {
    if (found.length >= MAX_WARNINGS) break;
    const path = `items[${index}]`;
    found.push(...ofKey(product, `${path}.product.`));
    found.push(...isUnusual(product, `${path}.product.price`));
    for (const [at, part] of parts.entries()) found.push(...ofKey(part, `${path}.parts[${at}].`));
  }
  return found.slice(0, MAX_WARNINGS);
}

/** The SKUs of products described in place, whose prices are compared with those of stored products. */
export const skusOf = ({ items }: Pick<WarnedContent, 'items'>): string[] => [
  ...new Set(items.flatMap(({ product: { id, sku } }) => (id === null && sku !== null ? [sku] : []))),
];

/**
 * Keys that look right and are not in the catalogue, while only a part of it is loaded: nobody can say whether they
 * exist. With all of it they are refused. The same few come on thousands of lines: each is looked up once.
 */
export function keyWarnings({ products, units }: KeyCatalogues) {
  const lookUp = (
    catalogue: LargeCatalogue,
    name: string,
    code: 'product_key_not_found' | 'unit_key_not_found',
  ) => {
    const doubtful = new Map<string, boolean>();
    return (key: string | undefined, path: string): Detail[] => {
      if (key === undefined || catalogue.complete) return [];
      const known = doubtful.get(key) ?? catalogue.check(key) === 'well_formed';
      doubtful.set(key, known);
      return known ? [warning(`${path}${name}`, code, { key })] : [];
    };
  };
  const ofProduct = lookUp(products, 'product_key', 'product_key_not_found');
  const ofUnit = lookUp(units, 'unit_key', 'unit_key_not_found');
  /** `path`: what comes before the names of the keys. */
  return (of: { readonly product_key: string; readonly unit_key?: string }, path: string): Detail[] => [
    ...ofProduct(of.product_key, path),
    ...ofUnit(of.unit_key, path),
  ];
}

const exchangeWarnings = ({ currency, exchange }: WarnedContent): Detail[] =>
  exchange === null || currency === 'MXN' || currency === 'XXX' || decimal(exchange) !== decimal('1')
    ? []
    : [warning('exchange', 'exchange_is_one', { currency })];

const dateWarnings = ({ date }: WarnedContent, now: Date): Detail[] =>
  date === null || now.getTime() - Date.parse(date) <= PRESENT_MS
    ? []
    : [warning('date', 'date_in_the_past')];

/** Compares prices of one unit alone: of the same SKU a box may well cost a hundred times what a piece does. */
function unusualPrices(prices: readonly UsualPrice[]) {
  const usual = new Map<string, bigint>();
  for (const { sku, unit_key, price } of prices) {
    const key = `${unit_key} ${sku}`;
    const known = usual.get(key) ?? 0n;
    usual.set(key, decimal(price) > known ? decimal(price) : known);
  }
  return ({ id, sku, unit_key, price }: WarnedProduct, path: string): Detail[] => {
    const highest = id === null && sku !== null ? usual.get(`${unit_key} ${sku}`) : undefined;
    if (sku === null || !highest || decimal(price) < highest * UNUSUAL) return [];
    return [warning(path, 'price_unusual', { price, sku, usual: formatDecimal(highest) })];
  };
}
