import type { CancellationMotive } from 'facturapi';
import { invoice, line, stored, universidad, xochilt } from '../../support/bodies.js';
import { startApp, type Json, type SdkClient, type TestApp } from '../../support/app.js';
import { canVerify, rootAttribute, verifyDocuments } from '../../support/sat.js';
import { bytesOf, textOf } from '../../support/downloads.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What an integrator does, through the public SDK of npm with nothing changed but its base URL. */

const ID = /^[0-9a-f]{24}$/;
const UUID = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let app: TestApp;
let sdk: SdkClient;

beforeAll(async () => {
  app = await startApp();
  sdk = app.sdk();
});
afterAll(() => app.close());

/** As callers of the SDK write it without its enumeration. */
const motive = (key: string): CancellationMotive => key as CancellationMotive;

describe('customers', () => {
  it('are created, read, edited, validated, listed and deleted', async () => {
    const { customers } = sdk;
    const created = await customers.create(universidad);
    expect(created).toMatchObject({
      id: expect.stringMatching(ID),
      livemode: false,
      organization: app.demo.organization_id,
      tax_id: 'URE180429TM6',
    });
    expect(await customers.retrieve(created.id)).toEqual(created);
    expect(await customers.update(created.id, { phone: '5512345678' })).toEqual({
      ...created,
      phone: '5512345678',
    });
    expect(await customers.validateTaxInfo(created.id)).toEqual({ is_valid: true, errors: [] });
    const other = await customers.create(xochilt);
    const found = await customers.list({ q: 'robotica', limit: 10 });
    expect(found).toMatchObject({ page: 1, total_pages: 1, total_results: 1 });
    expect(found.data.map(({ id }) => id)).toEqual([created.id]);
    expect((await customers.list()).data.map(({ id }) => id)).toEqual([other.id, created.id]);
    expect(await customers.del(other.id)).toEqual(other);
    await expect(customers.retrieve(other.id)).rejects.toMatchObject({
      name: 'FacturapiError',
      status: 404,
      code: 'customer_not_found',
      logId: expect.stringMatching(ID),
    });
  });
});

describe('products', () => {
  it('are created, read, edited, listed and deleted', async () => {
    const { products } = sdk;
    const created = await products.create({
      description: 'Guitarra',
      product_key: '60131303',
      price: 1234.5,
      sku: 'G-1',
    });
    expect(created).toMatchObject({
      id: expect.stringMatching(ID),
      unit_key: 'H87',
      unit_name: 'Elemento',
      tax_included: true,
      taxability: '02',
      taxes: [{ type: 'IVA', rate: 0.16, factor: 'Tasa', withholding: false }],
      local_taxes: [],
    });
    expect(await products.retrieve(created.id)).toEqual(stored(created));
    expect(await products.update(created.id, { price: 99.99 })).toEqual({ ...created, price: 99.99 });
    expect((await products.list({ sku: 'G-1' })).data).toEqual([{ ...stored(created), price: 99.99 }]);
    expect(await products.del(created.id)).toMatchObject({ id: created.id });
    await expect(products.retrieve(created.id)).rejects.toMatchObject({ code: 'product_not_found' });
  });
});

