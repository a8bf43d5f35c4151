import { DATED_LIST, LIST } from '../api-docs/refusals.js';
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
    description: `Keeps whom you invoice, with the fiscal data that every CFDI repeats. In Test legal name, RFC, regime and postal code are compared with the sandbox's register of the SAT's test taxpayers. In Live the RFC is looked up in L_RFC where the operator has [loaded it](/docs/lists); the first stamp confirms the rest, as \`sat_validated_at\` says.

Answers 201, or 200 with the customer that is already there when all of its data are the same. With \`createEditLink\` no field is required and nothing is looked up: the customer completes its data itself at \`edit_link\`. Abroad (\`address.country\` other than MEX) the RFC is the generic one and \`tax_id\` is the number of that country.`,
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
    refusals: [
      { code: 'invalid_request', path: 'legal_name' },
      ...TAX_INFO,
      { code: 'invalid_country_code', path: 'address.country' },
      { code: 'invalid_state_code', path: 'address.state' },
      'customer_tax_info_unavailable',
    ],
  },
  'GET /v2/customers': {
    id: 'listCustomers',
    tag: 'Customers',
    summary: 'List customers',
    description:
      'Newest first. `q` finds parts of the legal name and of the tax id, whatever their accents and case; `date` limits when they were created.',
    examples: { search: { summary: 'By a part of the name', parameters: { q: 'universidad', limit: 10 } } },
    refusals: DATED_LIST,
  },
  'GET /v2/customers/:customer_id': {
    id: 'getCustomer',
    tag: 'Customers',
    summary: 'Get a customer',
    description:
      'Answers an `ETag`. Send it back as `If-Match` with the next edit, and the edit is refused if somebody else came first.',
    refusals: ['customer_not_found'],
  },
  'PUT /v2/customers/:customer_id': {
    id: 'updateCustomer',
    tag: 'Customers',
    summary: 'Edit a customer',
    description:
      'What is not sent stays; of `address`, too. Fiscal data that change are looked up again, as those of a new customer. Its drafts take the new data; invoices that were issued keep the data they were issued with. With `createEditLink` the customer gets a new link to edit its data itself, and the one before it is revoked.',
    examples: {
      contact: {
        summary: 'Where invoices are sent',
        body: { email: 'pagos@universidad.example', phone: '+52 55 5555 5555' },
      },
    },
    refusals: [
      'customer_not_found',
      { code: 'invalid_request', path: 'email' },
      ...TAX_INFO,
      { code: 'invalid_country_code', path: 'address.country' },
      { code: 'invalid_state_code', path: 'address.state' },
      'customer_tax_info_unavailable',
      'precondition_failed',
    ],
  },
  'DELETE /v2/customers/:customer_id': {
    id: 'deleteCustomer',
    tag: 'Customers',
    summary: 'Delete a customer',
    description:
      'Answers the customer as it was. It can’t be deleted while a draft or a document that is being stamped names it, or a valid invoice of it has something left to pay. Documents that were issued keep its data.',
    refusals: ['customer_not_found', 'customer_has_invoices', 'precondition_failed'],
  },
  'POST /v2/customers/:customer_id/email-edit-link': {
    id: 'emailCustomerEditLink',
    tag: 'Customers',
    summary: 'Send a customer the link to edit its data',
    description:
      'Sends the link that is open for at least another day, or makes a new one, which revokes the one before it. It goes to `email`, else to the customer’s own address. The customer fills in a page, which compares the data with the SAT’s register; then the link is used up, and `customer.edit_link_completed` is sent to webhooks. Where no mail server is set, the mail is in the mailbox of the service (`/mailbox`).',
    examples: {
      address: { summary: 'To an address', body: { email: 'compras@universidad.example' } },
      own: { summary: 'To the customer’s own address', body: {} },
    },
    refusals: ['customer_not_found', 'customer_email_required', { code: 'invalid_request', path: 'email' }],
  },
  'GET /v2/customers/:customer_id/tax-info-validation': {
    id: 'validateCustomerTaxInfo',
    tag: 'Customers',
    summary: 'Compare a customer with the SAT’s register',
    description:
      'Whether legal name, RFC, regime and postal code are what the SAT has, so that an invoice to this customer is not refused. `errors` names what is missing or differs. In Test the sandbox’s register is asked. In Live only the RFC can be looked up: a customer with nothing against it is answered once a stamp has confirmed its data (`sat_validated_at`), and refused by `customer_tax_info_unavailable` before.',
    refusals: ['customer_not_found', 'customer_tax_info_unavailable'],
  },
  'GET /v2/customers/proposals': {
    id: 'listCustomerProposals',
    tag: 'Customers',
    summary: 'List customers that your past proposes',
    description:
      'Whom the invoices that you imported (issued through another provider) were issued to, and who is no customer yet: the most frequent first. `customer` is a body for `POST /v2/customers`, as it is. See [moving](/docs/guides/moving).',
    examples: { first: { summary: 'The most frequent', parameters: { limit: 2 } } },
    refusals: LIST,
  },
} satisfies OperationDocs;
