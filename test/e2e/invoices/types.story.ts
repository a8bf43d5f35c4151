import { startApp, type Json, type TestApp } from '../../support/app.js';
import { line } from '../../support/bodies.js';
import { canVerify, rootAttribute, verifyDocuments } from '../../support/sat.js';
import { typedInvoices as invoices } from './documents/types.js';
import { rightWaybills } from './rules/carta-porte.js';
import { ruleRows } from './rules/table.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Invoices of every type and with every complement, from the request to the stamped XML. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const documents: Record<string, string> = {};

describe('an invoice of any type', () => {
  it.each(Object.keys(invoices))('%s is stamped, and answered as it was sent', async (name) => {
    const { body, root } = invoices[name] as (typeof invoices)[string];
    const answer = await app.api('POST', '/invoices', body);
    expect(answer.body).toMatchObject({ status: 'valid', type: body.type ?? 'I' });
    if (body.complements)
      expect(answer.body.complements.map(({ type }: Json) => type)).toEqual(
        body.complements.map(({ type }: Json) => type),
      );
    const moved = body.complements?.some(({ type }: Json) => type === 'carta_porte') ?? false;
    expect(answer.body.verification_carta_porte !== null).toBe(moved);
    const { body: xml } = await app.api('GET', `/invoices/${answer.body.id}/xml`);
    for (const [attribute, value] of Object.entries(root)) expect(rootAttribute(xml, attribute)).toBe(value);
    documents[name] = xml;
  });

  it.each(Object.keys(invoices))(
    '%s is tried before: nothing is wrong, and it can be printed',
    async (name) => {
      const { body } = invoices[name] as (typeof invoices)[string];
      const tried = await app.post('/invoices/preview', body);
      expect([tried.problems, tried.is_ready_to_stamp]).toEqual([[], true]);
      const total = rootAttribute(documents[name] ?? '', 'Total');
      expect(tried.total).toBe(Number(total));
      const { status, bytes } = await app.api('POST', '/invoices/preview/pdf', body);
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    },
  );

  it('is copied into a draft that can be stamped again, and edited into another type', async () => {
    const { body } = invoices['a payroll'] as (typeof invoices)[string];
    const payslip = await app.post('/invoices', body);
    const copy = await app.post(`/invoices/${payslip.id}/copy`);
    expect(copy).toMatchObject({ status: 'draft', type: 'N', is_ready_to_stamp: true });
    expect(await app.post(`/invoices/${copy.id}/stamp`)).toMatchObject({ status: 'valid', total: 3003.27 });
    const draft = await app.post('/invoices', { ...body, status: 'draft' });
    const edited = await app.put(`/invoices/${draft.id}`, {
      type: 'I',
      complements: [],
      items: [line()],
      payment_form: '03',
      use: 'CN01',
    });
    expect(edited).toMatchObject({ type: 'I', payment_method: 'PUE', total: 345.6 });
  });

  it('says nothing else than its document does', async () => {
    const { body } = invoices['a payroll'] as (typeof invoices)[string];
    const fixed = { use: 'CN01', payment_method: 'PUE', currency: 'MXN' };
    expect(await app.post('/invoices', { ...body, ...fixed })).toMatchObject({ status: 'valid', ...fixed });
    const others = await app.api('POST', '/invoices', {
      ...{ ...body, use: 'G03', payment_method: 'PPD', currency: 'USD' },
    });
    expect(others.status).toBe(400);
    expect(others.body.errors.map(({ path, code }: Json) => `${path} ${code}`)).toEqual([
      'use invalid_value',
      'payment_method invalid_value',
      'currency invalid_value',
    ]);
  });

  (canVerify ? it : it.skip)('passes the tax authority’s schemas, its sello and its stamp', async () => {
    expect(await verifyDocuments(documents, app.sandbox.certificates.pac)).toEqual({});
  });

  it('leaves nothing that looks like a bug', () => expect(app.bugs()).toEqual([]));
});

describe('a rule of the matrices', () => {
  const problemsOf = async (body: Json): Promise<string[]> =>
    (await app.post('/invoices/preview', body)).problems.map(
      ({ rule, path }: Json) => `${rule} ${String(path).replaceAll(/\[(\d+)\]/g, '.$1')}`,
    );

  it.each(ruleRows.map(({ rule, what, ...row }) => [`${rule}: ${what}`, rule, row] as const))(
    '%s',
    async (_title, rule, { broken, path, kept }) => {
      expect(await problemsOf(broken)).toEqual([`${rule} ${path}`]);
      expect(await problemsOf(kept)).toEqual([]);
    },
  );

  it.each(Object.keys(rightWaybills))('refuses nothing of %s', async (name) => {
    expect(await problemsOf(rightWaybills[name])).toEqual([]);
  });
});
