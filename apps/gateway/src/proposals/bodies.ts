import { decimal, formatDecimal } from '#kernel';
import { customerFields, productFields, type KeyCatalogues } from '#billing';
import type { CustomerInput, CustomerSnapshot, InvoiceDoc, InvoiceItemDoc } from '#contracts';
import type { ProposedCustomerBody, ProposedProductBody } from './dto.js';

/** The bodies of proposals, as `POST /customers` and `POST /products` take them, from what documents of the past say. */

/** An object without its members that are null. */
const withoutNulls = <T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof T]?: NonNullable<T[Name]>;
  };

/** The Receptor of a document. Its use is proposed as the default one if it is one that a customer may have. */
export function customerBody(
  customer: CustomerSnapshot,
  { use, type }: Pick<InvoiceDoc, 'use' | 'type'>,
): ProposedCustomerBody {
  const { legal_name, tax_id, tax_system, address } = customer;
  const plain: ProposedCustomerBody = {
    legal_name,
    ...withoutNulls({ tax_id, tax_system }),
    address: { ...withoutNulls({ zip: address.zip }), country: address.country },
  };
  // Payments and payrolls have uses of their own, which are nobody's default.
  if (type !== 'I' || use === null) return plain;
  const whole: ProposedCustomerBody = { ...plain, default_invoice_use: use };
  return customerFields(whole satisfies CustomerInput).ok ? whole : plain;
}

const decimalText = (number: number): string => formatDecimal(decimal(number));

/** A line of a document; undefined where `POST /products` would refuse it. */
export function productBody(
  { product }: Pick<InvoiceItemDoc, 'product'>,
  keys: KeyCatalogues,
): ProposedProductBody | undefined {
  const { description, product_key, unit_key, unit_name, price, tax_included, taxability, taxes, sku } =
    product;
  const body: ProposedProductBody = {
    ...{ description, product_key, unit_key, price, tax_included, taxability },
    ...withoutNulls({ unit_name, sku }),
    taxes: taxes.map(({ base, ...tax }) => ({ ...tax, ...withoutNulls({ base }) })),
  };
  const fields = productFields(
    {
      ...body,
      price: decimalText(price),
      taxes: body.taxes.map(({ base, rate, ...tax }) => ({
        ...tax,
        rate: decimalText(rate),
        ...(base !== undefined && { base: decimalText(base) }),
      })),
    },
    keys,
  );
  // As it will be stored, so that a product that was made of it is told to be the same.
  return fields.ok ? { ...body, description: fields.value.description } : undefined;
}
