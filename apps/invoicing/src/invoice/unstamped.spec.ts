import { describe, expect, it } from '@jest/globals';
import type { InvoiceEvent } from '#contracts';
import type { RecordedEvent } from '#event-store';
import type { InvoiceCommand } from './decide.js';
import {
  NOW,
  at,
  content,
  create,
  date,
  deleteDraft,
  draft,
  edit,
  recordFailure,
  folio,
  history,
  issuer,
  item,
  recordRefusal,
  stampDraft,
  recordStamp,
  totals,
} from './testing.js';
import { unstampedOf } from './unstamped.js';

const of = (...commands: readonly InvoiceCommand[]) =>
  unstampedOf(
    history(...commands).map(
      (event) => ({ ...event, metadata: { livemode: true } }) as RecordedEvent<InvoiceEvent>,
    ),
  );

describe('an invoice without a stamp', () => {
  it('that is a draft says what its caller wrote, in decimal text, and has no issuer yet', () => {
    const dear = { ...item, product: { ...item.product, price: '9007199254740993.01' } };
    expect(of(draft({ series: 'A', items: [dear] }))).toMatchObject({
      ...{ status: 'draft', livemode: true, created_at: at, date: null, issuer: null },
      ...{ series: 'A', folio_number: null },
      content: { items: [{ product: { price: '9007199254740993.01' } }] },
      totals: { total: '9007199254740993.01' },
    });
  });

  it('that was edited says what it says now', () => {
    expect(of(draft(), edit({ conditions: 'Neto 30' }))).toMatchObject({
      ...{ status: 'draft', created_at: at, content: content({ conditions: 'Neto 30' }), totals },
    });
  });

  it('that can not be computed has no totals', () => {
    expect(of(draft({ items: [] }))).toMatchObject({ totals: null });
  });

  it('on its way to the stamp has folio, date and issuer', () => {
    const pending = { status: 'pending', series: 'A', folio_number: 7, date, issuer, totals };
    expect(of(create({ series: 'A' }, folio(7, 'A')))).toMatchObject(pending);
    expect(of(draft({ series: 'A' }), stampDraft(folio(7, 'A'), NOW, { series: 'A' }))).toMatchObject(
      pending,
    );
    // The caller has seen it without a stamp.
    expect(of(create({ series: 'A' }, folio(7, 'A')), recordStamp())).toMatchObject(pending);
  });

  it('that was refused is the draft that it was', () => {
    expect(of(draft(), stampDraft(folio(7)), recordRefusal())).toMatchObject({
      ...{ status: 'draft', folio_number: null, date: null, issuer: null, totals },
    });
  });

  it('that never was stamped keeps what it was issued with', () => {
    expect(of(create({}, folio(7)), recordFailure())).toMatchObject({
      status: 'failed',
      folio_number: 7,
      issuer,
    });
  });

  it('that is not visible is not found', () => {
    expect(of()).toBeUndefined();
    expect(of(draft(), deleteDraft)).toBeUndefined();
    expect(of(create(), recordRefusal())).toBeUndefined();
  });
});
