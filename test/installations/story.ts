import type { Json, TestApp } from '../support/app.js';
import { inParts, invoice, line, universidad, xochilt } from '../support/bodies.js';

/** What somebody has who used a release for a while, and what the API answered about it. */
export async function useForAWhile(app: TestApp): Promise<Json> {
  const user = await app.newUser();
  const { id, key } = await app.newOrganization(user, 'De antes');
  const api = { key };
  await app.put(
    `/organizations/${id}/legal`,
    {
      ...{ name: 'De antes', legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
      ...{
        address: { zip: '42501', street: 'Hidalgo' },
        website: 'https://escuela.example',
        phone: '7711234567',
      },
    },
    { key: user },
  );
  const testKey = await app.put(`/organizations/${id}/apikeys/test`, undefined, { key: user });
  api.key = testKey;
  const customer = await app.post('/customers', universidad, api);
  await app.post('/customers?createEditLink=true', { ...xochilt, email: 'xochilt@example.com' }, api);
  const product = await app.post(
    '/products',
    { description: 'Guitarra', product_key: '60131303', price: 1160 },
    api,
  );
  const plain = await app.post('/invoices', invoice({ customer: customer.id }), api);
  const inSeries = await app.post(
    '/invoices',
    invoice({ series: 'OLD', items: [{ product: product.id }] }),
    api,
  );
  const another = await app.post('/invoices', invoice({ series: 'OLD' }), api);
  const open = await app.post('/invoices', inParts({ series: 'PPD' }), api);
  const draft = await app.post(
    '/invoices',
    { ...invoice({ items: [line({ price: 5 })] }), status: 'draft' },
    api,
  );
  await app.post(`/invoices/${inSeries.id}/email`, { email: 'compras@example.com' }, api);
  await app.del(`/invoices/${another.id}?motive=02`, api);
  const ids = [plain, inSeries, another, open, draft].map((one) => one.id as string);
  const invoices = await Promise.all(ids.map((one) => app.get(`/invoices/${one}`, api)));
  const xml = await Promise.all(ids.slice(0, 4).map((one) => app.get(`/invoices/${one}/xml`, api)));
  const organization = await app.get(`/organizations/${id}`, { key: user });
  return {
    ...{ user, testKey, organization, invoices, xml },
    demo: app.demo,
    customers: (await app.get('/customers', api)).data,
    products: (await app.get('/products', api)).data,
    history: await app.get(`/invoices/${another.id}/history`, api),
  };
}
