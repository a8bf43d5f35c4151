import { line, sale, ukelele, universidad, xochilt } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** From receipts to invoices: one, several of a customer, and all of a period that nobody asked for. */

let app: TestApp;
let user: string;
let shop: TestOrganization;
beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
  shop = await app.newOrganization(user, 'Tienda');
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const api = (path: string, body: unknown, headers: Record<string, string> = {}, key = shop.key) =>
  app.api('POST', `/receipts${path}`, body, { key, headers });
const make = (fields: object = {}, key = shop.key): Promise<Json> =>
  app.post('/receipts', sale(fields), { key });
const receipt = (id: string): Promise<Json> => app.get(`/receipts/${id}`, { key: shop.key });
const told = ({ status, body }: Answer) => [status, body.code, body.path ?? body.errors?.[0]?.path];
const today = () => new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
const priced = (price: number, product: object = {}) => ({ items: [line({ price, ...product })] });

describe('POST /receipts/{id}/invoice', () => {
  it('makes the invoice of the receipt, which a read right after it shows', async () => {
    const { receipts } = app.sdk(shop.key);
    const made = await make({ ...priced(116), payment_form: '04' });
    const invoice: Json = await receipts.invoice(made.id, {
      ...{ customer: universidad, use: 'G03', series: 'R', folio_number: 77, conditions: 'Contado' },
      pdf_options: { codes: false },
    });
    expect(invoice).toMatchObject({
      ...{ status: 'valid', type: 'I', total: 116, payment_form: '04', payment_method: 'PUE', use: 'G03' },
      ...{ series: 'R', folio_number: 77, conditions: 'Contado', pdf_options: { codes: false } },
      customer: { tax_id: universidad.tax_id },
    });
    expect(await receipt(made.id)).toMatchObject({ status: 'invoiced_to_customer', invoice: invoice.id });
    const again = await api(`/${made.id}/invoice`, { customer: universidad });
    expect(told(again).slice(0, 2)).toEqual([409, 'receipt_not_open']);
  });

  it('is made out to the receipt’s own customer, with G01, where nothing else is said', async () => {
    const made = await make({ customer: universidad });
    const { status, body } = await api(`/${made.id}/invoice`, {});
    expect([status, body.use, body.customer.tax_id]).toEqual([200, 'G01', universidad.tax_id]);
  });

  it('refuses as POST /invoices does, and leaves the receipt open', async () => {
    const made = await make();
    const refusals: [object, string, string][] = [
      [{ customer: { ...universidad, tax_id: 'XYZ' } }, 'invalid_request', 'customer.tax_id'],
      [{ customer: universidad, use: 'D01' }, 'invalid_request', 'use'],
      [{ customer: universidad, folio_number: 'uno' }, 'invalid_request', 'folio_number'],
      [{ customer: 'a'.repeat(24) }, 'customer_not_found', 'customer'],
      [{}, 'invalid_request', 'customer'],
    ];
    for (const [body, , path] of refusals)
      expect(told(await api(`/${made.id}/invoice`, body)).at(2)).toEqual(path);
    expect(await receipt(made.id)).toMatchObject({ status: 'open', invoice: null });
    expect((await api(`/${made.id}/invoice`, { customer: universidad })).status).toBe(200);
  });

  it('knows no receipt of others, nor of the other kind of key', async () => {
    const other = await app.newOrganization(user, 'Otra');
    const made = await make({}, other.key);
    expect(told(await api(`/${made.id}/invoice`, { customer: universidad })).slice(0, 2)).toEqual([
      ...[404, 'receipt_not_found'],
    ]);
    const routes: [string, object][] = [
      [`/${made.id}/invoice`, {}],
      ['/to-invoice', { keys: [made.key] }],
      ['/global-invoice', {}],
    ];
    for (const [path, body] of routes)
      expect((await api(path, body, {}, user)).body.code).toBe('organization_id_required');
  });
});

