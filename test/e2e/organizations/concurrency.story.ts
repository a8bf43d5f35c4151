import { startApp, type Answer, type TestApp } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import { afterAll, beforeAll, expect, it } from '../../support/story.js';

/** A hundred who change one organization at once: limits hold exactly, and what is answered is what is so. */

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const atOnce = <T>(times: number, what: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => what(n)));
/** How many answers of each kind: `200`, `409 series_already_exists`. */
const tally = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = status < 300 ? String(status) : `${status} ${body.code}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};
const statusOf = async (key: string): Promise<number> =>
  (await app.api('GET', '/organizations/me', undefined, { key })).status;

async function newIssuer() {
  const key = await app.newUser();
  const { id, key: testKey } = await app.newOrganization(key, 'Concurrida');
  const call = (method: string, path: string, body?: unknown) =>
    app.api(method, `/organizations/${id}${path}`, body, { key });
  const get = (path: string) => app.get(`/organizations/${id}${path}`, { key });
  return { key, id, testKey, call, get };
}

it('100 renewals of the Test key leave one key that works: the one that is shown', async () => {
  const { testKey, call, get } = await newIssuer();
  const answers = await atOnce(100, () => call('PUT', '/apikeys/test'));
  const counts = tally(answers);
  // A few an hour are enough for anybody.
  expect(Object.keys(counts).filter((kind) => !/^(200|429 rate_limit_exceeded)$/.test(kind))).toEqual([]);
  expect(counts['200']).toBeGreaterThan(0);
  for (const { status, headers } of answers)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body as string);
  expect(new Set(made).size).toBe(made.length);
  const current: string = await get('/apikeys/test');
  expect(made).toContain(current);
  const works = await Promise.all([testKey, ...made].map(async (key) => [key, await statusOf(key)] as const));
  expect(works.filter(([, status]) => status === 200).map(([key]) => key)).toEqual([current]);
  expect(new Set(works.map(([, status]) => status))).toEqual(new Set([200, 401]));
});

it('100 Live keys asked for at once: five are made, and those five are listed and work', async () => {
  const { call, get } = await newIssuer();
  const answers = await atOnce(100, () => call('PUT', '/apikeys/live'));
  expect(tally(answers)).toEqual({ 200: 5, '429 rate_limit_exceeded': 95 });
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body as string);
  expect(new Set(made).size).toBe(5);
  const listed: { readonly id: string; readonly first_12: string }[] = await get('/apikeys/live');
  expect(listed.map(({ first_12 }) => first_12).toSorted()).toEqual(
    made.map((key) => key.slice(0, 12)).toSorted(),
  );
  expect(await Promise.all(made.map(statusOf))).toEqual([200, 200, 200, 200, 200]);
  // Deleted ones count: the limit is on what is made.
  const removed = await Promise.all(listed.map(({ id }) => call('DELETE', `/apikeys/live/${id}`)));
  expect(tally(removed)).toEqual({ 200: 5 });
  expect(await get('/apikeys/live')).toEqual([]);
  expect(await Promise.all(made.map(statusOf))).toEqual([401, 401, 401, 401, 401]);
  expect(tally([await call('PUT', '/apikeys/live')])).toEqual({ '429 rate_limit_exceeded': 1 });
});

it('100 who add the same series: one does, and its counter is the one that was asked for', async () => {
  const { call, get } = await newIssuer();
  const answers = await atOnce(100, (n) =>
    call('POST', '/series-group', { series: 'AA', next_folio: n + 1, next_folio_test: 1_000 + n }),
  );
  expect(tally(answers)).toEqual({ 200: 1, '409 series_already_exists': 99 });
  const [made] = answers.filter(({ status }) => status === 200);
  expect(await get('/series-group')).toEqual([made?.body]);
});

it('100 series at once are 100 series', async () => {
  const { call, get } = await newIssuer();
  const answers = await atOnce(100, (n) =>
    call('POST', '/series-group', { series: `S${n}`, next_folio: 1, next_folio_test: n + 1 }),
  );
  expect(tally(answers)).toEqual({ 200: 100 });
  const listed: { readonly series: string; readonly next_folio_test: number }[] = await get('/series-group');
  expect(new Map(listed.map(({ series, next_folio_test }) => [series, next_folio_test]))).toEqual(
    new Map(Array.from({ length: 100 }, (_, n) => [`S${n}`, n + 1])),
  );
});

it('100 edits of a series: the folio that is shown at the end is the one that the next invoice gets', async () => {
  const { call, get, key, id, testKey } = await newIssuer();
  await call('POST', '/series-group', { series: 'ED', next_folio: 1, next_folio_test: 1 });
  await app.put(
    `/organizations/${id}/legal`,
    {
      ...{ name: 'C', legal_name: 'ESCUELA KEMPER URGATE', tax_id: 'EKU9003173C9', tax_system: '601' },
      address: { zip: '42501' },
    },
    { key },
  );
  const edits = await atOnce(100, (n) => call('PUT', '/series-group/ED', { next_folio_test: 1_000 + n }));
  expect(tally(edits)).toEqual({ 200: 100 });
  const [{ next_folio_test }]: [{ readonly next_folio_test: number }] = await get('/series-group');
  expect(edits.map(({ body }) => body.next_folio_test as number)).toContain(next_folio_test);
  const { folio_number } = await app.post('/invoices', invoice({ series: 'ED' }), { key: testKey });
  expect(folio_number).toBe(next_folio_test);
});

it('a hundred changes of all kinds: each is answered, and every reader sees the same at the end', async () => {
  const { id, call, get, key } = await newIssuer();
  const kinds: readonly ((n: number) => Promise<Answer>)[] = [
    (n) => call('PUT', '/customization', { color: `0000${String(n).padStart(2, '0')}` }),
    (n) => call('PUT', '/receipts', { periodicity: 'week', duration_days: (n % 20) + 1 }),
    (n) => call('POST', '/series-group', { series: `M${n}`, next_folio: 1, next_folio_test: 1 }),
    () => call('PUT', '/apikeys/test'),
    () => call('PUT', '/apikeys/live'),
  ];
  const answers = await atOnce(100, (n) => (kinds[n % kinds.length] as (typeof kinds)[number])(n));
  const { 200: done = 0, '429 rate_limit_exceeded': limited = 0 } = tally(answers);
  expect(done + limited).toBe(100);
  expect(await get('/series-group')).toHaveLength(20);
  expect(await get('/apikeys/live')).toHaveLength(5);
  const shown = await get('');
  const colours = answers.map(({ body }) => body.customization?.color as string | undefined);
  expect(colours).toContain(shown.customization.color);
  const mine = await app.get('/organizations/me', { key: await get('/apikeys/test') });
  expect(mine).toEqual(shown);
  expect((await app.get('/organizations', { key })).data).toEqual([shown]);
  expect(shown.id).toBe(id);
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
