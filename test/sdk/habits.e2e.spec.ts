import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invoice, line, universidad, xochilt } from '../support/bodies.js';
import { startApp, type Json, type TestApp, type TestOrganization } from '../support/app.js';
import { enumerations, sdkVersions } from './clients.js';
import { startWire, type Wire } from './wire.js';

/** What versions of the SDK write differently on the wire, and what their users send who began years ago. */

let app: TestApp;
let wire: Wire;
beforeAll(async () => {
  app = await startApp();
  wire = await startWire(app.baseUrl);
});
afterAll(async () => {
  await wire.close();
  await app.close();
});

const draft = (fields: object = {}) => ({ ...invoice(fields), status: 'draft' });

describe.each(sdkVersions)('SDK $version', ({ connect, authorization, statuses, since, errors }) => {
  let organization: TestOrganization;
  let client: Json;
  beforeAll(async () => {
    organization = await app.newOrganization(await app.newUser());
    client = connect(organization.key, wire.baseUrl);
  });
  const lastExchange = () => {
    const exchange = wire.taken().at(-1);
    if (!exchange) throw new Error('nothing was asked');
    return exchange;
  };

  it('lists by several statuses', async () => {
    const { id } = await client.invoices.create(draft());
    const { data } = await client.invoices.list({ status: ['draft', 'valid'] });
    expect(lastExchange().path).toBe(`/invoices?${statuses}`);
    expect(data.map((one: Json) => one.id)).toEqual([id]);
  });

  it('lists by date, where the date arrives', async () => {
    const gte = new Date(Date.now() - 3_600_000).toISOString();
    const { id } = await client.invoices.create(invoice());
    if (!since)
      // The object became the text "[object Object]", which the API has always refused.
      return void (await expect(client.invoices.list({ date: { gte } })).rejects.toThrow(/date/));
    const { data } = await client.invoices.list({ date: { gte } });
    expect(lastExchange().path).toBe(`/invoices?${since(gte)}`);
    expect(data.map((one: Json) => one.id)).toContain(id);
    const { total_results } = await client.invoices.list({ date: { lt: gte } });
    expect(total_results).toBe(0);
  });

  it('stamps later where its user asks for it', async () => {
    const { id } = await client.invoices.create(draft());
    const answer = await client.invoices.stampDraft(id, { async: true });
    const { method, sent } = lastExchange();
    expect([method, sent.headers.authorization?.split(' ')[0]]).toEqual(['POST', authorization]);
    // The oldest sends the parameters as a body, and gets what it has always got: the stamped invoice.
    expect(['pending', 'valid']).toContain(answer.status);
    const made = await client.invoices.create(invoice(), { async: true });
    expect(lastExchange().path).toBe('/invoices?async=true');
    expect(made).toMatchObject({ status: 'pending', uuid: null });
  });

  it('makes edit links by its parameters, or in the body where it takes none', async () => {
    const made = await client.customers.create(
      { ...xochilt, createEditLink: true },
      { createEditLink: true },
    );
    expect(made.edit_link).toMatch(/^https?:/);
    await client.customers.del(made.id);
  });

  it('says what is wrong in the way of the version', async () => {
    const missing = client.invoices.retrieve('0123456789abcdef01234567');
    await expect(missing).rejects.toThrow(/factura/i);
    if (errors === 'message') return;
    await expect(missing).rejects.toMatchObject({
      name: 'FacturapiError',
      status: 404,
      code: 'invoice_not_found',
      logId: expect.stringMatching(/^[0-9a-f]{24}$/),
      headers: expect.objectContaining({ 'x-facturapi-log-id': expect.any(String) }),
    });
    const refused = client.customers.create({ ...universidad, email: 'nobody' });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      path: 'email',
      location: 'body',
      errors: [{ code: 'invalid_format', path: 'email', location: 'body' }],
    });
  });
});

