import type { Json } from '../../support/app.js';
import { invoice, line, triggered, universidad } from '../../support/bodies.js';
import { cases } from '../../e2e/invoices/documents/cases.js';
import { typedInvoices } from '../../e2e/invoices/documents/types.js';

export interface AskOptions {
  readonly key?: string | null;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends `METHOD /path` with a JSON body, notes the answer under the request, and gives its body. */
export type Ask = (request: string, body?: unknown, options?: AskOptions) => Promise<Json>;

const NOWHERE = '000000000000000000000000';

/** What users do with the service, one thing after the other: invoices of all types, their lives, and their errors. */
export async function scenario(ask: Ask, userKey: string): Promise<void> {
  await organizations(ask, userKey);
  await records(ask);
  await documents(ask);
  await drafts(ask);
  await troubles(ask);
  await cancellations(ask);
  await payments(ask);
  await lists(ask);
  await errors(ask);
}

async function organizations(ask: Ask, key: string): Promise<void> {
  const { id } = await ask('POST /organizations', { name: 'Sucursal' }, { key });
  await ask(
    `PUT /organizations/${id}/legal`,
    {
      ...{ name: 'Sucursal', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' },
      address: { zip: '42501', street: 'Hidalgo', exterior: '1' },
    },
    { key },
  );
  const testKey: string = await ask(`GET /organizations/${id}/apikeys/test`, undefined, { key });
  await ask('GET /invoices', undefined, { key: testKey });
  await ask('POST /invoices', invoice(), { key: testKey });
  await ask('GET /organizations', undefined, { key });
  await ask(`PUT /organizations/${id}/apikeys/test`, {}, { key });
  await ask('GET /invoices', undefined, { key: testKey });
}

async function records(ask: Ask): Promise<void> {
  const customer = await ask('POST /customers', universidad);
  await ask(`PUT /customers/${customer.id}`, { phone: '5512345678' });
  const product = await ask('POST /products', { description: 'Bajo', product_key: '60131303', price: 580 });
  await ask(`PUT /products/${product.id}`, { price: 590 }, { headers: { 'if-match': '"0"' } });
  await ask(`PUT /products/${product.id}`, { price: 590 });
  const made = await ask('POST /invoices', {
    ...{ customer: customer.id, payment_form: '28' },
    items: [{ quantity: 2, product: product.id }],
  });
  await ask(`GET /invoices/${made.id}`);
  await ask(`GET /invoices/${made.id}/xml`);
  await ask(`GET /invoices/${made.id}/history`);
  await ask(`POST /invoices/${made.id}/email`, { email: 'pagos@example.com' });
  await ask(`DELETE /products/${product.id}`);
  await ask(`DELETE /customers/${customer.id}`);
  await ask(`GET /products/${product.id}`);
}

async function documents(ask: Ask): Promise<void> {
  const bodies = [
    ...Object.values(cases).map(([body]) => body),
    ...Object.values(typedInvoices).map(({ body }) => body),
  ];
  for (const body of bodies) {
    await ask('POST /invoices/preview', body);
    const { id } = await ask('POST /invoices', body);
    await ask(`GET /invoices/${id}/xml`);
    const copy = await ask(`POST /invoices/${id}/copy`);
    await ask(`DELETE /invoices/${copy.id}`);
  }
}

async function drafts(ask: Ask): Promise<void> {
  await ask('POST /invoices', { status: 'draft' });
  const draft = await ask('POST /invoices', { ...invoice({ series: 'D' }), status: 'draft' });
  await ask(`PUT /invoices/${draft.id}`, {
    conditions: '30 días',
    items: [line({ price: 100 }, { quantity: 3 })],
  });
  await ask(`PUT /invoices/${draft.id}`, { conditions: 'x' }, { headers: { 'if-match': '"0"' } });
  await ask(`POST /invoices/${draft.id}/stamp`);
  await ask(`PUT /invoices/${draft.id}`, { conditions: 'too late' });
  await ask(`POST /invoices/${draft.id}/stamp`);
  const copy = await ask(`POST /invoices/${draft.id}/copy`);
  await ask(`POST /invoices/${copy.id}/stamp`);
  await ask(`GET /invoices/${copy.id}`);
  const deleted = await ask('POST /invoices', { status: 'draft', idempotency_key: 'again' });
  await ask(`DELETE /invoices/${deleted.id}`);
  await ask(`GET /invoices/${deleted.id}`);
  await ask('POST /invoices', invoice({ idempotency_key: 'again' }));
  await ask('POST /invoices', invoice({ idempotency_key: 'again' }));
}

/** A provider that refuses, loses, is out of service, answers what can't be read; and a chosen folio. */
async function troubles(ask: Ask): Promise<void> {
  await ask('POST /invoices', triggered('SANDBOX-REFUSED', { series: 'T' }));
  await ask('POST /invoices', triggered('SANDBOX-REFUSED-PAC', { series: 'T', idempotency_key: 'refused' }));
  await ask('POST /invoices', invoice({ series: 'T', idempotency_key: 'refused' }));
  for (const trigger of ['TIMEOUT-BEFORE', 'TIMEOUT-AFTER', 'OUTAGE', 'DAMAGED-ANSWER', 'DUPLICATE']) {
    const { id } = await ask('POST /invoices', triggered(`SANDBOX-${trigger}`, { series: 'T' }));
    for (let look = 0; look < 2; look += 1) await ask(`PUT /invoices/${id}/status`);
    await ask(`GET /invoices/${id}/history`);
  }
  const draft = await ask('POST /invoices', { ...triggered('SANDBOX-REFUSED'), status: 'draft' });
  await ask(`POST /invoices/${draft.id}/stamp`);
  await ask(`GET /invoices/${draft.id}`);
  await ask('POST /invoices', invoice({ series: 'T', folio_number: 500 }));
  await ask('POST /invoices', invoice({ series: 'T' }));
}

async function cancellations(ask: Ask): Promise<void> {
  const stamped = async (fields: object = {}): Promise<Json> => ask('POST /invoices', invoice(fields));
  const one = await stamped();
  await ask(`DELETE /invoices/${one.id}?motive=02`);
  await ask(`DELETE /invoices/${one.id}?motive=02`);
  await ask(`GET /invoices/${one.id}/cancellation_receipt/xml`);
  await ask(`GET /invoices/${one.id}/history`);
  const replaced = await stamped();
  const related_documents = [{ relationship: '04', documents: [replaced.uuid] }];
  const substitute = await stamped({ related_documents });
  await ask(`DELETE /invoices/${replaced.id}?motive=01`);
  await ask(`DELETE /invoices/${replaced.id}?motive=02`);
  await ask(`DELETE /invoices/${replaced.id}?motive=01&substitution=${substitute.id}`);
  for (const trigger of [
    ...['PENDING-ACCEPTED', 'PENDING-REJECTED', 'PENDING-EXPIRED', 'VERIFYING', 'TOO-LATE', 'RFC-MISMATCH'],
    ...['FAILED', 'OUTAGE', 'TIMEOUT-BEFORE', 'TIMEOUT-AFTER', 'NOT-FOUND-YET'],
  ]) {
    const { id } = await ask('POST /invoices', triggered(`SANDBOX-CANCEL-${trigger}`));
    await ask(`DELETE /invoices/${id}?motive=03`);
    for (let look = 0; look < 3; look += 1) await ask(`PUT /invoices/${id}/status`);
  }
}

async function payments(ask: Ask): Promise<void> {
  const later = { payment_form: '99', payment_method: 'PPD', use: 'G03', items: [line({ price: 1160 })] };
  const one = await ask('POST /invoices', invoice(later));
  const pay = (amount: number): Promise<Json> =>
    ask('POST /invoices', {
      ...{ type: 'P', customer: universidad },
      complements: [
        { type: 'pago', data: { payment_form: '03', date: '2026-11-21', invoice: one.id, amount } },
      ],
    });
  await ask(`GET /invoices/${one.id}/payment-summary`);
  const first = await pay(500);
  await ask(`GET /invoices/${one.id}`);
  await pay(1_000);
  const second = await pay(660);
  await ask(`GET /invoices/${one.id}`);
  await ask(`DELETE /invoices/${one.id}?motive=02`);
  await ask(`DELETE /invoices/${second.id}?motive=02`);
  await ask(`GET /invoices/${one.id}`);
  await ask(`DELETE /invoices/${first.id}?motive=02`);
  await ask(`DELETE /invoices/${one.id}?motive=02`);
  await ask(`GET /invoices/${one.id}`);
}

async function lists(ask: Ask): Promise<void> {
  await ask('GET /invoices?limit=5');
  await ask('GET /invoices?series=T');
  await ask('GET /invoices?status=canceled&limit=3');
  await ask('GET /invoices?q=ukelele&limit=2');
  await ask('GET /customers');
  await ask('GET /products');
  await ask('GET /sandbox/stamps?limit=3');
}

async function errors(ask: Ask): Promise<void> {
  await ask(`GET /invoices/${NOWHERE}`);
  await ask(`DELETE /invoices/${NOWHERE}?motive=02`);
  await ask('POST /invoices', {});
  await ask('POST /invoices', invoice({ color: 'red' }));
  await ask('POST /invoices', invoice({ payment_form: 'xx' }), { language: 'en' });
  await ask('POST /invoices', invoice({ items: [] }));
  await ask('POST /invoices', invoice({ customer: { ...universidad, tax_id: 'XXX' } }));
  await ask('POST /invoices', invoice({ customer: { ...universidad, legal_name: 'OTRO NOMBRE' } }));
  await ask('GET /invoices', undefined, { key: 'sk_test_nobody' });
  await ask('GET /invoices', undefined, { key: null });
  await ask('PATCH /invoices', {});
  await ask('GET /nothing');
}
