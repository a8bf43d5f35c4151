import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publicEventsOf, toKafka } from '#contracts';
import { startApp, type TestApp } from '../support/app.js';
import type { Books } from './books.js';
import { check, projectionComplaints, rebuildComplaints } from './checker.js';
import { cents, judge } from './judge.js';
import { Load, type Promised } from './load.js';
import { judgePublications, type Publication } from './publications.js';

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
}, 90_000);
afterAll(() => app.close());

const databaseUrl = (): string => {
  const { options } = app.runtime.pool;
  if (options.connectionString === undefined) throw new Error('no database');
  return options.connectionString;
};

describe('where nothing happened', () => {
  it('has nothing to complain about', async () => {
    const verdict = await check({ databaseUrl: databaseUrl(), promised, client: load.client });
    expect(verdict.complaints).toEqual([]);
    books = verdict.books;
    expect(load.refused).toEqual([]);
    // There is something of everything that it looks at.
    expect(books.invoices.filter(({ status }) => status === 'canceled').length).toBeGreaterThan(0);
    expect(books.copies.length).toBeGreaterThan(0);
    expect(promised.some(({ mails }) => mails.promised > 0)).toBe(true);
  }, 60_000);
});

/** The books with one page changed. */
type Tampering = (
  books: Books,
  promised: readonly Promised[],
) => Partial<Books> & { promised?: readonly Promised[] };

const first = <T>(list: readonly T[], which: (one: T) => boolean = () => true): T => {
  const found = list.find(which);
  if (found === undefined) throw new Error('nothing to tamper with');
  return found;
};
const changed = <T>(list: readonly T[], one: T, change: Partial<T>): T[] =>
  list.map((other) => (other === one ? { ...other, ...change } : other));
const without = <T>(list: readonly T[], one: T): T[] => list.filter((other) => other !== one);
const isValid = ({ status }: { readonly status: string }): boolean => status === 'valid';