describe('POST /receipts/to-invoice', () => {
  it('takes keys in any case, once each; and the payment form of the largest', async () => {
    const { receipts } = app.sdk(shop.key);
    const [one, two] = [
      await make({ ...priced(100), payment_form: '01' }),
      await make({ ...priced(250), payment_form: '28' }),
    ];
    // As it is typed, and as receipts have it printed.
    const keys = [one.key.toLowerCase(), two.key, `${one.key.slice(0, 4)} ${one.key.slice(4)}`];
    const summary: Json = await receipts.toInvoice({ keys, customer: universidad, dry_run: true });
    expect(summary).toEqual({ ok: true, dry_run: true, total: 350, currency: 'MXN', receipts: 2, items: 2 });
    expect(await receipt(one.id)).toMatchObject({ status: 'open' });
    const invoice: Json = await receipts.toInvoice({ keys, customer: universidad });
    expect(invoice).toMatchObject({ status: 'valid', total: 350, payment_form: '28' });
    for (const { id } of [one, two]) expect(await receipt(id)).toMatchObject({ invoice: invoice.id });
  });

  it('says which keys are unknown or not open, in both languages', async () => {
    const [open, gone] = [await make(), await make()];
    await app.api('DELETE', `/receipts/${gone.id}`, undefined, { key: shop.key });
    const keys = [open.key, gone.key];
    const es = await api('/to-invoice', { keys, customer: universidad });
    expect(told(es)).toEqual([409, 'receipt_not_open', 'keys.1']);
    const en = await api('/to-invoice', { keys, customer: universidad }, { 'accept-language': 'en' });
    expect([es.body.message, en.body.message]).toEqual([
      ...['El recibo no está abierto.', 'The receipt is not open.'],
    ]);
    const unknown = await api('/to-invoice', { keys: [open.key, 'ABCDEFGH'], customer: universidad });
    expect([unknown.status, unknown.body.code, unknown.body.errors[0].path]).toEqual([
      ...[404, 'receipt_keys_not_found', 'keys.1'],
    ]);
    expect(told(await api('/to-invoice', { keys: [] })).at(2)).toBe('keys');
    expect((await api('/to-invoice', { keys: [open.key], customer: universidad })).status).toBe(200);
  });

  it('shows the invoice as PDF before it is made: of the keys that can be invoiced', async () => {
    const { receipts } = app.sdk(shop.key);
    const open = await make();
    const keys = [open.key, 'ABCDEFGH'];
    for (const path of ['/to-invoice/preview', '/to-invoice/preview/pdf']) {
      const { status, headers } = await api(path, { keys, customer: xochilt });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
    const url: Json = await receipts.previewToInvoicePdfUrl({ keys, customer: xochilt });
    expect(url).toMatchObject({ content_type: 'application/pdf', filename: 'vista-previa.pdf' });
    const none = await api('/to-invoice/preview', { keys: ['ABCDEFGH'], customer: xochilt });
    expect(none.status).toBe(204);
    const wrong = await api('/to-invoice/preview', { keys, customer: { ...xochilt, tax_id: 'X' } });
    expect(told(wrong).slice(2)).toEqual(['customer.tax_id']);
    expect(await receipt(open.id)).toMatchObject({ status: 'open' });
  });
});

describe('POST /receipts/global-invoice', () => {
  const days = () => ({ from: today(), to: today(), periodicity: 'day' });
  let kiosk: TestOrganization;
  beforeAll(async () => {
    kiosk = await app.newOrganization(user, 'Quiosco');
  });
  const global = (body: object, headers: Record<string, string> = {}) =>
    api('/global-invoice', body, headers, kiosk.key);

  it('has one line for each receipt, and what they come to, to the cent', async () => {
    const made = [
      await make({ ...priced(33.33), payment_form: '01' }, kiosk.key),
      await make({ ...priced(10.01), payment_form: '04' }, kiosk.key),
      await make(
        { items: [line({ price: 99.99, taxes: [{ type: 'IVA', rate: 0.08 }] }), line()] },
        kiosk.key,
      ),
    ];
    const total = made.reduce((sum, one) => sum + Math.round(one.total * 100), 0) / 100;
    const dry = await global({ ...days(), dry_run: true });
    expect(dry.body).toEqual({ ok: true, dry_run: true, total, currency: 'MXN', receipts: 3, items: 3 });
    const { receipts } = app.sdk(kiosk.key);
    const invoice: Json = await receipts.createGlobalInvoice(days());
    expect(invoice).toMatchObject({
      ...{ status: 'valid', type: 'I', total, use: 'S01', payment_form: '01' },
      global: { periodicity: 'day', months: today().slice(5, 7), year: Number(today().slice(0, 4)) },
      customer: { tax_id: 'XAXX010101000', legal_name: 'PUBLICO EN GENERAL' },
    });
    expect(invoice.items.map(({ product }: Json) => product.product_key)).toEqual(made.map(() => '01010101'));
    for (const { id } of made)
      expect(await app.get(`/receipts/${id}`, { key: kiosk.key })).toMatchObject({
        ...{ status: 'invoiced_globally', invoice: invoice.id },
      });
    expect(told(await global(days())).slice(0, 2)).toEqual([404, 'receipt_not_found']);
  });

  it('takes receipts of one form, or those that are named', async () => {
    const [cash, card] = [
      await make({ payment_form: '01' }, kiosk.key),
      await make({ payment_form: '04' }, kiosk.key),
    ];
    const ofCards = await global({ ...days(), payment_form: '04' });
    expect([ofCards.body.payment_form, ofCards.body.items.length]).toEqual(['04', 1]);
    const gone = await global({ ...days(), receipts: [cash.id, card.id] });
    expect(told(gone)).toEqual([409, 'receipt_not_open', 'receipts.1']);
    const named = await global({ ...days(), receipts: [cash.id] });
    expect([named.status, named.body.items.length]).toEqual([200, 1]);
  });

  it('refuses wrong periods and dates at their fields', async () => {
    const some = { receipts: ['a'.repeat(24)] };
    const cases: [object, number, string, string][] = [
      [{ periodicity: 'year' }, 400, 'invalid_request', 'periodicity'],
      [{ periodicity: 'two_months' }, 400, 'invalid_request', 'periodicity'],
      [some, 400, 'invalid_request', 'from'],
      [{ ...some, from: today() }, 400, 'invalid_request', 'to'],
      [{ from: '2026-13-01', to: today() }, 400, 'invalid_date', 'from'],
      [{ from: today(), to: '2026-01-01' }, 400, 'invalid_date_range', 'from'],
      [
        { from: '2026-10-01', to: '2026-11-15', periodicity: 'month' },
        400,
        'invalid_global_invoice_period',
        'to',
      ],
      [{ ...days(), date: '2026-01-01' }, 400, 'invalid_request', 'date'],
      [{ ...days(), months: '19' }, 400, 'invalid_request', 'months'],
      [{ ...days(), ...some }, 400, 'receipt_not_found', 'receipts.0'],
    ];
    for (const [body, ...expected] of cases) {
      const answer = await global(body);
      expect([
        body,
        answer.status,
        answer.body.code,
        answer.body.errors?.[0]?.path ?? answer.body.path,
      ]).toEqual([...[body, ...expected]]);
    }
  });

  it('names the receipts that it cannot have', async () => {
    const withheld = [
      { type: 'IVA', rate: 0.16 },
      { type: 'ISR', rate: 0.1, withholding: true },
    ];
    const other = await make({ items: [line({ ...ukelele, taxes: withheld })] }, kiosk.key);
    const dollars = await make({ currency: 'USD', exchange: 18 }, kiosk.key);
    const refused = await global({ ...days(), receipts: [other.id, dollars.id] });
    expect(refused.body.errors.map(({ path }: Json) => path)).toEqual(['receipts.0', 'receipts.1']);
    expect(refused.body.errors[0].message).toContain(other.key);
    // Unasked, too: who invoices a period must not think that all of it is invoiced. Other currencies have no part in it.
    await make({}, kiosk.key);
    const whole = await global(days());
    expect([whole.status, whole.body.errors.map(({ path }: Json) => path)]).toEqual([400, ['receipts']]);
    expect(whole.body.errors[0].message).toContain(other.key);
  });
});
