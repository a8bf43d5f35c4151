// README's own requests, by openapi-fetch and the types that openapi-typescript makes.
import createClient from 'openapi-fetch';
import type { components, paths } from './timbra.js';

declare const process: { env: Record<string, string | undefined> };
const timbra = createClient<paths>({
  baseUrl: process.env['ORIGIN'] ?? '',
  headers: { authorization: `Bearer ${process.env['KEY']}` },
});
const taken = <T>({ data, error }: { data?: T; error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};

const body: components['schemas']['CustomerBody'] = {
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  email: 'compras@example.com',
  address: { zip: '86991' },
};
const customer = taken(await timbra.POST('/v2/customers', { body }));
const invoice = taken(
  await timbra.POST('/v2/invoices', {
    body: {
      customer: customer.id,
      payment_form: '03',
      items: [{ quantity: 2, product: { description: 'Ukelele', product_key: '60131324', price: 345.6 } }],
    },
  }),
);
const pdf = taken(
  await timbra.GET('/v2/invoices/{invoice_id}/{format}', {
    params: { path: { invoice_id: invoice.id, format: 'pdf' } },
    parseAs: 'text',
  }),
);
const list = taken(await timbra.GET('/v2/invoices', { params: { query: { q: 'ukelele' } } }));
const found = list.data.some(({ id }) => id === invoice.id);
console.log(invoice.status, invoice.total, String(pdf).slice(0, 5), found);
