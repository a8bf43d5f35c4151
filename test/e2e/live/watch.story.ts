import { until } from '#bus/testing/until';
import { QueryStatusHandler } from '#apps/cancellation/src/standings/query-status';
import { Watch } from '#apps/reception/src/watch/watch';
import { invoicesProjection } from '#apps/gateway/src/read-models/invoices';
import type { Json } from '../../support/app.js';
import { caughtUp } from '../../support/commands.js';
import { universidad } from '../../support/bodies.js';
import { importFile, zipOf } from '../../support/imports.js';
import { localMonth } from '../../support/month.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { startSat, startSw, type SatDouble, type SwDouble } from '../../doubles/index.js';
import { issuerIn, openStage, type Stage } from './stage.js';

/**
 * Documents that another organization issued in Live, and what becomes of them at the SAT: the watch asks, and document, events and
 * sheet say the same. The clock is moved here; looks are begun by hand, where a timer would begin them half a minute later.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

let sat: SatDouble;
let sw: SwDouble;
let stage: Stage;
let receiver: string;
/** UUIDs of what was issued, by what becomes of it. */
const NAMES = ['canceled', 'asked', 'unknown', 'lost', 'same'] as const;
const uuids = {} as Record<(typeof NAMES)[number], string>;

beforeAll(async () => {
  sat = await startSat();
  sw = await startSw({ sat });
  const env = {
    ...{ TIMBRA_PACS: 'sw', TIMBRA_SW_URL: sw.url, TIMBRA_SW_API_URL: sw.url },
    TIMBRA_SW_TOKEN: 'infinite.token.sw',
  };
  stage = await openStage(sat, env, { clock: { now }, systemNow: now });
  const { tax_id: rfc, legal_name: name } = universidad;
  receiver = await issuerIn(stage.app, sat, { rfc, name, zip: universidad.address.zip });
  waitForStandings(20_000);
  // Nobody is there: what was told can be read.
  const enabled_events = [
    ...['invoice.received', 'invoice.status_updated', 'invoice.canceled_by_supplier', 'invoice.efos_listed'],
  ];
  const url = 'https://receptor.invalid/timbra';
  await stage.app.post('/webhooks', { url, enabled_events }, { key: receiver });
});
afterAll(async () => {
  await stage.close();
  await Promise.all([sw.close(), sat.close()]);
});

/** The SAT's double answers as often as it is asked, and is waited for so long. */
const waitForStandings = (withinMs: number): void => {
  stage.app.part(QueryStatusHandler).timing = { pace: { turn: async () => true }, withinMs };
};
const get = (path: string): Promise<Json> => stage.app.get(path, { key: receiver });
const book = (name: (typeof NAMES)[number]) => {
  const found = sat.books.documents.get(uuids[name]);
  if (!found) throw new Error(`the SAT does not have ${name}`);
  return found;
};
const received = async (name: (typeof NAMES)[number]): Promise<Json> =>
  (await get(`/invoices?issuer_type=receiving&uuid=${uuids[name]}`)).data[0];
/** How a document is shown: its status, its cancellation, and how the SAT has it. */
const shown = async (name: (typeof NAMES)[number]): Promise<unknown[]> => {
  const { status, cancellation_status, imported } = await received(name);
  return [status, cancellation_status, imported.sat_status, imported.efos];
};
/** Time passes; everything that is due by then is looked at, and can be read. */
async function pass(ms: number): Promise<void> {
  aheadMs += ms;
  for (const double of [sat, sw]) double.faults.set({ clockSkewMs: aheadMs });
  const watch = stage.app.part(Watch);
  // Its own timer may be at it.
  const left = `SELECT FROM reception.watched WHERE next_at <= $1 OR lease IS NOT NULL`;
  await until(async () => {
    await watch.lookAtDue();
    return (await stage.app.runtime.pool.query(left, [now()])).rowCount === 0;
  });
  await caughtUp(stage.app.runtime, invoicesProjection.name);
}
/** Types of events that endpoints were told of a document, in their order. */
const told = async (name: (typeof NAMES)[number]): Promise<string[]> => {
  const { id } = await received(name);
  return ((await get('/events?limit=50')).data as Json[])
    .filter(({ data }) => data.object.id === id)
    .map(({ type }) => type as string)
    .reverse();
};
/** What the sheet of the month says of it. */
const inSheet = async (name: (typeof NAMES)[number]): Promise<Record<string, string>> => {
  const month = localMonth((await received(name)).date);
  const { body } = await stage.app.api('GET', `/exports/invoices.csv?month=${month}`, undefined, {
    key: receiver,
  });
  const [head = '', ...lines] = String(body)
    .replace(/^\uFEFF/, '')
    .split('\r\n');
  const line = lines.find((one) => one.includes(uuids[name])) ?? '';
  const cells = [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) => cell);
  return Object.fromEntries(head.split(',').map((title, n) => [title, cells[n] ?? '']));
};