describe('invoices', () => {
  it('are valid at once, from a customer and a product that exist', async () => {
    const customer = await sdk.customers.create(universidad);
    const product = await sdk.products.create({
      description: 'Bajo',
      product_key: '60131303',
      price: 580,
    });
    const made = await sdk.invoices.create({
      customer: customer.id,
      items: [{ quantity: 2, product: product.id }],
      payment_form: '28',
      folio_number: 914,
      series: 'F',
      external_id: 'order-1',
    });
    expect(made).toMatchObject({
      id: expect.stringMatching(ID),
      status: 'valid',
      type: 'I',
      total: 1160,
      uuid: expect.stringMatching(UUID),
      folio_number: 914,
      series: 'F',
      customer: { id: customer.id, legal_name: customer.legal_name, tax_id: customer.tax_id },
      stamp: {
        date: expect.stringMatching(INSTANT),
        signature: expect.any(String),
        sat_signature: expect.any(String),
        sat_cert_number: expect.stringMatching(/^\d{20}$/),
      },
    });
    expect(made.items[0]?.product.id).toBe(product.id);
    expect(made.verification_url).toContain(`id=${made.uuid}`);
    expect(await sdk.invoices.retrieve(made.id)).toEqual(stored(made));
  });

  it('are found by page, by cursor, by text and by date', async () => {
    const { invoices } = sdk;
    const before = new Date();
    const ids: string[] = [];
    for (const number of [1, 2, 3])
      ids.unshift((await invoices.create(invoice({ items: [line({ description: `Arpa ${number}` })] }))).id);
    const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

    const page = await invoices.list({ q: 'arpa', page: 2, limit: 2 });
    expect(page).toMatchObject({ page: 2, total_pages: 2, total_results: 3, totals_are_capped: false });
    expect(idsOf(page)).toEqual(ids.slice(2));

    const first = await invoices.list({ pagination: 'cursor', q: 'arpa', limit: 2 });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const last = await invoices.list({ q: 'arpa', limit: 2, after: first.next_cursor as string });
    expect(idsOf(last)).toEqual(ids.slice(2));
    expect(last.next_cursor).toBeNull();
    expect(
      idsOf(await invoices.list({ q: 'arpa', limit: 2, before: last.previous_cursor as string })),
    ).toEqual(idsOf(first));

    // The date of a document has whole seconds.
    const since = new Date(Math.floor(before.getTime() / 1000) * 1000);
    expect(idsOf(await invoices.list({ q: 'arpa', date: { gte: since.toISOString() } }))).toEqual(ids);
    expect(idsOf(await invoices.list({ q: 'arpa', date: { lt: since.toISOString() } }))).toEqual([]);
    expect(idsOf(await invoices.list({ q: 'Arpa 2' }))).toEqual([ids[1]]);
  });

  it('begin as drafts, are edited, stamped and copied', async () => {
    const { invoices } = sdk;
    const draft = await invoices.create({ status: 'draft', customer: null, items: [line()] });
    expect(draft).toMatchObject({
      status: 'draft',
      is_ready_to_stamp: false,
      uuid: null,
      date: null,
      stamp: null,
      customer: null,
    });
    await expect(invoices.stampDraft(draft.id)).rejects.toMatchObject({
      status: 400,
      code: 'draft_not_ready_to_stamp',
    });
    const edited = await invoices.updateDraft(draft.id, { customer: xochilt, payment_form: '01' });
    expect(edited).toMatchObject({ id: draft.id, status: 'draft', is_ready_to_stamp: true });
    const stamped = await invoices.stampDraft(draft.id);
    expect(stamped).toMatchObject({ id: draft.id, status: 'valid', customer: { tax_id: 'CACX7605101P8' } });
    await expect(invoices.updateDraft(draft.id, { payment_form: '02' })).rejects.toMatchObject({
      status: 409,
      code: 'invoice_not_draft',
    });
    const copy = await invoices.copyToDraft(draft.id);
    expect(copy).toMatchObject({
      status: 'draft',
      is_ready_to_stamp: true,
      uuid: null,
      total: stamped.total,
    });
    expect(copy.id).not.toBe(draft.id);
    expect(await invoices.cancel(copy.id, { motive: motive('02') })).toMatchObject({ id: copy.id });
    await expect(invoices.retrieve(copy.id)).rejects.toMatchObject({ code: 'invoice_not_found' });
  });

  it('are downloaded as XML, PDF and ZIP', async () => {
    const made = await sdk.invoices.create(invoice());
    const xml = await textOf(await sdk.invoices.downloadXml(made.id));
    const pdf = await bytesOf(await sdk.invoices.downloadPdf(made.id));
    const zip = await bytesOf(await sdk.invoices.downloadZip(made.id));
    expect(xml).toContain(`UUID="${made.uuid}"`);
    expect(Number(rootAttribute(xml, 'Total'))).toBe(made.total);
    expect(Number(rootAttribute(xml, 'SubTotal'))).toBe((made as Json).subtotal);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    expect(zip.includes(`${made.uuid}.xml`)).toBe(true);
    expect(zip.includes(`${made.uuid}.pdf`)).toBe(true);
    if (canVerify) expect(await verifyDocuments({ xml }, app.sandbox.certificates.pac)).toEqual({});
  });

  it('are canceled with each of the four motives, and leave a receipt', async () => {
    const { invoices } = sdk;
    const [wrong, second, third, fourth] = await Promise.all(
      [1, 2, 3, 4].map(() => invoices.create(invoice())),
    );
    if (!wrong || !second || !third || !fourth) throw new Error('four were made');
    const right = await invoices.create(
      invoice({ related_documents: [{ relationship: '04', documents: [wrong.uuid] }] }),
    );
    const replaced = await invoices.cancel(wrong.id, { motive: motive('01'), substitution: right.id });
    expect(replaced).toMatchObject({
      status: 'canceled',
      cancellation_status: 'accepted',
      canceled_at: expect.stringMatching(INSTANT),
      cancellation: { motive: '01', substitutionUUID: right.uuid, status: 'accepted' },
    });
    expect(await invoices.cancel(second.id, { motive: motive('02') })).toMatchObject({ status: 'canceled' });
    expect(await invoices.cancel(third.id, { motive: motive('03') })).toMatchObject({ status: 'canceled' });
    expect(await invoices.cancel(fourth.id, { motive: motive('04') })).toMatchObject({ status: 'canceled' });
    const acuse = await textOf(await invoices.downloadCancellationReceiptXml(wrong.id));
    expect(acuse).toContain(wrong.uuid);
    expect(acuse).toContain('<EstatusUUID>201</EstatusUUID>');
    const pdf = await bytesOf(await invoices.downloadCancellationReceiptPdf(wrong.id));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await expect(invoices.cancel(wrong.id, { motive: motive('02') })).rejects.toMatchObject({
      status: 409,
      code: 'invoice_not_cancelable',
    });
    expect(await invoices.updateStatus(right.id)).toMatchObject({ status: 'valid', uuid: right.uuid });
    expect(await invoices.updateStatus(wrong.id)).toMatchObject({ status: 'canceled' });
    await expect(invoices.downloadCancellationReceiptXml(right.id)).rejects.toMatchObject({
      code: 'invoice_cancellation_receipt_unavailable',
    });
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
