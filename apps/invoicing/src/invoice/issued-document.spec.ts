import { describe, expect, it } from '@jest/globals';
import { comprobanteInput } from '#billing';
import { buildComprobante } from '#cfdi';
import type { Complement, InvoiceContent, InvoiceEvent } from '#contracts';
import type { InvoiceCommand } from './decide.js';
import { documentOf, handOver } from './issued-document.js';
import { HOUR, after, create, draft, folio, history, item, stampDraft } from './testing.js';

type Issued = Extract<InvoiceEvent, { type: 'InvoiceIssued' }>['data'];

const issuedBy = (...commands: readonly InvoiceCommand[]): Issued => {
  const event = history(...commands).at(-1);
  if (event?.type !== 'InvoiceIssued') throw new Error('it was not issued');
  return event.data;
};
const issued = (over: Partial<InvoiceContent> = {}): Issued => issuedBy(create(over, folio(7, over.series)));

/** As JSON, the form in which it travels: no undefined fields. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const inputOf = ({ content: of, issue }: Issued) => comprobanteInput(of, issue.issuer, issue);
const builtOf = (data: Issued): unknown => {
  const built = buildComprobante(inputOf(data));
  if (!built.ok) throw new Error(JSON.stringify(built.refusal.details));
  return plain(built.value);
};

const local = { type: 'ISH', rate: '0.03', base: null, withholding: false };
const legends: Complement = {
  type: 'leyendas_fiscales',
  data: { leyendas: [{ texto_leyenda: 'Pago en una sola exhibición.' }] },
};
const hotel = { ...item, product: { ...item.product, local_taxes: [local] } };

describe('the document of an invoice that was issued', () => {
  it.each([
    ['of one line', {}],
    ['with a series and a folio of its own', { series: ' A  1 ', folio_number: 7 }],
    ['in dollars, with conditions', { currency: 'USD', exchange: '18.4321', conditions: 'Neto  30' }],
    ['with local taxes', { items: [hotel] }],
    ['of many lines', { items: Array.from({ length: 300 }, () => item) }],
    ['dated yesterday', { date: after(-24 * HOUR).toISOString() }],
    ['with a complement', { complements: [legends] }],
  ])('%s is handed over as it would be built from the event', (_, over) => {
    const data = issued(over);
    handOver('e1', data);
    expect(plain(documentOf('e1', data))).toEqual(builtOf(data));
  });

  it('of a draft whose date was too old has the date of its issue', () => {
    const old = { date: after(-71 * HOUR).toISOString() };
    const data = issuedBy(draft(old), stampDraft(folio(3), after(48 * HOUR), old));
    handOver('e2', data);
    expect(plain(documentOf('e2', data))).toEqual(builtOf(data));
    expect(data.issue.fecha).toBe('2026-11-23T12:00:00');
  });

  it('is what it is built from, where nothing was handed over: after a restart, in another process', () => {
    const data = issued();
    expect(documentOf('e3', data)).toEqual(inputOf(data));
  });

  it('is not kept once it was asked for', () => {
    const data = issued();
    handOver('e4', data);
    documentOf('e4', data);
    expect(documentOf('e4', data)).toEqual(inputOf(data));
  });

  it('is found by its own event alone', () => {
    const [mine, theirs] = [issued(), issued({ conditions: 'Neto 30' })];
    handOver('mine', mine);
    handOver('theirs', theirs);
    expect(documentOf('theirs', theirs)).toMatchObject({ condicionesDePago: 'Neto 30' });
    expect(documentOf('nobody', mine)).toEqual(inputOf(mine));
    expect(plain(documentOf('mine', mine))).toEqual(builtOf(mine));
  });

  it('is not kept forever if it is not used', () => {
    const first = issued();
    handOver('first', first);
    for (let n = 0; n < 1_000; n += 1) handOver(`later ${n}`, issued());
    expect(documentOf('first', first)).toEqual(inputOf(first));
  });
});
