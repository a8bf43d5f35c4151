import type { InvoiceContent, InvoiceType } from '#contracts';
import type { ItemProductBody } from './item-product.dto.js';

/** What each type of invoice fills in for what was not sent (contract of the API). */
type Defaults = Pick<InvoiceContent, 'payment_form' | 'payment_method' | 'use'>;

const DEFAULTS: Readonly<Record<InvoiceType, Defaults>> = {
  I: { payment_form: null, payment_method: 'PUE', use: 'G01' },
  E: { payment_form: null, payment_method: 'PUE', use: 'G01' },
  // The complement says how it was paid; the document itself has neither form nor method.
  P: { payment_form: null, payment_method: null, use: 'CP01' },
  N: { payment_form: null, payment_method: 'PUE', use: 'CN01' },
  T: { payment_form: null, payment_method: null, use: 'S01' },
};

export const defaultsOf = (type: InvoiceType): Defaults => DEFAULTS[type];

/** Invoices and credit notes: how they are paid and used is the caller's to say. */
const isSold = (type: InvoiceType | undefined): boolean => type === 'I' || type === 'E';

/** What a draft's type brings with it where it is another kind of document than before; else what was said stays. */
export const broughtBy = (type: InvoiceType, before: InvoiceType | undefined): Partial<Defaults> =>
  type === before || (isSold(type) && isSold(before)) ? {} : DEFAULTS[type];

/** A product described inside of an item, with what its type of invoice adds. */
export function withTypeDefaults(type: InvoiceType, product: ItemProductBody): ItemProductBody {
  if (type === 'E')
    return {
      ...product,
      ...fillMissing(product, { product_key: '84111506', unit_key: 'ACT' }),
    };
  // Goods that are moved have no price and no taxes; what they are is said by the complement.
  if (type === 'T')
    return {
      ...product,
      ...fillMissing(product, { product_key: '01010101', price: '0', taxability: '01', taxes: [] }),
    };
  return product;
}

const fillMissing = (
  product: ItemProductBody,
  defaults: Partial<ItemProductBody>,
): Partial<ItemProductBody> =>
  Object.fromEntries(
    Object.entries(defaults).filter(([name]) => product[name as keyof ItemProductBody] == null),
  );
