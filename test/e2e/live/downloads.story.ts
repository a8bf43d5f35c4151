import { until } from '#bus/testing/until';
import type { Json } from '../../support/app.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { startSat, startSw } from '../../doubles/index.js';
import type { SatDouble, SwDouble } from '../../doubles/index.js';
import { upload } from '../organizations/certificate-files.js';
import { universidad } from '../../support/bodies.js';
import { issuerIn, openStage, type Stage } from './stage.js';

/** An organization downloads from the SAT what it issued, by whichever PAC, and learns on what the two differ. */

let sat: SatDouble;
let sw: SwDouble;
let stage: Stage;
/** When the story began: it goes on in the same days where midnight passes meanwhile. */
const BEGAN = Date.now();
/** Days of the SAT's own clock, from the day before yesterday to today. */
const day = (back: number): string =>
  new Date(BEGAN - 6 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);
const METADATA = { kind: 'issued', format: 'metadata', from: day(1), to: day(0) };

beforeAll(async () => {
  sat = await startSat();
  sw = await startSw({ sat });
  stage = await openStage(sat, {
    ...{ TIMBRA_PACS: 'sw', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    ...{ TIMBRA_SW_TOKEN: 'infinite.token.sw', TIMBRA_SAT_DOWNLOAD_URL: sat.url },
    TIMBRA_SAT_DOWNLOAD_PAUSE_MS: '20',
  });
});
afterAll(async () => {
  await stage.close();
  await Promise.all([sw.close(), sat.close()]);
});

const begin = (body: object, headers = {}) =>
  stage.app.api('POST', '/downloads', body, { key: stage.live, headers });
const ended = async (id: string): Promise<Json> => {
  let found: Json = {};
  await until(async () => (found = await stage.get(`/downloads/${id}`)).status !== 'processing');
  return found;
};
/** Requests that the SAT has had, by what they asked for. */
const asked = (): number => sat.ledger.calls.filter(({ operation }) => operation === 'download').length;

describe('a download', () => {
  it('needs the FIEL of the organization', async () => {
    const { status, body } = await begin(METADATA);
    expect([status, body.code]).toEqual([400, 'fiel_required']);
    expect(body.message).toMatch(/PUT \/organizations\/[0-9a-f]{24}\/fiel/);
    expect(asked()).toBe(0);
    const fiel = sat.world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', fiel: true });
    expect((await upload(stage.app, 'me', fiel, { key: stage.live, setting: 'fiel' })).status).toBe(200);
  });

  it.each([
    ['of a day that is none', { from: '2026-02-30' }, 'from'],
    ['of a day to come', { to: day(-2) }, 'to'],
    ['from more than six years ago', { from: '2019-01-01' }, 'from'],
    ['backwards', { from: day(0), to: day(1) }, 'to'],
    ['of more than a year', { from: day(400) }, 'to'],
    ['of what there is not', { kind: 'lost' }, 'kind'],
  ])('%s is refused', async (_, wrong, path) => {
    const { status, body } = await begin({ ...METADATA, ...wrong });
    expect([status, body.code, body.path]).toEqual([400, 'invalid_request', path]);
  });
});

/** A document that was stamped elsewhere. */
const FOREIGN = '5EB4D2C5-0000-4000-8000-000000000001';

describe('metadata', () => {
  let id: string;

  // It is known by its metadata alone: its XML is the other one's.
  afterAll(() => void sat.books.documents.delete(FOREIGN));

  it('says what the SAT has and this service has not, the reverse, and where their status differs', async () => {
    // What has only just been issued is not asked for.
    const date = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const made = await Promise.all([1, 2, 3].map(() => stage.create({ date })));
    const [gone, canceled, same] = await Promise.all(made.map(({ body }) => stage.valid(body.id)));
    // Somebody else's: stamped elsewhere, and canceled at the SAT's portal.
    const documents = sat.books.documents;
    const like = documents.get(same?.uuid);
    if (!like) throw new Error('the SAT does not have it');
    documents.set(FOREIGN, { ...like, stamp: { ...like.stamp, uuid: FOREIGN } });
    documents.delete(gone?.uuid);
    Object.assign(documents.get(canceled?.uuid) ?? {}, { state: 'sin_aceptacion', cancelledAt: new Date() });
    const begun = await begin(METADATA);
    expect([begun.status, begun.body.status, begun.body.days_total]).toEqual([202, 'processing', 2]);
    ({ id } = begun.body);
    const found = await ended(id);
    expect(found).toMatchObject({
      ...{ status: 'finished', days_finished: 2, documents: 3, imported: 0, origin: 'request' },
      differences: { missing_here: 1, missing_at_sat: 1, status: 1 },
    });
    const { data, ...page } = await stage.get(`/downloads/${id}/differences`);
    expect(page).toMatchObject({ page: 1, total_pages: 1, total_results: 3, totals_are_capped: false });
    const of = (type: string): Json => data.find((one: Json) => one.type === type);
    expect(of('missing_here')).toMatchObject({
      ...{
        uuid: FOREIGN,
        sat_status: 'valid',
        status: null,
        invoice_id: null,
        issuer_tax_id: 'EKU9003173C9',
      },
      pac_tax_id: 'LSO1306189R5',
    });
    expect(of('missing_at_sat')).toMatchObject({ uuid: gone?.uuid, invoice_id: gone?.id, sat_status: null });
    expect(of('status')).toMatchObject({
      ...{ uuid: canceled?.uuid, invoice_id: canceled?.id, sat_status: 'canceled', status: 'valid' },
    });
    // What became of it is asked at once.
    await until(async () => (await stage.get(`/invoices/${canceled?.id}`)).status === 'canceled');
  });

  it('can be looked at by type and page, and is in the list', async () => {
    const { data, total_pages } = await stage.get(`/downloads/${id}/differences?type=status&limit=1`);
    expect([data.length, total_pages]).toEqual([1, 1]);
    const second = await stage.get(`/downloads/${id}/differences?page=2&limit=2`);
    expect([second.data.length, second.total_pages]).toEqual([1, 2]);
    const listed = await stage.get('/downloads');
    expect(listed).toMatchObject({ page: 1, total_results: 1, data: [{ id, status: 'finished' }] });
    expect(listed.data[0].days).toBeUndefined();
  });

  it('is asked for again in other words, since the SAT takes none twice', async () => {
    const again = await ended((await begin(METADATA)).body.id);
    expect(again).toMatchObject({ status: 'finished', days_failed: 0, differences: { missing_here: 1 } });
  });

  it('under one key of idempotency is one download', async () => {
    const headers = { 'idempotency-key': 'noviembre' };
    const [first, second] = [await begin(METADATA, headers), await begin(METADATA, headers)];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.id).toBe(first.body.id);
    expect([first, second].map((one) => one.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    const other = await begin({ ...METADATA, kind: 'received' }, headers);
    expect(other).toMatchObject({
      ...{ status: 409, body: { code: 'idempotency_key_in_use', resource_id: first.body.id } },
    });
    await ended(first.body.id);
  });

  it('goes on after what the SAT refuses for a while, and tells why', async () => {
    sat.faults.next('named', { name: '5006', operation: 'download', times: 2 });
    const { body } = await begin({ ...METADATA, from: day(0) });
    expect(await ended(body.id)).toMatchObject({ status: 'finished', days_failed: 0 });
  });

  it('fails at once where the SAT takes the FIEL no more', async () => {
    sat.faults.next('named', { name: '304', operation: 'download', times: 1 });
    const { body } = await begin({ ...METADATA, from: day(0) });
    expect(await ended(body.id)).toMatchObject({
      status: 'failed',
      error: { code: '304', source: 'sat', message: expect.stringMatching(/FIEL/) },
    });
  });

  it('that is stopped asks no more', async () => {
    const { body } = await begin({ ...METADATA, from: day(30) });
    const stopped = await stage.app.api('DELETE', `/downloads/${body.id}`, undefined, { key: stage.live });
    expect([stopped.status, stopped.body.status]).toEqual([200, 'stopped']);
    const before = asked();
    await new Promise((done) => setTimeout(done, 300));
    expect(asked() - before).toBeLessThanOrEqual(5);
    expect((await stage.get(`/downloads/${body.id}`)).status).toBe('stopped');
  });
});

describe('the list of downloads', () => {
  it('goes forth and back in both paginations, newest first', async () => {
    const idsOf = ({ data }: Json): string[] => data.map((one: Json) => one.id);
    const all = await stage.get('/downloads?limit=100');
    const ids = idsOf(all);
    expect(ids.length).toBeGreaterThan(3);
    expect(all).toMatchObject({ page: 1, total_pages: 1, total_results: ids.length });
    expect(idsOf(await stage.get('/downloads?limit=2&page=2'))).toEqual(ids.slice(2, 4));
    const walked: string[] = [];
    let after = '';
    for (let pages = 0; pages < ids.length; pages += 1) {
      const part = await stage.get(`/downloads?pagination=cursor&limit=2${after}`);
      walked.push(...idsOf(part));
      if (part.next_cursor === null) break;
      after = `&after=${part.next_cursor}`;
      // The way back is the one that was come.
      const next = await stage.get(`/downloads?limit=2${after}`);
      const back = await stage.get(`/downloads?limit=2&before=${next.previous_cursor}`);
      expect(idsOf(back)).toEqual(idsOf(part));
    }
    expect(walked).toEqual(ids);
  });
});

describe('XML', () => {
  const XML = { kind: 'received', format: 'xml', from: day(1), to: day(0) };

  it('of what another organization invoiced is imported, once', async () => {
    const { tax_id: rfc, legal_name: name } = universidad;
    const receiver = await issuerIn(stage.app, sat, { rfc, name, zip: universidad.address.zip });
    const fiel = sat.world.issue({ rfc, name, fiel: true });
    await upload(stage.app, 'me', fiel, { key: receiver, setting: 'fiel' });
    const date = new Date(Date.now() - 2 * 3_600_000).toISOString();
    const made = await Promise.all([1, 2].map(() => stage.create({ date, customer: universidad })));
    const [first, canceled] = await Promise.all(made.map(({ body }) => stage.valid(body.id)));
    Object.assign(sat.books.documents.get(canceled?.uuid) ?? {}, { state: 'sin_aceptacion' });
    const ask = async (body: object): Promise<Json> => {
      const begun = await stage.app.api('POST', '/downloads', body, { key: receiver });
      let found: Json = {};
      await until(async () => {
        found = await stage.app.get(`/downloads/${begun.body.id}`, { key: receiver });
        return found.status !== 'processing';
      });
      return found;
    };
    const before = [...sat.books.documents.values()].filter(
      ({ stamp, state }) => stamp.receptor === rfc && state === 'vigente',
    );
    const done = await ask(XML);
    expect(done).toMatchObject({ status: 'finished', days_failed: 0, errors: [] });
    expect(done).toMatchObject({
      imported: before.length,
      documents: before.length,
      duplicates: 0,
      refused: 0,
    });
    // The download counts what was imported, which the list may show a moment later.
    const imported = async (): Promise<Json[]> =>
      (await stage.app.get('/invoices?issuer_type=receiving', { key: receiver })).data;
    await until(async () => (await imported()).length >= before.length);
    const data = await imported();
    expect(data).toHaveLength(before.length);
    const supplied = data.find(({ uuid }: Json) => uuid === first?.uuid);
    expect(supplied).toMatchObject({
      supplier: { tax_id: 'EKU9003173C9' },
      imported: { source: 'download' },
    });
    // The very same again: in other words, and nothing twice.
    expect(await ask(XML)).toMatchObject({ imported: 0, duplicates: before.length });
    expect(await imported()).toHaveLength(before.length);
    // What was canceled is in the metadata alone.
    const compared = await ask({ ...XML, format: 'metadata' });
    expect(compared.differences).toEqual({ missing_here: expect.any(Number), missing_at_sat: 0, status: 0 });
    expect(compared.differences.missing_here).toBeGreaterThan(0);
  });

  it('of what the organization issued itself is here already', async () => {
    const done = await ended((await begin({ ...XML, kind: 'issued' })).body.id);
    expect(done).toMatchObject({ status: 'finished', imported: 0, refused: 0 });
    expect(done.duplicates).toBeGreaterThan(0);
  });
});

describe('what goes wrong on the way', () => {
  const TODAY = { ...METADATA, from: day(0) };
  const operation = 'download';

  it.each([
    [
      'a token that is good no more, pages in place of answers, cut connections',
      [
        { kind: 'expired_token', operation },
        { kind: 'html', operation },
        { kind: 'reset', operation, when: 'after' },
        { kind: 'truncated', operation },
      ],
    ],
    [
      'errors, the SAT’s own 404, words that it has answered twice, too many documents',
      [
        { kind: 'status', operation },
        ...['404', '5002', '5003'].map((name) => ({ kind: 'named', name, operation }) as const),
      ],
    ],
  ] as const)('%s: the download goes on, and says the same', async (_, faults) => {
    for (const fault of faults) sat.faults.next(fault);
    // Of a day that is over: the later half of today, to which "too many" leads, waits until it is there.
    const { body } = await begin({ ...METADATA, to: day(1) });
    const found = await ended(body.id);
    expect(found).toMatchObject({ status: 'finished', days_finished: 1, days_failed: 0 });
    expect(found.differences.missing_at_sat).toBeLessThanOrEqual(1);
  });

  it('that is nothing (5004) is a day without documents', async () => {
    sat.faults.next('named', { name: '5004', operation });
    const found = await ended((await begin({ ...TODAY, kind: 'received' })).body.id);
    expect(found).toMatchObject({ status: 'finished', documents: 0, days_failed: 0 });
  });

  it('with requests that lead nowhere is given up after three, and says so', async () => {
    sat.download.settings.ends = { state: 4, code: '404' };
    const found = await ended((await begin(TODAY)).body.id);
    delete sat.download.settings.ends;
    expect(found).toMatchObject({ status: 'finished', days_failed: 1 });
    expect(found.days[0]).toMatchObject({ status: 'failed', error: { code: '404' } });
  });

  it('is that the FIEL was removed: the download fails, says why, and another one does not begin', async () => {
    const { body } = await begin({ ...METADATA, from: day(300) });
    const removed = await stage.app.api('DELETE', '/organizations/me/fiel', undefined, { key: stage.live });
    expect(removed.status).toBeLessThan(300);
    expect(await ended(body.id)).toMatchObject({ status: 'failed', error: { code: 'fiel_missing' } });
    expect((await begin(TODAY)).body.code).toBe('fiel_required');
  });

  it('is that it was replaced: what was asked for by the old one goes on with the new one', async () => {
    const renew = async () => {
      const fiel = sat.world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', fiel: true });
      return upload(stage.app, 'me', fiel, { key: stage.live, setting: 'fiel' });
    };
    expect((await renew()).status).toBe(200);
    sat.download.settings.looks = 4;
    const { body } = await begin(TODAY);
    expect((await renew()).status).toBe(200);
    expect(await ended(body.id)).toMatchObject({ status: 'finished', days_failed: 0 });
    sat.download.settings.looks = 2;
  });

  it('is too many at once: of forty requests that come together twenty begin, and the others have to wait', async () => {
    sat.download.settings.looks = 1_000;
    const answers = await Promise.all(Array.from({ length: 40 }, () => begin(TODAY)));
    const begun = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(
      ({ status, body }) => status === 429 && body.code === 'rate_limit_exceeded',
    );
    expect([begun.length, refused.length]).toEqual([20, 20]);
    const more = await begin(TODAY);
    expect([more.status, more.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0);
    await Promise.all(
      begun.map(({ body }) =>
        stage.app.api('DELETE', `/downloads/${body.id}`, undefined, { key: stage.live }),
      ),
    );
    sat.download.settings.looks = 2;
    expect((await ended((await begin(TODAY)).body.id)).status).toBe('finished');
  });
});