describe('documents that were received in Live', () => {
  it('are imported, and known to the SAT or not, soon after', async () => {
    const date = new Date(now().getTime() - 2 * HOUR).toISOString();
    const files: Record<string, Uint8Array> = {};
    for (const name of NAMES) {
      const { body } = await stage.create({ date, customer: universidad });
      const { uuid } = await stage.valid(body.id);
      uuids[name] = uuid;
      const key = { key: stage.live };
      files[`${name}.xml`] = (await stage.app.api('GET', `/invoices/${body.id}/xml`, undefined, key)).bytes;
    }
    const unknown = book('unknown');
    sat.books.documents.delete(uuids.unknown);
    const { body } = await importFile(stage.app, receiver, zipOf(files), 'mes.zip');
    expect(body.results.map(({ status }: Json) => status)).toEqual(NAMES.map(() => 'imported'));
    await pass(MINUTE);
    for (const name of NAMES)
      expect(await shown(name)).toEqual([
        ...['valid', 'none'],
        ...(name === 'unknown' ? ['not_found', null] : ['valid', 'not_listed']),
      ]);
    sat.books.documents.set(uuids.unknown, unknown);
  });

  it('change when the SAT says so: canceled, asked to be, known at last', async () => {
    Object.assign(book('canceled'), { state: 'sin_aceptacion', cancelledAt: now() });
    Object.assign(book('asked'), { state: 'en_proceso', acceptance: 'required' });
    sat.books.documents.delete(uuids.lost);
    await pass(HOUR + MINUTE);
    expect(await shown('canceled')).toEqual(['canceled', 'accepted', 'canceled', 'not_listed']);
    expect(await shown('asked')).toEqual(['valid', 'pending', 'valid', 'not_listed']);
    expect(await shown('unknown')).toEqual(['valid', 'none', 'valid', 'not_listed']);
    // It was there before: a service that lags takes nothing back.
    expect(await shown('lost')).toEqual(['valid', 'none', 'valid', 'not_listed']);
    expect(await received('canceled')).toMatchObject({ cancellation: { motive: null }, amount_due: 0 });
  });

  it('stay as they are while the SAT answers nothing, pages or errors, and are asked about again', async () => {
    Object.assign(book('asked'), { state: 'rechazada' });
    sat.books.efos.set('EKU9003173C9', '100');
    const before = await Promise.all(NAMES.map(shown));
    const asked = (): number => sat.ledger.calls.filter(({ operation }) => operation === 'status').length;
    const calls = asked();
    // Of the four that are left: pages, words that nobody knows; and an error, half an answer, silence.
    const row = JSON.stringify({ CodigoEstatus: 'X - 999', Estado: 'Suspendido' });
    waitForStandings(2_500);
    sat.faults.next('html', { operation: 'status', times: 4 });
    await pass(DAY);
    sat.faults.next('named', { name: 'row', message: row, operation: 'status', times: 4 });
    await pass(16 * MINUTE);
    sat.faults.next('status', { operation: 'status', times: 2 });
    sat.faults.next('truncated', { operation: 'status' });
    sat.faults.next('timeout', { operation: 'status', ms: 3_000 });
    await pass(HOUR + MINUTE);
    expect(asked() - calls).toBe(12);
    expect(await Promise.all(NAMES.map(shown))).toEqual(before);
  });

  it('are told as they are once it answers again: the request was rejected, their issuer is on 69-B', async () => {
    waitForStandings(20_000);
    await pass(DAY + MINUTE);
    expect(await shown('asked')).toEqual(['valid', 'rejected', 'valid', 'listed']);
    expect(await shown('same')).toEqual(['valid', 'none', 'valid', 'listed']);
    // What is canceled is asked about no more: the list of then says nothing of it.
    expect(await shown('canceled')).toEqual(['canceled', 'accepted', 'canceled', 'not_listed']);
  });

  it('say the same in document, events and sheet', async () => {
    // Of two documents in one look, either may come first.
    for (const name of ['same', 'asked'] as const)
      await until(async () => (await told(name)).includes('invoice.efos_listed'));
    await until(async () => (await told('canceled')).length >= 2);
    expect(await told('canceled')).toEqual(['invoice.received', 'invoice.canceled_by_supplier']);
    expect(await told('same')).toEqual(['invoice.received', 'invoice.efos_listed']);
    expect((await told('asked')).at(-1)).toBe('invoice.efos_listed');
    expect(await inSheet('canceled')).toMatchObject({
      Estado: 'Cancelado',
      'Estado ante el SAT': 'Cancelado',
    });
    const history = (await get(`/invoices/${(await received('asked')).id}/history`)).data as Json[];
    expect(history.map(({ type }) => type).reverse()).toEqual([
      'invoice.imported',
      // Valid; asked to be canceled; rejected, and on the list.
      ...Array<string>(3).fill('invoice.sat_status_recorded'),
    ]);
  });

  it('are asked about by hand, whatever the schedule says', async () => {
    Object.assign(book('same'), { state: 'sin_aceptacion', cancelledAt: now() });
    const { id } = await received('same');
    sat.faults.next('html', { operation: 'status' });
    const silent = await stage.app.api('PUT', `/invoices/${id}/status`, undefined, { key: receiver });
    expect(silent.status).toBeGreaterThanOrEqual(400);
    const { body } = await stage.app.api('PUT', `/invoices/${id}/status`, undefined, { key: receiver });
    expect(body).toMatchObject({ status: 'canceled', imported: { sat_status: 'canceled' } });
  });
});
