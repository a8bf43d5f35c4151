import { DATED_LIST } from '../api-docs/refusals.js';
import type { OperationDocs } from '../api-docs/types.js';

const kemper = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  email: 'cobranza@kemper.example',
};

export const suppliersDocs = {
  'POST /v2/suppliers': {
    id: 'createSupplier',
    tag: 'Suppliers',
    summary: 'Create a supplier',
    description:
      'Keeps who invoices you. Documents that you receive make the suppliers that are unknown by themselves, so this is for those who have sent nothing yet. Answers 201, or 200 with the supplier that is already there when all of its data are the same.',
    examples: {
      company: { summary: 'A company in Mexico', body: kemper },
      abroad: {
        summary: 'A company abroad',
        body: {
          legal_name: 'Acme Incorporated',
          tax_id: '987654321',
          address: { country: 'USA', zip: '94107' },
        },
      },
    },
    refusals: [
      { code: 'invalid_request', path: 'tax_id' },
      { code: 'tax_system_not_in_catalog', path: 'tax_system' },
      { code: 'invalid_country_code', path: 'address.country' },
      { code: 'invalid_state_code', path: 'address.state' },
    ],
  },
  'GET /v2/suppliers': {
    id: 'listSuppliers',
    tag: 'Suppliers',
    summary: 'List suppliers',
    description:
      'Newest first. `q` finds parts of the legal name and of the tax id; `date` limits when they were created.',
    examples: { search: { summary: 'By a part of the name', parameters: { q: 'kemper', limit: 2 } } },
    refusals: DATED_LIST,
  },
  'GET /v2/suppliers/:supplier_id': {
    id: 'getSupplier',
    tag: 'Suppliers',
    summary: 'Get a supplier',
    description:
      'Answers an `ETag`, to send back as `If-Match` with the next edit. What it issued to you: `GET /v2/invoices?issuer_type=receiving&customer=<id of the supplier>`.',
    refusals: ['supplier_not_found'],
  },
  'PUT /v2/suppliers/:supplier_id': {
    id: 'updateSupplier',
    tag: 'Suppliers',
    summary: 'Edit a supplier',
    description: 'What is not sent stays. Documents that were received stay as they are.',
    examples: { contact: { summary: 'Whom to write to', body: { email: 'facturas@kemper.example' } } },
    refusals: [
      'supplier_not_found',
      { code: 'invalid_request', path: 'email' },
      { code: 'tax_system_not_in_catalog', path: 'tax_system' },
      { code: 'invalid_country_code', path: 'address.country' },
      { code: 'invalid_state_code', path: 'address.state' },
      'precondition_failed',
    ],
  },
  'DELETE /v2/suppliers/:supplier_id': {
    id: 'deleteSupplier',
    tag: 'Suppliers',
    summary: 'Delete a supplier',
    description:
      'Answers the supplier as it was. The documents that were received from it stay; the next one makes it anew.',
    refusals: ['supplier_not_found', 'precondition_failed'],
  },
} satisfies OperationDocs;
