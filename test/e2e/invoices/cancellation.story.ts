import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAcuse } from '#cfdi';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { invoice, line, triggered, universidad } from '../../support/bodies.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Cancellations as a user meets them: motives, documents in the way, payments, receipts, what others did. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const create = (over: object = {}): Promise<Json> => app.post('/invoices', invoice(over));
const related = (relationship: string, ...documents: string[]) => ({
  related_documents: [{ relationship, documents }],
});
const cancel = (id: string, query = 'motive=02'): Promise<Answer> =>
  app.api('DELETE', `/invoices/${id}?${query}`);
const read = (id: string): Promise<Json> => app.get(`/invoices/${id}`);
const refresh = (id: string): Promise<Json> => app.put(`/invoices/${id}/status`);
const receipt = (id: string, format = 'xml'): Promise<Answer> =>
  app.api('GET', `/invoices/${id}/cancellation_receipt/${format}`);
const refusedBy = ({ status, body }: Answer) => [status, body.code];
/** UUIDs of the documents that a refusal names. */
const inTheWay = ({ body }: Answer): string[] =>
  body.errors.filter(({ code }: Json) => code === 'related_document').map(({ message }: Json) => message);

async function isInTheWay(id: string, uuids: readonly string[], query?: string): Promise<void> {
  const answer = await cancel(id, query);
  expect(refusedBy(answer)).toEqual([409, 'invoice_not_cancelable_by_sat']);
  expect(answer.body.errors[0]).toMatchObject({ code: '204', source: 'sat' });
  expect(inTheWay(answer)).toEqual(uuids);
  expect(await read(id)).toMatchObject({ status: 'valid', cancellation_status: 'none', cancellation: null });
}

describe('documents that relate to an invoice', () => {
  it('a credit note keeps it from being canceled, until it is canceled itself', async () => {
    const one = await create();
    const note = await create({ type: 'E', use: 'G02', ...related('01', one.uuid) });
    await isInTheWay(one.id, [note.uuid]);
    expect(await cancel(note.id)).toMatchObject({ body: { status: 'canceled' } });
    expect(await cancel(one.id)).toMatchObject({ status: 200, body: { status: 'canceled' } });
  });

  it('the one that replaces it does not, with motive 01, by its id or its UUID', async () => {
    for (const name of ['id', 'uuid'] as const) {
      const one = await create();
      const substitute = await create(related('04', one.uuid));
      await isInTheWay(one.id, [substitute.uuid]);
      const answer = await cancel(one.id, `motive=01&substitution=${substitute[name]}`);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          status: 'canceled',
          cancellation: { motive: '01', substitutionUUID: substitute.uuid, status: 'accepted' },
        },
      });
      expect(await read(substitute.id)).toMatchObject({ status: 'valid' });
    }
  });

  it('one that only relates to it does not replace it, and says so in both languages', async () => {
    const one = await create();
    const other = await create(related('07', one.uuid));
    const path = `/invoices/${one.id}?motive=01&substitution=${other.id}`;
    for (const [language, words] of [
      ['es', 'debe relacionar a esta factura'],
      ['en', 'must relate to this invoice'],
    ] as const) {
      const answer = await app.api('DELETE', path, undefined, { language });
      expect(refusedBy(answer)).toEqual([400, 'substitution_invoice_status_not_allowed']);
      expect(answer.body).toMatchObject({ path: 'substitution', location: 'query' });
      expect(answer.body.message).toContain(words);
    }
  });
});

describe('an invoice that was paid', () => {
  it('is canceled after its payments are: the first gives back the balance, then nothing is in the way', async () => {
    const items = [line({ price: 400 })];
    const one = await create({ payment_form: '99', payment_method: 'PPD', items });
    const pay = (amount: number): Promise<Json> =>
      app.post('/invoices', {
        type: 'P',
        customer: universidad,
        complements: [{ type: 'pago', data: { payment_form: '03', invoice: one.id, amount } }],
      });
    const [first, second] = [await pay(100), await pay(50)];
    const due = one.amount_due;
    expect(await read(one.id)).toMatchObject({
      amount_due: due - 150,
      received_payment_ids: [first.id, second.id],
    });
    await isInTheWay(one.id, [first.uuid, second.uuid], 'motive=03');
    await cancel(first.id);
    expect(await read(one.id)).toMatchObject({ amount_due: due - 50, received_payment_ids: [second.id] });
    await isInTheWay(one.id, [second.uuid]);
    await cancel(second.id);
    expect(await read(one.id)).toMatchObject({ amount_due: due, payment_status: 'unpaid' });
    expect(await cancel(one.id)).toMatchObject({ status: 200, body: { status: 'canceled', amount_due: 0 } });
  });
});

