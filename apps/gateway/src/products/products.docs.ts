import { LIST } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

const ukelele = { description: 'Ukelele', product_key: '60131324', price: 345.6, sku: 'UKE-1' };
const INVALID = { code: 'invalid_request', path: 'description' } as const;
const KEYS = [
  { code: 'product_key_not_found', path: 'product_key' },
  { code: 'unit_key_not_found', path: 'unit_key' },
] as const;

export const productsDocs = {
  'POST /v2/products': {
    id: 'createProduct',
    tag: 'Products',
    summary: 'Create a product',
    description: `Keeps what you sell, with its keys of the SAT and its taxes, to name it by its id in invoices and receipts. Without \`taxes\` it has IVA of 16 %, which \`price\` includes unless \`tax_included\` is false. [Catalogs](/docs/catalogues) find keys.

\`warnings\` names keys that only the whole catalogue of the SAT could tell, where this installation has the built-in part alone.`,
    examples: {
      ordinary: { summary: 'With IVA in the price', body: ukelele },
      service: {
        summary: 'A service with taxes that are withheld',
        body: {
          description: 'Honorarios',
          product_key: '80121704',
          unit_key: 'E48',
          price: 10_000,
          tax_included: false,
          taxes: [
            { type: 'IVA', rate: 0.16 },
            { type: 'ISR', rate: 0.1, withholding: true },
            { type: 'IVA', rate: 0.106667, withholding: true },
          ],
        },
      },
      exempt: {
        summary: 'Exempt of IVA',
        body: {
          description: 'Libro de texto',
          product_key: '55101509',
          price: 250,
          taxes: [{ type: 'IVA', factor: 'Exento' }],
        },
      },
    },
    refusals: [INVALID, ...KEYS],
  },
  'GET /v2/products': {
    id: 'listProducts',
    tag: 'Products',
    summary: 'List products',
    description: 'Newest first. `q` finds parts of the description and of the SKU, `sku` one SKU exactly.',
    examples: { search: { summary: 'By a word', parameters: { q: 'ukelele', limit: 2 } } },
    refusals: LIST,
  },
  'GET /v2/products/:product_id': {
    id: 'getProduct',
    tag: 'Products',
    summary: 'Get a product',
    description:
      'Answers an `ETag`. Send it back as `If-Match` with the next edit, and the edit is refused if somebody else came first.',
    refusals: ['product_not_found'],
  },
  'PUT /v2/products/:product_id': {
    id: 'updateProduct',
    tag: 'Products',
    summary: 'Edit a product',
    description:
      'What is not sent stays. Invoices that were issued keep what they were issued with. So do drafts, until their `items` are sent again with the id of the product.',
    examples: { price: { summary: 'A new price', body: { price: 399 } } },
    refusals: [
      'product_not_found',
      { code: 'invalid_request', path: 'price' },
      ...KEYS,
      'precondition_failed',
    ],
  },
  'DELETE /v2/products/:product_id': {
    id: 'deleteProduct',
    tag: 'Products',
    summary: 'Delete a product',
    description: 'Answers the product as it was. Documents keep what they have of it.',
    refusals: ['product_not_found', 'precondition_failed'],
  },
  'GET /v2/products/proposals': {
    id: 'listProductProposals',
    tag: 'Products',
    summary: 'List products that your past proposes',
    description:
      'What the lines of the invoices that you imported sold, and what is no product yet: the most frequent first. `product` is a body for `POST /v2/products`, as it is. See [moving](/docs/guides/moving).',
    examples: { first: { summary: 'The most frequent', parameters: { limit: 2 } } },
    refusals: LIST,
  },
} satisfies OperationDocs;
