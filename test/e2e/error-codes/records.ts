import { jest } from '@jest/globals';
import { sandboxRegister } from '#sat';
import { invoice, line, universidad, xochilt } from '../../support/bodies.js';
import type { TestApp } from '../../support/app.js';
import { NOWHERE, plain, reached, type Reached } from './row.js';

/** Codes of customers, their tax information, products and the catalogues. */

const POST = 'POST /customers';
const { email: _, ...unreachable } = universidad;
const linked = async (app: TestApp): Promise<{ id: string; edit_link: string }> =>
  app.post('/customers?createEditLink=true', { legal_name: 'ALGUIEN' });

const foreignTrade = (FraccionArancelaria: string) => ({
  ...{ payment_form: '03', export: '02', currency: 'USD', exchange: 17.1995 },
  customer: {
    legal_name: 'ACME',
    tax_id: '123456789',
    address: { country: 'USA', zip: '75001', street: 'Main St', state: 'TX' },
  },
  items: [line({ price: 400, sku: 'A-1', unit_name: '01', taxes: [{ type: 'IVA', rate: 0 }] })],
  complements: [
    {
      type: 'comercio_exterior',
      data: {
        ...{ ClaveDePedimento: 'A1', CertificadoOrigen: 0, TipoCambioUSD: 17.1995, TotalUSD: 400 },
        Emisor: {
          Domicilio: { Calle: 'Uno', Estado: 'HID', Pais: 'MEX', CodigoPostal: '42501', Municipio: '067' },
        },
        Receptor: { Domicilio: { Calle: 'Main St', Estado: 'TX', Pais: 'USA', CodigoPostal: '75001' } },
        Mercancias: { Mercancia: [{ NoIdentificacion: 'A-1', FraccionArancelaria, ValorDolares: 400 }] },
      },
    },
  ],
});

export const recordCodes: readonly Reached[] = [
  // Of an installation without a domain for mails.
  plain('feature_not_available', 403, 'POST /inbound-mail'),
  plain('customer_not_found', 404, `GET /customers/${NOWHERE}`),
  reached(
    'customer_email_required',
    400,
    async ({ app }) => {
      const { id } = await app.post('/customers', unreachable);
      return { request: `POST /customers/${id}/email-edit-link` };
    },
    'email',
  ),
  reached('customer_has_invoices', 409, async ({ app }) => {
    const { id } = await app.post('/customers', xochilt);
    const unpaid = { payment_form: '99', payment_method: 'PPD' };
    await app.post('/invoices', invoice({ customer: id, use: 'G03', ...unpaid }));
    return { request: `DELETE /customers/${id}` };
  }),
  reached(
    'customer_edit_link_not_found',
    404,
    async ({ app }) => {
      const { edit_link } = await linked(app);
      return { request: `GET ${edit_link}0` };
    },
    'key',
  ),
  reached(
    'customer_edit_link_unavailable',
    410,
    async ({ app }) => {
      const { id, edit_link } = await linked(app);
      // A newer one revokes it.
      await app.put(`/customers/${id}?createEditLink=true`, {});
      return { request: `GET ${edit_link}` };
    },
    'key',
  ),
  reached('customer_tax_info_unavailable', 503, () => {
    jest.spyOn(sandboxRegister, 'validate').mockRejectedValueOnce(new Error('away'));
    return { request: POST, body: universidad };
  }),

  plain('tax_id_not_found', 400, POST, { ...universidad, tax_id: 'AAA010101AAA' }, { path: 'tax_id' }),
  plain('legal_name_mismatch', 400, POST, { ...universidad, legal_name: 'OTRA' }, { path: 'legal_name' }),
  plain(
    'tax_address_zip_mismatch',
    400,
    POST,
    { ...universidad, address: { zip: '06600' } },
    { path: 'address.zip' },
  ),
  plain(
    'tax_system_not_in_catalog',
    400,
    POST,
    { ...universidad, tax_system: '999' },
    { path: 'tax_system' },
  ),
  plain(
    'tax_system_not_allowed_for_tax_id',
    400,
    POST,
    { ...universidad, tax_system: '605' },
    { path: 'tax_system' },
  ),

  plain('product_not_found', 404, `GET /products/${NOWHERE}`),
  plain('supplier_not_found', 404, `GET /suppliers/${NOWHERE}`),
  plain('catalog_not_found', 404, 'GET /catalogs/sat/payment-form', undefined, { path: 'name' }),
  plain(
    'product_key_not_found',
    400,
    'POST /products',
    { description: 'A', product_key: '123', price: 1 },
    { path: 'product_key' },
  ),
  plain(
    'unit_key_not_found',
    400,
    'POST /products',
    { description: 'A', product_key: '60131324', unit_key: '!!', price: 1 },
    { path: 'unit_key' },
  ),
  plain('tariff_code_not_found', 400, 'POST /invoices', foreignTrade('9999999999'), {
    path: 'complements.0.data.Mercancias.Mercancia.0.FraccionArancelaria',
  }),
];
