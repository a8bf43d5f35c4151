import { field, ok, sixDecimals, type Detail, type Result } from '#kernel';
import type { ProductFields, ProductInput } from '#contracts';
import { builtInCatalogues, type KeyCatalogue, type LargeCatalogues } from '#sat';
import { barProblems } from '../bar.js';
import { unitNameOf } from './unit-name.js';
import { refuseProblems } from '../refuse-problems.js';
import {
  completeLocalTax,
  completeTax,
  defaultTaxes,
  localTaxProblems,
  taxProblems,
  taxabilityProblems,
} from './taxes.js';

/** The catalogues of product and unit keys to check against. */
export interface KeyCatalogues {
  readonly products: KeyCatalogue;
  readonly units: LargeCatalogues['unidades'];
}

/** The keys that an installation has. */
export const keysOf = ({ productos, unidades }: LargeCatalogues): KeyCatalogues => ({
  products: productos,
  units: unidades,
});

export const builtInKeys: KeyCatalogues = keysOf(builtInCatalogues);

/**
 * What most texts are, and invoices of thousands of lines have many: printable ASCII and the letters and signs of Latin-1, which NFC
 * leaves as they are, with single spaces inside.
 */
const TIDY = /^[!-~\u00a1-\u00ff]+(?: [!-~\u00a1-\u00ff]+)*$/;

const tidy = (text: string | null | undefined): string | undefined => {
  if (text == null || TIDY.test(text)) return text ?? undefined;
  const tidied = text
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  return tidied || undefined;
};

/**
 * A product as it will be, from what was sent and what is there, with the API's defaults. Refuses with one
 * detail per wrong field; an unknown key alone is refused with its own root code.
 */
export function productFields(
  input: ProductInput,
  keys: KeyCatalogues,
  current?: ProductFields,
): Result<ProductFields> {
  const { taxability, taxes } = taxesOf(input, current);
  const unit_key = tidy(input.unit_key) ?? current?.unit_key ?? 'H87';
  const fields: ProductFields = {
    description: tidy(input.description) ?? current?.description ?? '',
    product_key: tidy(input.product_key) ?? current?.product_key ?? '',
    unit_key,
    unit_name: tidy(input.unit_name) ?? unitNameFor(unit_key, keys, current),
    price: sixDecimals(input.price ?? '') ?? current?.price ?? '',
    tax_included: input.tax_included ?? current?.tax_included ?? true,
    taxability,
    taxes,
    local_taxes: input.local_taxes?.map(completeLocalTax) ?? current?.local_taxes ?? [],
    sku: input.sku === undefined ? (current?.sku ?? null) : (tidy(input.sku) ?? null),
  };
  const taxDetails = [
    ...(input.taxes ?? []).flatMap((tax, index) => taxProblems(tax, `taxes[${index}]`, taxes[index])),
    ...(input.local_taxes ?? []).flatMap((tax, index) => localTaxProblems(tax, `local_taxes[${index}]`)),
  ];
  const details = [
    ...textProblems(fields),
    ...priceProblems(fields),
    ...keyProblems(fields, keys),
    ...(taxDetails.length > 0 ? taxDetails : taxabilityProblems(taxability, taxes)),
  ];
  return details.length === 0 ? ok(fields) : refuseProblems(details);
}

/** A name stays with its unit; another unit has a name of its own. */
const unitNameFor = (key: string, { units }: KeyCatalogues, current?: ProductFields): string =>
  current?.unit_key === key ? current.unit_name : unitNameOf(key, units);

/**
 * What is not sent follows what is: taxes their taxability, taxability its taxes. On an edit both stay as
 * they are wherever they still suit each other.
 */
function taxesOf(
  input: ProductInput,
  current: ProductFields | undefined,
): Pick<ProductFields, 'taxability' | 'taxes'> {
  const sentTaxes = input.taxes?.map(completeTax);
  const suit = (taxability: string, taxes: ProductFields['taxes']) =>
    taxabilityProblems(taxability, taxes).length === 0;
  if (input.taxability != null) {
    const kept = current && suit(input.taxability, current.taxes) ? current.taxes : undefined;
    return { taxability: input.taxability, taxes: sentTaxes ?? kept ?? defaultTaxes(input.taxability) };
  }
  if (!sentTaxes)
    return { taxability: current?.taxability ?? '02', taxes: current?.taxes ?? defaultTaxes('02') };
  if (current && suit(current.taxability, sentTaxes))
    return { taxability: current.taxability, taxes: sentTaxes };
  return { taxability: sentTaxes.length === 0 ? '01' : '02', taxes: sentTaxes };
}

/** Texts of a Concepto: required, and without a bar. */
function textProblems({ description, product_key, unit_name, sku }: ProductFields): Detail[] {
  const details: Detail[] = [];
  if (description === '') details.push(field('description', 'required'));
  if (product_key === '') details.push(field('product_key', 'required'));
  for (const [path, text] of Object.entries({ description, unit_name, sku }))
    details.push(...barProblems(path, text));
  return details;
}

function priceProblems({ price }: ProductFields): Detail[] {
  if (price === '') return [field('price', 'required')];
  return price.startsWith('-') ? [field('price', 'too_small', { params: { min: 0 } })] : [];
}

function keyProblems({ product_key, unit_key }: ProductFields, keys: KeyCatalogues): Detail[] {
  const details: Detail[] = [];
  if (product_key !== '' && !keys.products.accepts(product_key))
    details.push(field('product_key', 'product_key_not_found', { params: { key: product_key } }));
  if (!keys.units.accepts(unit_key))
    details.push(field('unit_key', 'unit_key_not_found', { params: { key: unit_key } }));
  return details;
}