const tamperings: Readonly<Record<string, readonly [RegExp, Tampering]>> = {
  'an invoice that is lost': [
    /is lost/,
    ({ invoices }) => ({ invoices: without(invoices, first(invoices)) }),
  ],
  'an invoice that is there twice': [
    /two invoices have the external id/,
    ({ invoices }) => ({ invoices: [...invoices, { ...first(invoices), id: 'ffffffffffffffffffffffff' }] }),
  ],
  'a folio that two have': [
    /two invoices have the folio/,
    ({ invoices }) => {
      const one = first(invoices, isValid);
      const other = first(invoices, (invoice) => isValid(invoice) && invoice !== one);
      return { invoices: changed(invoices, one, { series: other.series, folio_number: other.folio_number }) };
    },
  ],
  'a folio other than promised': [
    /its folio is 999, and/,
    ({ invoices }, [promise]) => ({
      invoices: changed(
        invoices,
        first(invoices, ({ id }) => id === promise?.id),
        { folio_number: '999' },
      ),
    }),
  ],
  'a UUID other than promised': [
    /its UUID is/,
    (_, all) => {
      const one = first(all, ({ shown }) => shown.uuid !== null);
      const shown = { ...one.shown, uuid: '39C85A3F-275B-4341-B259-E8971D9F8A94' };
      return { promised: changed(all, one, { shown }) };
    },
  ],
  'a UUID that two have': [
    /two invoices have the UUID/,
    ({ invoices }) => {
      const one = first(invoices, isValid);
      const other = first(invoices, (invoice) => isValid(invoice) && invoice !== one);
      return { invoices: changed(invoices, one, { uuid: other.uuid }) };
    },
  ],
  'an idempotency key that another holds': [
    /the holder of its idempotency key is/,
    ({ keys }) => ({ keys: changed(keys, first(keys), { holder: 'ffffffffffffffffffffffff' }) }),
  ],
  'an invoice that was promised to be canceled': [
    /its status is valid, and canceled was promised/,
    (_, all) => ({
      promised: changed(
        all,
        first(all, ({ canceled }) => !canceled),
        { canceled: true },
      ),
    }),
  ],
  'an invoice that stays pending': [
    /is still pending/,
    ({ invoices }) => ({ invoices: changed(invoices, first(invoices, isValid), { status: 'pending' }) }),
  ],
  'a stamp that no invoice has': [
    /and no invoice has it/,
    ({ stamps }) => ({
      stamps: [
        ...stamps,
        {
          ...first(stamps),
          request_id: 'ffffffffffffffffffffffff.1',
          uuid: 'A0000000-0000-4000-8000-000000000000',
        },
      ],
    }),
  ],
  'an invoice stamped twice': [
    /the provider stamped .* twice/,
    ({ stamps }) => {
      const { request_id, ...one } = first(stamps);
      return { stamps: [...stamps, { ...one, request_id: request_id.replace('.1', '.2'), uuid: 'another' }] };
    },
  ],
  'an invoice never stamped': [
    /the provider never stamped/,
    ({ stamps }) => ({ stamps: without(stamps, first(stamps)) }),
  ],
  'a UUID other than the provider’s': [
    /with the provider/,
    ({ stamps }) => ({ stamps: changed(stamps, first(stamps), { uuid: 'another' }) }),
  ],
  'a cancellation that the tax authority has not': [
    /is canceled, and not canceled with the tax authority/,
    ({ stamps }) => ({
      stamps: changed(
        stamps,
        first(stamps, ({ canceled }) => canceled),
        { canceled: false },
      ),
    }),
  ],
  'a document that is missing': [
    /the document of .* is missing/,
    ({ documents }) => ({ documents: new Map([...documents].slice(1)) }),
  ],
  'a document of another invoice': [
    /the document of .* is another one/,
    ({ documents }) => {
      const [[one, document], [other, its]] = [...documents] as [
        [string, Books['documents'] extends ReadonlyMap<string, infer D> ? D : never],
        [string, Books['documents'] extends ReadonlyMap<string, infer D> ? D : never],
      ];
      return { documents: new Map([...documents, [one, its], [other, document]]) };
    },
  ],
  'a cent that changed in the read model': [
    /cents kept/,
    ({ invoices }) => {
      const one = first(invoices, isValid);
      return { invoices: changed(invoices, one, { total: (Number(one.total) + 0.01).toFixed(2) }) };
    },
  ],
  'a cent that changed in the ledger': [
    /together they cost/,
    ({ stamps }) => {
      const one = first(stamps);
      return { stamps: changed(stamps, one, { total: (Number(one.total) - 0.01).toFixed(2) }) };
    },
  ],
  'an answer with another total than was asked for': [
    /cents asked/,
    (_, all) => ({ promised: changed(all, first(all), { askedCents: first(all).askedCents + 1 }) }),
  ],
  'an event that is there twice': [
    /is in the store twice/,
    ({ events }) => ({ events: [...events, first(events)] }),
  ],
  'an event that is missing': [
    /comes next/,
    ({ events }) => {
      const { streamId: stream } = first(events, ({ revision }) => revision === 1);
      return {
        events: without(
          events,
          first(events, ({ streamId }) => streamId === stream),
        ),
      };
    },
  ],
  'events in another order': [/the feed goes from/, ({ events }) => ({ events: [...events].reverse() })],
  'an effect that happened twice': [
    /has InvoiceStamped twice/,
    ({ events }) => {
      const stamped = first(events, ({ type }) => type === 'InvoiceStamped');
      return { events: [...events, { ...stamped, id: 'another' }] };
    },
  ],
  'a mail that was promised': [
    /a mail that was promised is lost/,
    (_, all) => {
      const one = first(all);
      return { promised: changed(all, one, { mails: { promised: 99, asked: 99 } }) };
    },
  ],
  'a mail that nobody asked for': [
    /more mails than anybody asked for/,
    (_, all) => {
      const one = first(all, ({ mails }) => mails.promised > 0);
      return { promised: changed(all, one, { mails: { promised: 0, asked: 0 } }) };
    },
  ],
  'a mail that was never sent': [
    /was never sent/,
    ({ events }) => ({
      events: without(
        events,
        first(events, ({ type }) => type === 'MailSent'),
      ),
    }),
  ],
  'a mail that nobody got': [/and nobody got it/, () => ({ copies: [] })],
  'a mail that came twice': [/1 mails came twice/, ({ copies }) => ({ copies: [...copies, first(copies)] })],
  'copies that differ': [
    /copies of the mail .* differ/,
    ({ copies }) => ({ copies: [...copies, { ...first(copies), digest: 'another' }] }),
  ],
  'a command that is left': [/a command is due and not done/, () => ({ undone: ['stamping.stamp x: '] })],
};

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
    const { promised: others = promised, ...page } = tamper(books, promised);
    const complaints = judge(others, { ...books, ...page });
    expect(complaints.join('\n')).toMatch(complaint);
  });

  it('a row that is not the fold of its events, and one that a rebuild makes another', async () => {
    const { pool } = app.runtime;
    await pool.query(`UPDATE invoicing.invoices SET total = total + 0.01 WHERE id = $1`, [promised[0]?.id]);
    expect(await projectionComplaints(pool, 0)).toEqual([expect.stringContaining(promised[0]?.id ?? '')]);
    expect(await rebuildComplaints(pool)).toEqual([expect.stringMatching(/^invoices is .* made anew/)]);
    // It is the fold again.
    expect([await projectionComplaints(pool, 0), await rebuildComplaints(pool)]).toEqual([[], []]);
  }, 60_000);
});

it('reads amounts as cents, to the cent', () => {
  expect(['1', '1.5', '1.05', '1.050000', '0.001', 'x', undefined].map((text) => cents(text))).toEqual([
    ...[100n, 150n, 105n, 105n, -1n, -1n, -1n],
  ]);
});
