import { startApp, type Json, type TestApp } from '../../support/app.js';
import { inParts, payment, universidad } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Invoices paid in parts: what payments (type P) do to what is due, and back. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ppd = (price = 1160, over: object = {}): Promise<Json> => app.post('/invoices', inParts(over, price));
const pay = (data: unknown, over: object = {}) => app.api('POST', '/invoices', payment(data, over));
const read = (id: string): Promise<Json> => app.get(`/invoices/${id}`);

describe('an invoice paid later', () => {
  it('owes all of it once it is stamped', async () => {
    expect(await ppd()).toMatchObject({
      amount_due: 1160,
      payment_status: 'unpaid',
      received_payment_ids: [],
    });
  });

  it('is paid in two parts with only invoice, amount, date and form; a canceled payment is due again', async () => {
    const invoice = await ppd();
    const first = await pay({ payment_form: '03', date: '2026-11-21', invoice: invoice.id, amount: 500 });
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: 'valid',
        type: 'P',
        total: 0,
        total_payment_amount: 500,
        total_payment_amount_converted: 500,
        target_invoice_ids: [invoice.id],
        payment_method: null,
      },
    });
    const [{ related_documents: documents }] = first.body.complements[0].data;
    expect(documents).toMatchObject([
      { uuid: invoice.uuid, amount: 500, installment: 1, last_balance: 1160, taxability: '02' },
    ]);
    expect(await read(invoice.id)).toMatchObject({
      amount_due: 660,
      payment_status: 'unpaid',
      received_payment_ids: [first.body.id],
    });
    const second = await pay([
      { payment_form: '28', related_documents: [{ invoice: invoice.uuid, amount: 660 }] },
    ]);
    expect(second.body.complements[0].data[0].related_documents).toMatchObject([
      { installment: 2, last_balance: 660 },
    ]);
    expect(await read(invoice.id)).toMatchObject({ amount_due: 0, payment_status: 'paid' });
    // No cent of the tax is lost over the two.
    const taxes = [first, second].map(
      ({ body }) => body.complements[0].data[0].related_documents[0].taxes[0],
    );
    expect(taxes[0].base + taxes[1].base).toBeCloseTo(1000, 6);
    expect(taxes[0].amount + taxes[1].amount).toBeCloseTo(160, 6);

    await app.del(`/invoices/${second.body.id}?motive=02`);
    expect(await read(invoice.id)).toMatchObject({
      amount_due: 660,
      payment_status: 'unpaid',
      received_payment_ids: [first.body.id],
    });
  });

  it('returns its next payment, which can be sent back as it is', async () => {
    const invoice = await ppd();
    const summary = await app.get(`/invoices/${invoice.id}/payment-summary?amount=580`);
    expect(summary).toEqual({
      uuid: invoice.uuid,
      folio_number: invoice.folio_number,
      series: null,
      installment: 1,
      last_balance: 1160,
      total: 1160,
      currency: 'MXN',
      amount: 580,
      taxes: [{ base: 500, rate: 0.16, type: 'IVA', factor: 'Tasa', withholding: false, amount: 80 }],
    });
    const paid = await pay([{ payment_form: '03', related_documents: [summary] }]);
    expect(paid.status).toBe(200);
    expect(await read(invoice.id)).toMatchObject({ amount_due: 580 });
    expect(await app.get(`/invoices/${invoice.id}/payment-summary`)).toMatchObject({
      amount: 580,
      installment: 2,
    });
  });

  it('is never paid beyond its balance, even by many payments at the same time', async () => {
    const invoice = await ppd();
    const over = await pay({ payment_form: '03', invoice: invoice.id, amount: 1160.01 });
    expect(over).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        errors: [{ code: 'amount_exceeds_related_document_balance', path: 'complements.0.data.0.amount' }],
      },
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => pay({ payment_form: '03', invoice: invoice.id, amount: 300 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 400, 400, 400, 400, 400, 400, 400,
    ]);
    expect(await read(invoice.id)).toMatchObject({ amount_due: 260 });
    expect(app.bugs()).toEqual([]);
  });

  it('may be in another currency than its payment, at a rate that makes sense', async () => {
    const invoice = await ppd(1160, { currency: 'USD', exchange: 18.5 });
    const data = (exchange: number) => ({
      payment_form: '03',
      currency: 'MXN',
      related_documents: [{ invoice: invoice.id, amount: 116, exchange }],
    });
    expect(await pay(data(18.5))).toMatchObject({
      status: 400,
      body: {
        errors: [
          { code: 'exchange_rate_too_large', path: 'complements.0.data.0.related_documents.0.exchange' },
        ],
      },
    });
    const paid = await pay(data(0.0540540541));
    expect(paid.body).toMatchObject({ status: 'valid', total_payment_amount_converted: 2146 });
    expect(await read(invoice.id)).toMatchObject({ amount_due: 1044 });
  });

  it('of somebody else is paid with everything said', async () => {
    const document = {
      uuid: '39C85A3F-275B-4341-B259-E8971D9F8A94',
      amount: 116,
      installment: 2,
      last_balance: 345.6,
      taxes: [{ base: 100, type: 'IVA', rate: 0.16 }],
    };
    const paid = await pay([{ payment_form: '03', related_documents: [document] }]);
    expect(paid).toMatchObject({ status: 200, body: { target_invoice_ids: [], total_payment_amount: 116 } });
    const missing = await pay([
      { payment_form: '03', related_documents: [{ uuid: document.uuid, amount: 1 }] },
    ]);
    expect(missing.body.errors.map(({ path }: Json) => path).sort()).toEqual([
      'complements.0.data.0.related_documents.0.installment',
      'complements.0.data.0.related_documents.0.last_balance',
      'complements.0.data.0.related_documents.0.taxes',
    ]);
    const other = await pay({ payment_form: '03', invoice: '66f0c0c0c0c0c0c0c0c0c0c0', amount: 1 });
    expect(other.body.errors).toMatchObject([{ code: 'not_found', path: 'complements.0.data.0.invoice' }]);
  });

  it('can be paid by XML of the caller’s own, which no invoice of ours can: its balance would not know', async () => {
    const xml = (uuid: string) =>
      '<pago20:Pagos xmlns:pago20="http://www.sat.gob.mx/Pagos20" Version="2.0"><pago20:Totales MontoTotalPagos="116.00"/>' +
      '<pago20:Pago FechaPago="2026-01-15T12:00:00" FormaDePagoP="03" MonedaP="MXN" TipoCambioP="1" Monto="116.00">' +
      `<pago20:DoctoRelacionado IdDocumento="${uuid}" MonedaDR="MXN" EquivalenciaDR="1" NumParcialidad="1" ` +
      'ImpSaldoAnt="116.00" ImpPagado="116.00" ImpSaldoInsoluto="0.00" ObjetoImpDR="01"/></pago20:Pago></pago20:Pagos>';
    const send = (uuid: string) =>
      app.api('POST', '/invoices', {
        ...{ type: 'P', customer: universidad },
        complements: [{ type: 'custom', data: xml(uuid) }],
      });
    expect(await send('39c85a3f-275b-4341-b259-e8971d9f8a94')).toMatchObject({
      status: 200,
      body: { status: 'valid', target_invoice_ids: [] },
    });
    const { uuid } = await ppd();
    for (const named of [uuid, uuid.toLowerCase()])
      expect(await send(named)).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'not_allowed', path: 'complements.0.data' }] },
      });
  });
});
