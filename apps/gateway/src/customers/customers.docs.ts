import type { OperationDocs } from '../api-docs/types.js';

const universidad = {
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  email: 'compras@universidad.example',
  address: { zip: '86991' },
};

/** Of what the SAT's register says of a taxpayer, what may not agree with a request. */
const TAX_INFO = [
  { code: 'tax_id_not_found', path: 'tax_id' },
  { code: 'legal_name_mismatch', path: 'legal_name' },
  { code: 'tax_address_zip_mismatch', path: 'address.zip' },
  { code: 'tax_system_not_allowed_for_tax_id', path: 'tax_system' },
  { code: 'tax_system_not_in_catalog', path: 'tax_system' },
] as const;

export const customersDocs = {
  'POST /v2/customers': {
    id: 'createCustomer',
    tag: 'Customers',
    summary: 'Create a customer',
    description: `Keeps whom you invoice, with the fiscal data that every CFDI repeats. Legal name, RFC, regime and postal code are compared with the SAT's register first: an invoice whose data differ would be refused.

Answers 201, or 200 with the customer that is already there when all of its data are the same. With \`createEditLink\` no field is required: the customer completes its data itself at \`edit_link\`. Abroad (\`address.country\` other than MEX) the RFC is the generic one and \`tax_id\` is the number of that country.`,
    examples: {
      company: { summary: 'A company in Mexico', body: universidad },
      abroad: {
        summary: 'A company abroad',
        body: {
          legal_name: 'Acme Incorporated',
          tax_id: '987654321',
          email: 'billing@acme.example',
          address: { country: 'USA', zip: '94107' },
        },
      },
      link: {
        summary: 'One that completes its data itself',
        body: { createEditLink: true, email: 'compras@universidad.example' },
      },
    },
    refusals: [{ code: 'invalid_request', path: 'legal_name' }, ...TAX_INFO],
  },
  'GET /v2/customers': {
    id: 'listCustomers',
    tag: 'Customers',
    summary: 'List customers',
    description:
      'Newest first. `q` finds parts of the legal name and of the tax id, whatever their accents and case; `date` limits when they were created.',
    examples: { search: { summary: 'By a part of the name', parameters: { q: 'universidad', limit: 10 } } },
    refusals: [{ code: 'invalid_request', path: 'limit' }, 'page_too_large'],
  },
} satisfies OperationDocs;