describe('bodies of the old days', () => {
  /** By name: the body, and what the answer must show of it. */
  const bodies: Readonly<Record<string, readonly [Json, object]>> = {
    'the cadastral account as a text': [
      invoice({ items: [line({}, { property_tax_account: '15956011002' })] }),
      { items: [{ property_tax_account: ['15956011002'] }] },
    ],
    'a related document by its uuid': [
      draft({ related_documents: [{ relationship: '04', uuid: '5fb2822e-396d-4725-8521-cdc4bdd20ccf' }] }),
      {
        related_documents: [
          {
            documents: ['5FB2822E-396D-4725-8521-CDC4BDD20CCF'],
            uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF',
          },
        ],
      },
    ],
    'a tax that only has a rate': [
      invoice({ items: [line({ price: 116, taxes: [{ rate: 0.16 }] })] }),
      { total: 116, taxes: [{ type: 'IVA', amount: 16 }] },
    ],
    'a tax with its base': [
      invoice({
        items: [line({ price: 100, tax_included: false, taxes: [{ type: 'IVA', rate: 0.16, base: 50 }] })],
      }),
      { total: 108 },
    ],
    'null and empty for what is not there': [
      draft({ conditions: null, external_id: null, series: '', related_documents: [], complements: [] }),
      { conditions: null, external_id: null, related_documents: [] },
    ],
    'a foreign customer without a regime': [
      invoice({ customer: { legal_name: 'ACME', tax_id: '123456789', address: { country: 'USA' } } }),
      { status: 'valid', customer: { tax_system: '616' } },
    ],
    'a customer in capitals and small letters': [
      invoice({ customer: { ...xochilt, tax_id: 'cacx7605101p8' } }),
      { status: 'valid', customer: { tax_id: 'CACX7605101P8' } },
    ],
    'a customer whose address says what is unknown with empty texts': [
      invoice({
        customer: { ...xochilt, address: { zip: '36257', street: '', exterior: '', interior: null } },
      }),
      { status: 'valid' },
    ],
    'a folio and a date of its own': [
      invoice({ folio_number: 914, series: 'OLD', date: new Date(Date.now() - 60_000) }),
      { folio_number: 914, series: 'OLD' },
    ],
  };
  it.each(Object.entries(bodies))('%s', async (_, [body, shown]) => {
    const { connect } = sdkVersions.at(-1) as (typeof sdkVersions)[number];
    const client = connect(app.demo.test_key, wire.baseUrl);
    expect(await client.invoices.create(body)).toMatchObject(shown);
  });

  it('a payment as one object, with the documents spelled out', async () => {
    const client = sdkVersions.at(-1)?.connect(app.demo.test_key, wire.baseUrl);
    const paid = await client.invoices.create(invoice({ payment_method: 'PPD', payment_form: '99' }));
    const related = { uuid: paid.uuid, amount: 345.6, installment: 1, last_balance: 345.6 };
    const taxes = [{ base: 297.931034, type: 'IVA', rate: 0.16 }];
    const data = { payment_form: '03', related_documents: [{ ...related, taxes }] };
    const payment = await client.invoices.create({
      type: 'P',
      customer: universidad,
      complements: [{ type: 'pago', data }],
    });
    expect(payment).toMatchObject({ status: 'valid', target_invoice_ids: [paid.id] });
    expect(await client.invoices.retrieve(paid.id)).toMatchObject({ amount_due: 0, payment_status: 'paid' });
  });
});

describe('enumerations', () => {
  const all = enumerations();

  it.each([
    ['PaymentForm', (value: string) => draft({ payment_form: value })],
    ['PaymentMethod', (value: string) => draft({ payment_method: value })],
    ['InvoiceRelation', (value: string) => draft({ related_documents: [{ relationship: value }] })],
    ['InvoiceType', (value: string) => ({ type: value, status: 'draft' })],
  ])('every %s of every version can be sent', async (name, bodyOf) => {
    expect(all[name]?.length).toBeGreaterThan(1);
    for (const value of all[name] ?? []) {
      const { status, body } = await app.api('POST', '/invoices', bodyOf(value));
      expect([value, status, body.errors]).toEqual([value, 200, undefined]);
    }
  });

  it('every TaxSystem is one of a company or of a person', async () => {
    const rfcs = ['EWE1709045U0', 'CAGF9001018M7'];
    for (const tax_system of all['TaxSystem'] ?? []) {
      const answers = await Promise.all(
        rfcs.map((tax_id) => app.api('POST', '/customers', { ...universidad, tax_id, tax_system })),
      );
      expect([tax_system, answers.map(({ status }) => status).some((status) => status < 300)]).toEqual([
        tax_system,
        true,
      ]);
    }
  });

  it('every InvoiceUse can be sent, but that of the CFDI before 4.0 cannot be stamped', async () => {
    for (const use of all['InvoiceUse'] ?? [])
      expect([use, (await app.api('POST', '/invoices', draft({ use }))).status]).toEqual([use, 200]);
    const { status, body } = await app.api('POST', '/invoices', invoice({ use: 'P01' }));
    expect([status, body.errors[0].path]).toEqual([400, 'use']);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
