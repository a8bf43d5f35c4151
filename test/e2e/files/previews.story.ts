import { innovacion, invoice, line, universidad, xochilt } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type SdkClient, type TestApp } from '../../support/app.js';
import { bytesOf } from '../../support/downloads.js';
import { readEvents } from '../../support/events.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What an invoice would be: the dry run as JSON, and the PDF. */

let app: TestApp;
let sdk: SdkClient;
beforeAll(async () => {
  app = await startApp();
  sdk = app.sdk();
});
afterAll(() => app.close());

const preview = (body: object, language = 'en'): Promise<Answer> =>
  app.api('POST', '/invoices/preview', body, { language });

/** How many events there are, and rows of all tables that an invoice would leave something in. */
async function traces(): Promise<number[]> {
  const tables = [
    'gateway.invoices',
    'invoicing.folio_counters',
    'invoicing.idempotency_keys',
    'gateway.customers',
  ];
  const events = await readEvents(app.runtime.store);
  const rows = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await app.runtime.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table}`,
      );
      return rows[0]?.count ?? -1;
    }),
  );
  return [events.length, ...rows];
}

describe('a dry run', () => {
  const retained = { type: 'ISR', rate: 0.0125, withholding: true };
  const full = invoice({
    items: [
      line({ price: 116, taxes: [{ rate: 0.16 }, retained] }, { quantity: 2, discount: 10 }),
      line({ price: 100, tax_included: false, taxes: [{ type: 'IEPS', rate: 0.08 }, { rate: 0.16 }] }),
      line({ price: 50, taxes: [{ factor: 'Exento' }] }),
      line({ price: 10, tax_included: false, local_taxes: [{ type: 'ISH', rate: 0.03 }] }),
    ],
  });

  it('answers the amounts that the invoice then has, line by line', async () => {
    const { status, body } = await preview(full);
    expect([status, body.problems]).toEqual([200, []]);
    expect(body).toMatchObject({
      is_ready_to_stamp: true,
      livemode: false,
      type: 'I',
      currency: 'MXN',
      exchange: 1,
    });
    const made = await app.post('/invoices', full);
    const { subtotal, discount, total, taxes } = made;
    expect(body).toMatchObject({ subtotal, discount, total, taxes });
    const xml = (await app.api('GET', `/invoices/${made.id}/xml`)).body as string;
    const written = [...xml.matchAll(/<cfdi:Concepto [^>]*>/g)].map(([element]) => {
      const of = (name: string) => Number(new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? 0);
      return {
        unit_value: of('ValorUnitario'),
        amount: of('Importe'),
        discount: of('Descuento'),
        quantity: of('Cantidad'),
      };
    });
    expect(body.items).toMatchObject(written);
    expect(body.items[0].taxes).toEqual([
      expect.objectContaining({ type: 'IVA', factor: 'Tasa', rate: 0.16, withholding: false }),
      expect.objectContaining({ type: 'ISR', factor: 'Tasa', rate: 0.0125, withholding: true }),
    ]);
    expect(body.items[2].taxes).toEqual([
      expect.objectContaining({ factor: 'Exento', rate: null, amount: null }),
    ]);
  });

  it('leaves nothing behind: no invoice, no folio, no key', async () => {
    await app.post('/invoices', invoice({ series: 'DRY' }));
    const before = await traces();
    const body = invoice({
      series: 'DRY',
      idempotency_key: 'dry',
      external_id: 'dry',
      async: true,
      customer: xochilt,
    });
    for (let n = 0; n < 3; n += 1) expect((await preview(body)).body.is_ready_to_stamp).toBe(true);
    expect((await app.api('POST', '/invoices/preview/pdf', body)).status).toBe(200);
    expect(await traces()).toEqual(before);
    const made = await app.post('/invoices', invoice({ series: 'DRY', idempotency_key: 'dry' }));
    expect(made.folio_number).toBe(2);
  });

  it('answers everything that a create would refuse, in the requested language', async () => {
    const wrong = {
      customer: { ...universidad, tax_system: '612' },
      items: [line()],
      payment_form: 'ZZ',
      use: 'D01',
    };
    const [created, es, en] = [
      await app.api('POST', '/invoices', wrong, { language: 'en' }),
      await preview(wrong, 'es'),
      await preview(wrong, 'en'),
    ];
    expect(created.status).toBe(400);
    expect(en.status).toBe(200);
    expect(en.body.is_ready_to_stamp).toBe(false);
    const short = ({ path, code, message }: Json) => ({ path, code, message });
    expect(en.body.problems.map(short)).toEqual(expect.arrayContaining(created.body.errors.map(short)));
    const [use] = (await preview(invoice({ use: 'D01' }))).body.problems;
    expect(use).toMatchObject({ code: 'invalid_value', rule: 'CFDI40161', path: 'use', source: 'service' });
    expect(es.body.problems.map(({ path }: Json) => path)).toEqual(
      en.body.problems.map(({ path }: Json) => path),
    );
    expect(es.body.problems[0].message).not.toBe(en.body.problems[0].message);
    // The amounts are there all the same.
    expect(en.body.total).toBeGreaterThan(0);
  });

  it('answers what only the provider knows, by its code', async () => {
    const misnamed = invoice({ customer: { ...universidad, legal_name: 'UNIVERSIDAD ROBOTICA' } });
    const moved = invoice({ customer: { ...universidad, address: { zip: '06000' } } });
    for (const [body, rule, path] of [
      [misnamed, 'CFDI40145', 'customer.legal_name'],
      [moved, 'CFDI40148', 'customer.address.zip'],
    ] as const) {
      const created = await app.api('POST', '/invoices', body, { language: 'es' });
      const [refused] = created.body.errors as Json[];
      const { body: told } = await preview(body, 'es');
      expect(told).toMatchObject({ is_ready_to_stamp: false, total: 345.6 });
      // What a create answers, with the code that the matrix has for it.
      const { code, message } = refused;
      expect(refused.path).toBe(path);
      expect(told.problems).toEqual([{ code, rule, message, path, source: refused.source }]);
    }
  });

  it('finds the customer that is there, and makes no other', async () => {
    const known = await app.post('/customers', innovacion);
    const bytes = await bytesOf(await sdk.invoices.previewPdf(invoice({ customer: innovacion })));
    expect(bytes.length).toBeGreaterThan(1_000);
    const { data } = await app.get('/customers?q=IVD920810GU2');
    expect(data.map(({ id }: Json) => id)).toEqual([known.id]);
  });

  it.each([
    [invoice({ customer: 'a'.repeat(24) }), 'customer customer_not_found'],
    [invoice({ items: [{ product: 'b'.repeat(24) }] }), 'items.0.product not_found'],
    [invoice({ items: [line({ taxes: [{ rate: 0.17 }] })] }), 'items.0.product.taxes.0.rate invalid_value'],
    [invoice({ date: '2026-02-30' }), 'date invalid_date'],
  ])('of what names nothing says so: %#', async (body, expected) => {
    const { status, body: told } = await preview(body);
    expect(status).toBe(200);
    expect(told).toMatchObject({ is_ready_to_stamp: false, items: [], total: null, currency: 'MXN' });
    expect(told.problems.map(({ path, code }: Json) => `${path} ${code}`)).toEqual([expected]);
    const created = await app.api('POST', '/invoices', body, { language: 'en' });
    expect(created.status).toBe(400);
    expect(told.problems[0].message).toBe(created.body.message);
  });

  it('of what can’t be read is refused as a create', async () => {
    for (const body of [
      { items: [{ product: { price: 'x' } }] },
      invoice({ nonsense: 1 }),
      invoice({ items: {} }),
    ]) {
      const [created, tried] = [await app.api('POST', '/invoices', body), await preview(body, 'es')];
      expect([tried.status, tried.body]).toEqual([created.status, created.body]);
    }
  });

  it('of nothing at all says what is missing', async () => {
    const { status, body } = await preview({});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_ready_to_stamp: false,
      items: [],
      total: null,
      subtotal: null,
      taxes: [],
    });
    expect(body.problems.map(({ path, code }: Json) => `${path} ${code}`)).toEqual(
      expect.arrayContaining(['customer required', 'items required', 'payment_form required']),
    );
  });

  it('works for every type', async () => {
    const moved = { type: 'T', customer: universidad, items: [{ product: { description: 'Sillas' } }] };
    expect((await preview(moved)).body).toMatchObject({ type: 'T', total: 0, is_ready_to_stamp: true });
    const credit = invoice({ type: 'E', items: [{ product: { description: 'Descuento', price: 116 } }] });
    expect((await preview(credit)).body).toMatchObject({ type: 'E', total: 116, is_ready_to_stamp: true });
    const sold = await app.post('/invoices', invoice({ payment_method: 'PPD', payment_form: '99' }));
    const paid = {
      type: 'P',
      customer: universidad,
      complements: [
        {
          type: 'pago',
          data: [{ payment_form: '03', related_documents: [{ uuid: sold.uuid, amount: sold.total }] }],
        },
      ],
    };
    const { status, body } = await preview(paid);
    expect([status, body.type]).toEqual([200, 'P']);
    const { amount_due } = await app.get(`/invoices/${sold.id}`);
    expect(amount_due).toBe(sold.total);
  });
});

describe('the PDF of a preview', () => {
  const text = (bytes: Buffer) => bytes.subarray(0, 5).toString();

  it('is printed through the SDK', async () => {
    const bytes = await bytesOf(await sdk.invoices.previewPdf(invoice()));
    expect(text(bytes)).toBe('%PDF-');
    const { status, headers } = await app.api('POST', '/invoices/preview/pdf', invoice());
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="vista-previa.pdf"');
  });

  it('is refused as a create is', async () => {
    for (const wrong of [
      invoice({ payment_form: 'ZZ' }),
      invoice({ customer: { ...universidad, tax_system: '612' } }),
      invoice({ items: [] }),
    ]) {
      const created = await app.api('POST', '/invoices', wrong);
      for (const path of ['/invoices/preview/pdf', '/invoices/preview/pdf/download-url']) {
        const { status, body } = await app.api('POST', path, wrong);
        expect([status, body.code, body.errors[0]]).toEqual([400, created.body.code, created.body.errors[0]]);
      }
    }
  });

  it('of a draft is printed as far as it is', async () => {
    for (const draft of [{ status: 'draft' }, { status: 'draft', items: [line()] }])
      expect(text(await bytesOf(await sdk.invoices.previewPdf(draft)))).toBe('%PDF-');
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