describe('the receipt', () => {
  it('is the tax authority’s, signed, as XML and as PDF', async () => {
    const one = await create();
    expect(refusedBy(await receipt(one.id))).toEqual([409, 'invoice_cancellation_receipt_unavailable']);
    await cancel(one.id);
    const xml = await receipt(one.id);
    expect(xml.headers.get('content-type')).toBe('application/xml');
    expect(parseAcuse(xml.bytes.toString())).toMatchObject({
      value: {
        rfcEmisor: 'EKU9003173C9',
        folios: [{ uuid: one.uuid, estatusUuid: '201', efecto: 'solicitada' }],
      },
    });
    isSigned(xml.bytes);
    const pdf = await receipt(one.id, 'pdf');
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const sdk = app.sdk();
    expect(await sdk.invoices.downloadCancellationReceiptXml(one.id)).toBeDefined();
  });

  it('of what was canceled elsewhere is not ours', async () => {
    const one = await app.post('/invoices', triggered('SANDBOX-CANCELED-ELSEWHERE'));
    expect(await refresh(one.id)).toMatchObject({
      status: 'canceled',
      cancellation_status: 'accepted',
      cancellation: { motive: null },
      canceled_at: expect.any(String),
    });
    expect(refusedBy(await receipt(one.id))).toEqual([409, 'invoice_cancellation_receipt_external']);
    expect(refusedBy(await cancel(one.id))).toEqual([409, 'invoice_not_cancelable']);
  });
});

/** xmlsec1 where it is installed: a verifier that is not ours. */
function isSigned(acuse: Buffer): void {
  const folder = mkdtempSync(join(tmpdir(), 'acuse-'));
  try {
    const [cer, file] = [join(folder, 'pac.der'), join(folder, 'acuse.xml')];
    writeFileSync(cer, app.sandbox.certificates.pac);
    writeFileSync(file, acuse);
    const args = ['--verify', '--pubkey-cert-der', cer, '--enabled-key-data', 'key-name,x509', file];
    execFileSync('xmlsec1', args, { stdio: 'pipe' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    console.warn('xmlsec1 is absent: the receipt’s signature is not checked with it.');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('what the tax authority had before', () => {
  it('canceled elsewhere, and asked for here: canceled', async () => {
    const one = await app.post('/invoices', triggered('SANDBOX-CANCELED-ELSEWHERE'));
    expect(await cancel(one.id)).toMatchObject({ status: 200, body: { status: 'canceled' } });
  });

  it('two requests at the same moment are one', async () => {
    const one = await create();
    const answers = await Promise.all([cancel(one.id), cancel(one.id, 'motive=03'), cancel(one.id)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409)
        expect(['invoice_cancellation_in_progress', 'invoice_not_cancelable']).toContain(body.code);
    const { rows } = await app.runtime.pool.query(
      'SELECT count(*)::int AS n FROM pac_sandbox.cancellations WHERE uuid = $1',
      [one.uuid],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe('whose certificate', () => {
  it('an organization that is somebody else by now still cancels what it issued before', async () => {
    const key = await app.newUser();
    const organization = await app.newOrganization(key);
    const call = { key: organization.key };
    const before = await app.post('/invoices', invoice(), call);
    expect(before.issuer_info.tax_id).toBe('EKU9003173C9');
    const legal = {
      ...{ name: 'Xochilt', legal_name: 'XOCHILT CASAS CHAVEZ', tax_id: 'CACX7605101P8', tax_system: '612' },
      address: { zip: '36257' },
    };
    await app.put(`/organizations/${organization.id}/legal`, legal, { key });
    const after = await app.post('/invoices', invoice(), call);
    expect(after.issuer_info.tax_id).toBe('CACX7605101P8');
    for (const { id, issuer_info } of [before, after]) {
      expect(await app.del(`/invoices/${id}?motive=02`, call)).toMatchObject({ status: 'canceled' });
      const acuse = await app.api('GET', `/invoices/${id}/cancellation_receipt/xml`, undefined, call);
      expect(parseAcuse(acuse.bytes.toString())).toMatchObject({ value: { rfcEmisor: issuer_info.tax_id } });
    }
  });
});

describe('looks at a cancellation', () => {
  it('ask again for what the tax authority does not know yet', async () => {
    const one = await app.post('/invoices', triggered('SANDBOX-CANCEL-NOT-FOUND-YET'));
    expect(await cancel(one.id)).toMatchObject({ body: { cancellation_status: 'verifying' } });
    expect(await refresh(one.id)).toMatchObject({ status: 'valid', cancellation_status: 'verifying' });
    expect(await refresh(one.id)).toMatchObject({ status: 'canceled', cancellation_status: 'accepted' });
  });

  it('by silence of the receiver it is accepted', async () => {
    const one = await app.post('/invoices', triggered('SANDBOX-CANCEL-PENDING-SILENCE'));
    expect(await cancel(one.id)).toMatchObject({ body: { status: 'valid', cancellation_status: 'pending' } });
    expect(await refresh(one.id)).toMatchObject({ status: 'canceled', cancellation_status: 'accepted' });
  });

  it('leave a bounded trail, however often somebody asks', async () => {
    const one = await app.post('/invoices', triggered('SANDBOX-CANCEL-PENDING'));
    await cancel(one.id);
    for (let n = 0; n < 40; n += 1) await refresh(one.id);
    const events = await app.runtime.store.read(`invoice-${one.id}`);
    expect(events.length).toBeLessThan(12);
    const untouched = await create();
    for (let n = 0; n < 10; n += 1) await refresh(untouched.id);
    expect(await app.runtime.store.read(`invoice-${untouched.id}`)).toHaveLength(2);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
