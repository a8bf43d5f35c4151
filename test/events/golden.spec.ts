import { beforeAll, expect, it } from '@jest/globals';
import { invoicingProcess } from '#apps/invoicing/src/process';
import { buildComprobante, type ComprobanteInput } from '#cfdi';
import { EVENT_CATALOGUE, publicEventsOf, TYPE_PREFIX } from '#contracts';
import { committed, type Schemas } from './docs.js';
import { foldToday, goldenHistories, refold, resultToday, type GoldenHistory } from './golden.js';
import { domainSchemas } from './schemas.js';
import { validators } from './validator.js';

/**
 * Events that were stored long ago are read by today's code. A spec that fails here says that a change forgot them:
 * it needs an upcaster (libs/contracts/src/upcasters.ts), or, where only the state or row got something new,
 * `npm run events -- --refold` and a look at the diff: is this right for old events? Their events stay as they are.
 */

let histories: { readonly name: string; readonly history: GoldenHistory }[];
let schemas: Schemas;
beforeAll(async () => {
  if (process.env['TIMBRA_EVENTS'] === 'refold') await refold();
  histories = await goldenHistories();
  ({ schemas } = await committed());
});

it('histories are kept of every type of event', () => {
  const types = new Set(
    histories.flatMap(({ history }) => foldToday(history).events.map(({ type }) => type)),
  );
  const known = EVENT_CATALOGUE.flatMap(({ lines }) => Object.keys(lines));
  expect(known.filter((type) => !types.has(type))).toEqual([]);
});

it('old histories fold to the state and the row that they led to', () => {
  expect(histories.length).toBeGreaterThan(15);
  for (const { name, history } of histories) {
    const { state, row } = resultToday(history);
    expect([name, state]).toStrictEqual([name, history.state]);
    expect([name, row]).toStrictEqual([name, history.row]);
  }
});

it('rows show the revision of their last event, whichever that is: requests in other processes wait for it', () => {
  for (const { name, history } of histories)
    for (const [index, { type, revision }] of history.events.entries()) {
      const { row, own } = foldToday({ ...history, events: history.events.slice(0, index + 1) });
      for (const shown of [row, ...own])
        if (shown) expect([name, type, shown['revision']]).toEqual([name, type, revision]);
    }
});

it('old events have the shape that the types of today say, once they are lifted', () => {
  const domain = domainSchemas();
  const known = EVENT_CATALOGUE.flatMap(({ lines }) => Object.keys(lines));
  expect(Object.keys(domain).toSorted()).toEqual(known.toSorted());
  const problems = validators(domain);
  for (const { name, history } of histories)
    for (const { type, data } of foldToday(history).events)
      expect([name, type, problems(type, { type, data })]).toEqual([name, type, []]);
  // What a change without an upcaster would look like.
  const stamped = histories
    .flatMap(({ history }) => foldToday(history).events)
    .find(({ type }) => type === 'InvoiceStamped');
  const { number: _, ...data } = stamped?.data as Readonly<Record<string, unknown>>;
  for (const changed of [data, { ...data, number: '1' }, { ...data, number: 1, count: 1 }])
    expect(problems('InvoiceStamped', { type: 'InvoiceStamped', data: changed })).not.toEqual([]);
});

it('old invoices that wait for their stamp can be sealed: their documents are built from their events', () => {
  const issued = histories
    .flatMap(({ history }) => foldToday(history).events)
    .filter(({ type }) => type === 'InvoiceIssued');
  expect(issued.length).toBeGreaterThan(5);
  for (const event of issued) {
    const [effect] = invoicingProcess.react(event);
    const asked = effect?.kind === 'send' ? effect.command.data : undefined;
    const { comprobante } = JSON.parse(JSON.stringify(asked)) as { comprobante: ComprobanteInput };
    expect([event.streamId, buildComprobante(comprobante)]).toMatchObject([event.streamId, { ok: true }]);
  }
});

it('old events are published as their schemas say', () => {
  const problems = validators(schemas);
  for (const { name, history } of histories)
    for (const event of foldToday(history).events)
      for (const { attributes, data } of publicEventsOf(event, 'timbra')) {
        const as = attributes.type.slice(TYPE_PREFIX.length);
        expect([name, as, problems(as, data)]).toEqual([name, as, []]);
      }
});
