import { retentionComplementXml } from '#cfdi';
import { retentionExamples, type RetentionExample } from '#cfdi/testing/retention-examples';
import { retention, stored, universidad, xochilt } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** A payer withholds taxes: retentions as its accountant makes, corrects, finds, copies and cancels them. */

let app: TestApp;
let payer: TestOrganization;
beforeAll(async () => {
  app = await startApp();
  payer = await app.newOrganization(await app.newUser(), 'Pagadora');
});
afterAll(async () => {
  expect(app.bugs()).toEqual([]);
  await app.close();
});

const api = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.api(method, `/retentions${path}`, body, { key: payer.key, headers });
const make = (fields: object = {}) => app.post('/retentions', retention(fields), { key: payer.key });
const draft = (fields: object = {}) => make({ status: 'draft', ...fields });
const told = ({ status, body }: Answer) => [status, body.code, body.path ?? body.errors?.[0]?.path];
const idsOf = async (query: string): Promise<string[]> => {
  const { status, body } = await api('GET', `?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ id }: Json) => id as string);
};

describe('a retention', () => {
  it('is stamped before the answer, with what was left unsaid', async () => {
    const { status, body } = await api('POST', '', retention({ external_id: 'R-1' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...{ livemode: false, organization: payer.id, type: 'Retención', status: 'valid' },
      ...{ cve_retenc: '01', desc_retenc: null, folio_int: expect.any(String), external_id: 'R-1' },
      customer: { tax_id: xochilt.tax_id, id: expect.any(String) },
      issuer_info: { tax_id: 'EKU9003173C9' },
      periodo: { mes_ini: 1, mes_fin: 3, ejerc: 2026 },
      totales: { monto_tot_grav: 1000, monto_tot_ret: 100 },
      uuid: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
      verification_url: expect.stringContaining('https://'),
      ...{ cancellation_status: 'none', cancellation: null, cancellation_receipt: null, canceled_at: null },
      ...{ complements: [], namespaces: [], related_documents: [], addenda: null, is_ready_to_stamp: true },
    });
    expect(Date.parse(body.fecha_exp)).toBeGreaterThan(Date.now() - 60_000);
    expect((await api('GET', `/${body.id}`)).body).toEqual(stored(body));
    // Its customer was made with it, as an invoice's is.
    const customer = await app.get(`/customers/${body.customer.id}`, { key: payer.key });
    expect(customer.tax_id).toBe(xochilt.tax_id);
  });

  it('is made of what was answered, sent back as it is', async () => {
    const { body } = await api('POST', '', retention({ cve_retenc: 1, folio_int: 'B7' }));
    const { cve_retenc, periodo, totales, folio_int, related_documents, complements, namespaces } = body;
    const again = { cve_retenc, periodo, totales, folio_int, related_documents, complements, namespaces };
    const copy = await api('POST', '', { ...again, customer: body.customer.id });
    expect([copy.status, copy.body.totales]).toEqual([200, totales]);
  });

  it('is of a foreigner with the number of their country', async () => {
    const acme = { legal_name: 'Acme Inc', tax_id: '123456789', address: { country: 'USA' } };
    const complements = [
      {
        type: 'pagos_a_extranjeros',
        data: {
          EsBenefEfectDelCobro: 'NO',
          NoBeneficiario: {
            PaisDeResidParaEfecFisc: 'US',
            ConceptoPago: '3',
            DescripcionConcepto: 'Servicios',
          },
        },
      },
    ];
    const made = await api('POST', '', retention({ customer: acme, cve_retenc: '18', complements }));
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
    expect(made.body.complements[0].type).toBe('pagosaextranjeros');
    const refused = await api('POST', '', retention({ customer: acme, cve_retenc: '18' }));
    expect(told(refused)).toEqual([400, 'invalid_retention_complement', 'complements']);
  });

  it('is made once for each idempotency key', async () => {
    const body = retention({ idempotency_key: 'once' });
    const first = await api('POST', '', body);
    const second = await api('POST', '', body);
    expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'idempotency_key_in_use']);
    expect(second.body.resource_id).toBe(first.body.id);
    const headers = { 'idempotency-key': 'again' };
    const made = await api('POST', '', retention(), headers);
    const replayed = await api('POST', '', retention(), headers);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect([replayed.status, replayed.body.id]).toEqual([200, made.body.id]);
    const other = await api('POST', '', retention({ folio_int: 'X' }), headers);
    expect(told(other)).toEqual([409, 'idempotency_key_in_use', 'Idempotency-Key']);
  });
});

/** The amounts of an example in the API's words. */
const totalesOf = ({ totales }: RetentionExample) =>
  totales && {
    totales: {
      monto_tot_operacion: totales.montoTotOperacion,
      monto_tot_exent: totales.montoTotExent,
      imp_retenidos: totales.impRetenidos.map(({ baseRet, impuesto, montoRet, tipoPagoRet }) => ({
        ...{ base_ret: baseRet, impuesto, monto_ret: montoRet, tipo_pago_ret: tipoPagoRet },
      })),
    },
  };

describe('a complement', () => {
  it.each(retentionExamples)('of SAT is stamped, typed and as XML: $type', async (example) => {
    const { type, data, cveRetenc: cve_retenc, extranjero } = example;
    const acme = { legal_name: 'ACME INC', tax_id: '123456789', address: { country: 'USA' } };
    const written = retentionComplementXml(type, data, 'complements[0]');
    for (const complement of [{ type, data }, written.ok && written.value]) {
      const fields = { cve_retenc, ...totalesOf(example), complements: [complement] };
      const { status, body } = await api(
        'POST',
        '',
        retention({ ...fields, ...(extranjero && { customer: acme }) }),
      );
      expect([status, body.errors, body.status]).toEqual([200, undefined, 'valid']);
      expect(body.complements).toEqual([complement]);
    }
  });
});

describe('a draft', () => {
  it('may lack everything, says what it lacks, and is stamped once it is complete', async () => {
    const { body } = await api('POST', '', { status: 'draft' });
    expect(body).toMatchObject({ status: 'draft', customer: null, totales: null, is_ready_to_stamp: false });
    const { id } = body;
    const early = await api('POST', `/${id}/stamp`);
    expect([early.status, early.body.code]).toEqual([400, 'draft_not_ready_to_stamp']);
    expect(early.body.errors.map(({ path }: Json) => path).sort()).toEqual([
      ...['customer', 'cve_retenc', 'periodo', 'totales'],
    ]);
    const { customer, ...rest } = retention();
    await api('PUT', `/${id}`, rest);
    const edited = await api('PUT', `/${id}`, { customer, desc_retenc: 'Honorarios' });
    expect(edited.body).toMatchObject({
      ...{ is_ready_to_stamp: true, desc_retenc: 'Honorarios', warnings: [] },
      totales: { monto_tot_grav: 1000, monto_tot_ret: 100 },
    });
    const cleared = await api('PUT', `/${id}`, { desc_retenc: null });
    expect(cleared.body.desc_retenc).toBeNull();
    const stampedNow = await api('POST', `/${id}/stamp`);
    expect([stampedNow.status, stampedNow.body.status]).toEqual([200, 'valid']);
    expect(told(await api('PUT', `/${id}`, { desc_retenc: 'tarde' }))).toEqual([
      409,
      'retention_not_draft',
      undefined,
    ]);
    expect(told(await api('POST', `/${id}/stamp`))).toEqual([409, 'retention_not_draft', undefined]);
  });

  it('is changed at the version that its author has seen', async () => {
    const { id } = await draft();
    const etag = (await api('GET', `/${id}`)).headers.get('etag') ?? '';
    expect((await api('PUT', `/${id}`, { folio_int: '1' }, { 'if-match': etag })).status).toBe(200);
    const stale = await api('PUT', `/${id}`, { folio_int: '2' }, { 'if-match': etag });
    expect(told(stale).slice(0, 2)).toEqual([412, 'precondition_failed']);
    const now = (await api('GET', `/${id}`)).headers.get('etag') ?? '';
    expect((await api('GET', `/${id}`, undefined, { 'if-none-match': now })).status).toBe(304);
  });

  it('is gone when it is deleted, and keeps its customer until then', async () => {
    const customer = (await app.post('/customers', { ...universidad, email: null }, { key: payer.key })).id;
    const { id } = await draft({ customer });
    const kept = await app.api('DELETE', `/customers/${customer}`, undefined, { key: payer.key });
    expect([kept.status, kept.body.code]).toEqual([409, 'customer_has_invoices']);
    expect((await api('DELETE', `/${id}`)).body).toMatchObject({ id, status: 'draft' });
    expect(told(await api('GET', `/${id}`))).toEqual([404, 'retention_not_found', undefined]);
    const free = await app.api('DELETE', `/customers/${customer}`, undefined, { key: payer.key });
    expect(free.status).toBe(200);
  });

  it('is copied from any retention, without what was its own', async () => {
    const made = await make({ external_id: 'own', folio_int: 'C1' });
    const copy = await api('POST', `/${made.id}/copy`);
    expect(copy.body).toMatchObject({
      ...{ status: 'draft', uuid: null, stamp: null, external_id: null, idempotency_key: null },
      ...{ cve_retenc: made.cve_retenc, totales: made.totales },
    });
  });
});

describe('a cancellation', () => {
  it('is done at once, for reason 02 if none is given', async () => {
    const { id } = await make();
    const { status, body } = await api('DELETE', `/${id}`);
    expect([status, body.status, body.cancellation_status]).toEqual([200, 'canceled', 'accepted']);
    expect(body.cancellation).toMatchObject({ motive: '02', substitutionUUID: null });
    expect(body.cancellation_receipt).toBe(`/v2/retentions/${id}/cancellation_receipt/xml`);
    expect(told(await api('DELETE', `/${id}`))).toEqual([409, 'retention_not_cancelable', undefined]);
    expect((await api('PUT', `/${id}/status`)).body.status).toBe('canceled');
  });

  it('names the retention in its place, by its id or its UUID, which says itself that it is', async () => {
    for (const name of ['id', 'uuid'] as const) {
      const { id, uuid } = await make();
      const other = await make({ related_documents: [{ relationship: '04', documents: [uuid] }] });
      const { body } = await api('DELETE', `/${id}?motive=01&substitution=${other[name]}`);
      expect(body).toMatchObject({
        status: 'canceled',
        cancellation: { motive: '01', substitutionUUID: other.uuid },
      });
    }
    const unrelated = (await make()).id;
    const refused = await api('DELETE', `/${(await make()).id}?motive=01&substitution=${unrelated}`);
    expect([refused.status, refused.body.code, refused.body.errors[0]]).toMatchObject([
      ...[409, 'retention_not_cancelable', { code: '212', source: 'sat' }],
    ]);
  });

  it('is of one of two that say the same, each a document of its own', async () => {
    const [one, two] = [await make({ external_id: 'same' }), await make({ external_id: 'same' })];
    expect(one.uuid).not.toBe(two.uuid);
    await api('DELETE', `/${one.id}`);
    expect((await api('GET', `/${two.id}`)).body.status).toBe('valid');
  });

  it('says what is wrong with the reason, and cancels nothing', async () => {
    const { id } = await make();
    const { id: unstamped } = await draft();
    const at = 'substitution';
    for (const [query, expected] of [
      ['motive=01', [400, 'invalid_request', at]],
      [`motive=02&substitution=${id}`, [400, 'invalid_request', at]],
      [`motive=01&substitution=${id}`, [400, 'invalid_request', at]],
      [`motive=01&substitution=${unstamped}`, [400, 'invalid_request', at]],
      [`motive=01&substitution=${'0'.repeat(24)}`, [400, 'invalid_request', at]],
      ['motive=01&substitution=algo', [400, 'invalid_request', at]],
      ['motive=05', [400, 'invalid_request', 'motive']],
    ] as const)
      expect([query, told(await api('DELETE', `/${id}?${query}`))]).toEqual([query, expected]);
    // 02 would take the place of a reason that nobody reads.
    expect(told(await api('DELETE', `/${id}`, { motive: '03' }))).toEqual([400, 'invalid_request', 'motive']);
    expect((await api('GET', `/${id}`)).body.status).toBe('valid');
  });
});

describe('a list', () => {
  it('finds retentions by customer, state, key, ids and date', async () => {
    const own = await app.newOrganization(await app.newUser(), 'Lista');
    payer = own;
    const first = await make({ external_id: 'L-1', folio_int: 'F1' });
    const second = await draft({ customer: universidad, cve_retenc: '05' });
    const third = await make();
    await api('DELETE', `/${third.id}`);
    const ids = [first.id, second.id, third.id];
    expect((await idsOf('')).sort()).toEqual([...ids].sort());
    for (const [query, expected] of [
      ['status=draft', [second.id]],
      ['status=valid&status=canceled', [third.id, first.id]],
      ['status[]=draft&status[]=failed', [second.id]],
      ['cve_retenc=5', [second.id]],
      ['q=robótica', [second.id]],
      ['q=cacx76', [third.id, first.id]],
      ['external_id=L-1', [first.id]],
      ['folio_int=F1', [first.id]],
      [`uuid=${first.uuid}`, [first.id]],
      [`customer=${second.customer.id}`, [second.id]],
      ['date[gte]=2000-01-01&status=draft', [second.id]],
      ['date[lt]=2000-01-01', []],
      [`pagination=cursor&limit=1&status=draft`, [second.id]],
    ] as const)
      expect([query, await idsOf(query)]).toEqual([query, expected]);
    const page = (await api('GET', '?limit=2')).body;
    expect(page).toMatchObject({ page: 1, total_pages: 2, total_results: 3 });
    const { body } = await api('GET', '?pagination=cursor&limit=2');
    expect(await idsOf(`pagination=cursor&limit=2&after=${body.next_cursor}`)).toHaveLength(1);
    expect(told(await api('GET', '?limit=101'))).toEqual([400, 'invalid_request', 'limit']);
  });
});

describe('what is wrong', () => {
  it.each([
    [{ cve_retenc: '99' }, 'invalid_request', 'cve_retenc'],
    [{ cve_retenc: '25' }, 'invalid_request', 'desc_retenc'],
    [{ customer: undefined }, 'invalid_request', 'customer'],
    [{ customer: 'f'.repeat(24) }, 'customer_not_found', 'customer'],
    [{ periodo: { mes_ini: 4, mes_fin: 3, ejerc: 2026 } }, 'invalid_request', 'periodo.mes_fin'],
    [{ complements: ['<roto>'] }, 'invalid_retention_complement', 'complements.0.data'],
    [
      { complements: [{ type: 'dividendo', data: {} }] },
      'invalid_retention_complement',
      'complements.0.type',
    ],
    [{ complements: [{ type: 'dividendos' }] }, 'invalid_retention_complement', 'complements.0.data'],
    [{ complements: [7] }, 'invalid_retention_complement', 'complements.0'],
    [{ complements: [7], importe: 1 }, 'invalid_request', 'complements.0'],
    [{ importe: 1 }, 'invalid_request', 'importe'],
  ])('is named in both languages: %j', async (fields, code, path) => {
    const messages: string[] = [];
    for (const language of ['es', 'en'] as const) {
      const answer = await app.api('POST', '/retentions', retention(fields), { key: payer.key, language });
      expect(told(answer)).toEqual([400, code, path]);
      messages.push(answer.body.errors[0]?.message ?? answer.body.message);
    }
    expect(messages[0]).not.toBe(messages[1]);
  });

  it('is told all at once', async () => {
    const totales = { ...retention().totales, monto_tot_exent: '1,000' };
    const { body } = await api(
      'POST',
      '',
      retention({ totales, customer: undefined, folio_int: 'ñ'.repeat(21) }),
    );
    const paths = body.errors.map(({ path }: Json) => path);
    expect(paths).toEqual(expect.arrayContaining(['customer', 'folio_int', 'totales.monto_tot_exent']));
  });

  it('is a key of nobody, of a person without an organization, or of another organization', async () => {
    const { id } = await make();
    const other = await app.newOrganization(await app.newUser());
    expect((await app.api('GET', `/retentions/${id}`, undefined, { key: null })).status).toBe(401);
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/stamp'],
      ['POST', '/copy'],
      ['PUT', '/status'],
    ] as const) {
      const answer = await app.api(
        method,
        `/retentions/${id}${rest}`,
        method === 'PUT' && rest === '' ? {} : undefined,
        {
          key: other.key,
        },
      );
      expect([method, rest, ...told(answer)]).toEqual([method, rest, 404, 'retention_not_found', undefined]);
    }
  });
});
