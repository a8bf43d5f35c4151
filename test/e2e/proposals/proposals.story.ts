import { randomUUID } from 'node:crypto';
import {
  content,
  customer,
  foreigner,
  imported,
  item,
  product,
  publico,
} from '#apps/invoicing/src/invoice/testing';
import { newId } from '#kernel';
import {
  importedInvoiceId,
  INVOICE_STREAM,
  invoicesReadModel,
  type ImportedInvoice,
  type InvoiceContent,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { asTyped } from '../../support/commands.js';
import type { TestOrganization } from '../../support/small-api.js';
import { beforeAll, describe, expect, it } from '../../support/story.js';
import { api, ours, theirs, useTwoOrganizations } from '../surface/two-organizations.js';

/** Customers and products that the issuer's own past has and its lists do not. */

useTwoOrganizations();

type Part = Partial<ImportedInvoice> & { readonly says: InvoiceContent };

/** Documents of an organization's past, each a day after the one before; answers their ids, in their order. */
async function past({ id }: TestOrganization, parts: readonly Part[]): Promise<readonly string[]> {
  const tenant = { organizationId: id, livemode: false };
  const documents = parts.map((part, day) => {
    const document = imported(randomUUID().toUpperCase(), part);
    const date = `2026-01-${String(day + 1).padStart(2, '0')}T18:00:00.000Z`;
    return { ...document, issue: { ...document.issue, date } };
  });
  const sent = await api.runtime.bus.send(
    asTyped({
      ...{ id: randomUUID(), type: 'invoicing.import', key: newId(), data: { documents }, tenant },
      ...{ actor: 'test', correlationId: newId(), time: new Date().toISOString() },
    }),
  );
  if (!sent.ok) throw new Error(sent.refusal.code);
  const ids = documents.map(({ stamp }) => importedInvoiceId(tenant, stamp.uuid));
  for (const one of ids)
    await api
      .get(ProjectionWatch)
      .reached(invoicesReadModel, { stream: INVOICE_STREAM + one, revision: 0 }, 60_000);
  return ids;
}

const party = (tax_id: string, legal_name: string) => ({ ...customer, id: null, tax_id, legal_name });
const line = (over: Partial<typeof product>) => ({
  ...item,
  product: { ...product, tax_included: false, price: '100', ...over },
});
const says = (over: Partial<InvoiceContent> = {}): Part => ({
  says: content({ customer: { ...customer, id: null }, ...over }),
});
const school = party('EKU9003173C9', 'ESCUELA KEMPER URGATE');

const asked = async (path: string, of = ours) => (await api.call(of.testKey, `GET ${path}`)).body;
const post = (path: string, body: unknown, of = ours) => api.call(of.testKey, `POST ${path}`, body);

describe('customers', () => {
  let ids: readonly string[];

  beforeAll(async () => {
    ids = await past(ours, [
      says({ customer: school }),
      says(),
      says({ customer: { ...school, legal_name: 'ESCUELA KEMPER URGATE' }, use: 'G01' }),
      says({ customer: { ...foreigner, id: null }, use: 'S01' }),
      says({ customer: { ...foreigner, id: null, tax_id: null, legal_name: 'OTHER INC' }, use: 'S01' }),
      says({ customer: { ...publico, id: null } }),
      {
        ...says({ customer: party('IVD920810GU2', 'INNOVACION VALOR Y DESARROLLO') }),
        issuer_type: 'receiving',
      },
    ]);
  });

  it('are proposed as they were seen last, the most frequent first', async () => {
    const { data, ...envelope } = await asked('/customers/proposals');
    expect(envelope).toEqual({ page: 1, total_pages: 1, total_results: 4, totals_are_capped: false });
    expect(data).toEqual([
      {
        customer: {
          ...{ legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
          ...{ default_invoice_use: 'G01', address: { zip: '86991', country: 'MEX' } },
        },
        ...{ times_seen: 2, last_seen_at: '2026-01-03T18:00:00.000Z', last_invoice_id: ids[2] },
      },
      expect.objectContaining({ last_invoice_id: ids[4], times_seen: 1 }),
      expect.objectContaining({ last_invoice_id: ids[3] }),
      expect.objectContaining({ last_invoice_id: ids[1] }),
    ]);
    expect((await asked('/customers/proposals?limit=1&page=4')).data).toEqual([data[3]]);
    expect(await asked('/customers/proposals?page=9')).toMatchObject({ total_results: 4, data: [] });
  });

  it('are taken by POST /customers as they are, and proposed no more', async () => {
    const { data } = await asked('/customers/proposals');
    for (const { customer: body } of data) {
      // The registered postal code of the school is another one: what a register says is another matter.
      const sent = body.tax_id === 'EKU9003173C9' ? { ...body, address: { zip: '42501' } } : body;
      expect(await post('/customers', sent)).toMatchObject({ status: 201 });
    }
    expect((await asked('/customers/proposals')).data).toEqual([]);
  });
});

describe('products', () => {
  let ids: readonly string[];
  const cup = line({ description: 'Taza azul', sku: 'T-1' });

  beforeAll(async () => {
    ids = await past(theirs, [
      says({ items: [cup, line({ description: 'Plato hondo' })] }),
      says({ items: [line({ description: 'PLATO HONDO', price: '80' })] }),
      says({ items: [line({ description: 'Taza azul nueva', sku: 'T-1', price: '120.5' }), cup] }),
      says({ items: [cup], global: { periodicity: 'month', months: '01', year: 2026 } }),
      { ...says({ type: 'E', items: [line({ description: 'Devolución' })] }) },
      says({ items: [line({ description: 'Clave que no existe', product_key: '123' })] }),
    ]);
  });

  it('are proposed as the last document has them, one for each SKU or description', async () => {
    const { data, total_results } = await asked('/products/proposals', theirs);
    expect(total_results).toBe(2);
    expect(data[0]).toEqual({
      product: {
        ...{
          description: 'Taza azul nueva',
          product_key: '52152101',
          unit_key: 'H87',
          unit_name: 'Elemento',
        },
        ...{ price: 120.5, tax_included: false, taxability: '02', sku: 'T-1' },
        taxes: [
          {
            ...{ type: 'IVA', factor: 'Tasa', rate: 0.16, withholding: false },
            ieps_mode: 'sum_before_taxes',
          },
        ],
      },
      ...{ times_seen: 2, last_seen_at: '2026-01-03T18:00:00.000Z', last_invoice_id: ids[2] },
    });
    expect(data[1]).toMatchObject({
      product: { description: 'PLATO HONDO', price: 80 },
      ...{ times_seen: 2, last_invoice_id: ids[1] },
    });
    expect((await asked('/products/proposals?limit=1&page=2', theirs)).data).toEqual([data[1]]);
  });

  it('are taken by POST /products as they are, and proposed no more', async () => {
    for (const { product: body } of (await asked('/products/proposals', theirs)).data)
      expect(await post('/products', body, theirs)).toMatchObject({ status: 200, body });
    expect((await asked('/products/proposals', theirs)).data).toEqual([]);
  });
});

it('come by page only, each organization’s own', async () => {
  const none = await api.newOrganization(await api.newUser(), 'Sin pasado');
  for (const path of ['/customers/proposals', '/products/proposals']) {
    expect(await asked(path, none)).toMatchObject({ page: 0, total_results: 0, data: [] });
    expect((await asked(`${path}?pagination=cursor`)).code).toBe('invalid_request');
  }
});
