import { invoice, line, universidad } from '../../support/bodies.js';
import { INVALID, NOWHERE, type Row } from './row.js';

const POST = 'POST /invoices';

/** Forms, parts, catalogues and what is missing, of one request: all are told, and nothing that only follows from another. */
export const manyRows: readonly Row[] = [
  [
    POST,
    {
      customer: { ...universidad, tax_id: 'X' },
      items: [line({ price: '1' }), line({ price: undefined }), line({ taxes: [{ rate: 0.15 }] }), 5],
      ...{ use: 'ZZZZ', related_documents: [{ documents: [7] }], folio: 1 },
    },
    INVALID,
    'items.0.product.price invalid_type',
    'items.3 invalid_type',
    'related_documents.0.relationship required',
    'related_documents.0.documents.0 invalid_type',
    'folio unknown_field',
    'customer.tax_id invalid_format',
    'items.1.product.price required',
    'items.2.product.taxes.0.rate invalid_value',
    'use invalid_value',
    'payment_form required',
  ],
  // The first stage alone used to answer.
  [
    POST,
    invoice({ customer: NOWHERE, items: [{ product: NOWHERE }], payment_form: 'ZZ' }),
    INVALID,
    'customer customer_not_found',
    'items.0.product not_found',
    'payment_form invalid_value',
  ],
  // A currency that can't be read says nothing of the rate; without a type nothing is known.
  [
    POST,
    invoice({ currency: 5, exchange: 18, conditions: 5 }),
    INVALID,
    'currency invalid_type',
    'conditions invalid_type',
  ],
  [POST, { ...invoice({ type: 'ingreso' }), items: undefined }, INVALID, 'type invalid_value'],
  [
    POST,
    { status: 'draft', date: 5, customer: { tax_id: 'X' } },
    INVALID,
    'date invalid_type',
    ...['legal_name', 'tax_system', 'address'].map((name) => `customer.${name} required`),
    'customer.tax_id invalid_format',
  ],
];
