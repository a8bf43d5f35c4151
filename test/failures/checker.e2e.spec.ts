import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publicEventsOf, toKafka } from '#contracts';
import { MASTER_KEY, startApp, type TestApp } from '../support/app.js';
import { inParts, payment } from '../support/bodies.js';
import type { Books } from './books.js';
import { check, projectionComplaints, rebuildComplaints } from './checker.js';
import { cents, judge } from './judge.js';
import { Load, type Promised } from './load.js';
import { judgePublications, type Publication } from './publications.js';
import { first, tamperings } from './tamperings.js';

/** The checker of the failure matrix, on a service to which nothing has happened; and that it sees what it is for. */

let app: TestApp;
let load: Load;
let books: Books;
let promised: readonly Promised[];

beforeAll(async () => {
  app = await startApp();
  load = new Load({
    ...{ gateways: () => [app.baseUrl], key: app.demo.test_key },
    ...{ seed: 7, clients: 4, cancels: 0.2, mails: 0.2 },
    ...{ triggers: ['SANDBOX-DUPLICATE', 'SANDBOX-TIMEOUT-AFTER'], triggered: 0.02 },
  });
  await load.more(25);
  await load.stop();
  promised = load.promised;
  await payInParts();
});
afterAll(() => app.close());

/** An invoice that three payments pay, one of which is canceled; and what is refused. */
async function payInParts(): Promise<void> {
  const { id } = (await load.client.send('POST /invoices', inParts())).body as { readonly id: string };
  const pay = (amount: number) =>
    load.client.send(
      'POST /invoices',
      payment([{ payment_form: '03', related_documents: [{ invoice: id, amount }] }]),
    );
  const [first] = [await pay(100), await pay(200), await pay(300)];
  await load.client.send(`DELETE /invoices/${first?.body.id}?motive=02`);
  expect((await pay(1_000)).status).toBe(400);
}

const databaseUrl = (): string => {
  const { options } = app.runtime.pool;
  if (options.connectionString === undefined) throw new Error('no database');
  return options.connectionString;
};

describe('where nothing happened', () => {
  it('has nothing to complain about', async () => {
    const verdict = await check({
      ...{ databaseUrl: databaseUrl(), masterKey: MASTER_KEY, promised },
      eventStore: app.runtime.config.eventStore,
      client: load.client,
      refusals: load.client.journal.refusals,
    });
    expect(verdict.complaints).toEqual([]);
    books = verdict.books;
    expect(load.refused).toEqual([]);
    // There is something of everything that it looks at.
    expect(books.invoices.filter(({ status }) => status === 'canceled').length).toBeGreaterThan(0);
    expect(books.copies.length).toBeGreaterThan(0);
    expect(promised.some(({ mails }) => mails.promised > 0)).toBe(true);
    expect(load.client.journal.refusals.length).toBeGreaterThan(0);
  });
});

describe('complains about public events', () => {
  const source = 'here';
  const all = (): Publication[] =>
    books.events
      .flatMap((event) => publicEventsOf(event, source))
      .map((event) => ({
        id: event.attributes.id,
        subject: event.attributes.subject,
        value: toKafka(event).value.toString(),
      }));
  const complaints = (tamper: (published: Publication[]) => Publication[]): string =>
    judgePublications(books.events, tamper(all()), source).join('\n');

  it('not where each is there, or twice', () => {
    expect([
      complaints((published) => published),
      complaints((published) => [...published, ...published]),
    ]).toEqual([...['', '']]);
  });
  it('that are missing, changed, made up, or in another order', () => {
    expect(complaints((published) => published.slice(1))).toMatch(/was not published/);
    expect(complaints(([one, ...others]) => [{ ...(one as Publication), value: '{}' }, ...others])).toMatch(
      /with other data/,
    );
    expect(complaints((published) => [...published, { ...first(published), id: 'another' }])).toMatch(
      /is no event/,
    );
    expect(complaints((published) => published.reverse())).toMatch(/in another order/);
  });
});

describe('complains about', () => {
  it.each(Object.keys(tamperings))('%s', (name) => {
    const [complaint, tamper] = tamperings[name] as (typeof tamperings)[string];
    const { promised: others = promised, refusals = [], ...page } = tamper(books, promised);
    const complaints = judge(others, { ...books, ...page }, { refusals });
    expect(complaints.join('\n')).toMatch(complaint);
  });

  it('a row that is not the fold of its events, and one that a rebuild makes another', async () => {
    const { pool, store } = app.runtime;
    await pool.query(`UPDATE gateway.invoices SET total = total + 0.01 WHERE id = $1`, [promised[0]?.id]);
    expect(await projectionComplaints(pool, store, 0)).toEqual([
      expect.stringContaining(promised[0]?.id ?? ''),
    ]);
    expect(await rebuildComplaints(pool, store)).toEqual([expect.stringMatching(/^invoices is .* rebuilt/)]);
    // It is the fold again.
    expect([await projectionComplaints(pool, store, 0), await rebuildComplaints(pool, store)]).toEqual([
      [],
      [],
    ]);
  });
});

it('reads amounts as cents, to the cent', () => {
  expect(['1', '1.5', '1.05', '1.050000', '0.001', 'x', undefined].map((text) => cents(text))).toEqual([
    ...[100n, 150n, 105n, 105n, -1n, -1n, -1n],
  ]);
});
