import { complementExamples } from './complements/complements.docs.js';
import type { OperationDocs } from '../api-docs/types.js';

const universidad = {
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  address: { zip: '86991' },
};
const curso = { description: 'Curso de robótica', product_key: '86101700', unit_key: 'E48', price: 1160 };

/** What may keep an invoice from its stamp, beside its own fields. */
export const NO_STAMP = [
  'invoice_stamping_validation_error',
  'organization_tax_info_invalid',
  'organization_incomplete',
  'certificate_expired',
  'feature_not_available',
  'invoice_stamping_failed',
  'invoice_stamping_service_unavailable',
] as const;

/** What a body of an invoice may name that is not there, or that the SAT's register has otherwise. */
export const REFERENCES = [
  { code: 'customer_not_found', path: 'customer' },
  { code: 'product_not_found', path: 'items.0.product' },
  { code: 'tax_id_not_found', path: 'customer.tax_id' },
  { code: 'legal_name_mismatch', path: 'customer.legal_name' },
  { code: 'tax_address_zip_mismatch', path: 'customer.address.zip' },
  { code: 'tax_system_not_allowed_for_tax_id', path: 'customer.tax_system' },
  { code: 'tax_system_not_in_catalog', path: 'customer.tax_system' },
  { code: 'invalid_country_code', path: 'customer.address.country' },
  { code: 'invalid_state_code', path: 'customer.address.state' },
  'customer_tax_info_unavailable',
  { code: 'product_key_not_found', path: 'items.0.product.product_key' },
  { code: 'unit_key_not_found', path: 'items.0.product.unit_key' },
  { code: 'tariff_code_not_found', path: 'complements.0.data' },
  { code: 'invalid_date', path: 'date' },
] as const;

export const createInvoiceDocs = {
  'POST /v2/invoices': {
    id: 'createInvoice',
    tag: 'Invoices',
    summary: 'Create an invoice',
    description: `Issues a CFDI 4.0 of any type and has it stamped, or stores a draft with \`status: draft\`. Customer and products are ids, or their data in place; a customer in place is stored, unless the same one is there already. Amounts are computed: say price, quantity and taxes, and IVA of 16 % is taken where a product names no taxes.

Answers 200 with the stamped invoice, whose \`status\` is \`valid\` and whose \`uuid\` is its folio fiscal. 202 means that nobody can say yet whether it is stamped: it stays \`pending\`, is followed up, and the webhook \`invoice.status_updated\` tells. With \`async\` the answer comes at once, \`pending\`; so it does for bodies above 2 MB. \`warnings\` names what was taken and is probably not meant.

Send an \`Idempotency-Key\`: a repeated request gets the same invoice. What is refused gives its folio and its key back. Guides: [payments](/docs/guides/payments), [global invoices](/docs/guides/global-invoices), [payroll](/docs/guides/payroll), [Carta Porte](/docs/guides/carta-porte), [foreign trade](/docs/guides/foreign-trade).`,
    examples: {
      invoice: {
        summary: 'An invoice that is paid at once (PUE)',
        body: {
          customer: { ...universidad, email: 'compras@universidad.example' },
          items: [{ quantity: 2, product: curso }],
          payment_form: '03',
          use: 'G03',
        },
      },
      ppd: {
        summary: 'An invoice that is paid later (PPD)',
        body: {
          customer: universidad,
          items: [{ product: curso }],
          payment_method: 'PPD',
          payment_form: '99',
          use: 'G03',
          conditions: '30 días',
        },
      },
      credit_note: {
        summary: 'A credit note (type E)',
        body: {
          type: 'E',
          customer: universidad,
          items: [{ product: { description: 'Descuento por volumen', price: 116 } }],
          payment_form: '03',
          use: 'G02',
        },
      },
      draft: {
        summary: 'A draft, which may lack anything',
        body: { status: 'draft', items: [{ product: curso }], external_id: 'pedido-4711' },
      },
      taxes: {
        summary: 'Several taxes: price without IVA, ISR withheld',
        body: {
          customer: universidad,
          items: [
            {
              product: {
                description: 'Asesoría',
                product_key: '80101500',
                unit_key: 'E48',
                price: 1000,
                tax_included: false,
                taxes: [
                  { type: 'IVA', rate: 0.16 },
                  { type: 'ISR', rate: 0.0125, withholding: true },
                ],
              },
            },
          ],
          payment_form: '03',
          use: 'G03',
        },
      },
      dollars: {
        summary: 'In US dollars, to a customer abroad',
        body: {
          customer: {
            legal_name: 'Acme Incorporated',
            tax_id: '987654321',
            email: 'billing@acme.example',
            address: { country: 'USA', zip: '94107' },
          },
          items: [{ product: { ...curso, price: 58 } }],
          payment_form: '03',
          currency: 'USD',
          exchange: 18.5,
        },
      },
      global: {
        summary: 'A global invoice of sales to the public',
        body: {
          customer: {
            legal_name: 'PUBLICO EN GENERAL',
            tax_id: 'XAXX010101000',
            tax_system: '616',
            address: { zip: '42501' },
          },
          items: [
            {
              product: {
                description: 'Venta',
                product_key: '01010101',
                unit_key: 'ACT',
                sku: 'T-1',
                price: 116,
              },
            },
          ],
          payment_form: '01',
          use: 'S01',
          global: { periodicity: 'month', months: '11', year: 2026 },
        },
      },
      uncertain: {
        summary: 'In Test: the PAC’s answer is lost (202)',
        body: {
          customer: universidad,
          items: [{ product: { ...curso, sku: 'SANDBOX-TIMEOUT-AFTER' } }],
          payment_form: '03',
        },
      },
      ...complementExamples,
    },
    refusals: [
      { code: 'invalid_request', path: 'customer' },
      ...REFERENCES,
      ...NO_STAMP,
      'idempotency_key_in_use',
    ],
  },
} satisfies OperationDocs;
