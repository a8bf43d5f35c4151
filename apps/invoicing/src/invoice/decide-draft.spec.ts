import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import {
  HOUR,
  NOW,
  after,
  at,
  content,
  create,
  date,
  deleteDraft,
  draft,
  edit,
  folio,
  history,
  issuer,
  item,
  recordRefusal,
  stampDraft,
  totals,
} from './testing.js';

const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...commands));
const detailsOf = ({ outcome }: ReturnType<ReturnType<typeof given>['when']>) =>
  outcome.ok ? [] : outcome.refusal.details?.map(({ path, code }) => [path, code]);

const forgo = (revision: number): InvoiceCommand => ({ type: 'forgo', now: NOW, at: revision });

describe('a draft', () => {
  it('shows its amounts as soon as they can be computed, and what is missing', () => {
    given()
      .when(draft({ customer: null, payment_form: null }))
      .then([
        {
          type: 'InvoiceDrafted',
          data: {
            content: content({ customer: null, payment_form: null }),
            totals,
            problems: [
              { path: 'customer', code: 'required', source: 'service', location: 'body' },
              { path: 'payment_form', code: 'required', source: 'service', location: 'body' },
            ],
            at,
          },
        },
      ]);
    expect(history(draft({ items: [] }))[0]?.data).toMatchObject({ totals: null });
    expect(history(draft())[0]?.data).toMatchObject({ totals, problems: [] });
  });

  it('keeps a rate with its currency: another currency has none until one is sent, and MXN has its own', () => {
    const dollars = draft({ currency: 'USD', exchange: '18.5' });
    const rates = [
      [draft(), edit({ currency: 'USD' }), null],
      [dollars, edit({ currency: 'EUR' }), null],
      [dollars, edit({ currency: 'EUR', exchange: '21.4' }), '21.4'],
      [dollars, edit({ currency: 'MXN' }), '1'],
      [dollars, edit({ exchange: null }), null],
      [draft(), edit({ exchange: null }), '1'],
      [dollars, edit({ conditions: 'Contado', currency: 'USD' }), '18.5'],
    ] as const;
    for (const [before, after, exchange] of rates) {
      const edited = history(before, after)[1]?.data;
      const missing =
        exchange === null ? [expect.objectContaining({ path: 'exchange', code: 'required' })] : [];
      expect(edited).toMatchObject({ content: { exchange }, problems: missing });
    }
  });

  it('is issued with what its payments say at that moment', () => {
    const stamping = stampDraft(folio(1), NOW, { conditions: 'as it is now' });
    const [issued] = history(draft(), stamping).slice(1);
    expect(issued?.data).toMatchObject({ content: { conditions: 'as it is now' } });
  });

  it('is not issued by an attempt that began before an edit, or before its claims went to others', () => {
    for (const since of [edit({ conditions: 'edited' }), forgo(0)]) {
      given(draft(), since).when(stampDraft()).thenRefused('draft_update_in_progress');
      const late = edit({ idempotency_key: 'claimed' });
      given(draft(), since)
        .when({ ...late, at: 0 } as InvoiceCommand)
        .thenRefused('draft_update_in_progress');
      given(draft(), since)
        .when(stampDraft(folio(1), NOW, { at: 1 }))
        .thenTypes('InvoiceIssued');
      given(draft(), since)
        .when({ ...late, at: 1 } as InvoiceCommand)
        .thenTypes('DraftEdited');
    }
    // Nor by one that met no draft, and so has claimed nothing.
    given(draft(), stampDraft(), recordRefusal())
      .when({ type: 'stamp-draft', now: NOW, issuer })
      .thenRefused('draft_update_in_progress');
  });

  it('says that its stamp comes after the answer, and is a draft again if that is refused', () => {
    const later = { ...stampDraft(), later: true } as InvoiceCommand;
    const [, issued, refused] = history(draft(), later, recordRefusal());
    expect(issued).toMatchObject({ type: 'InvoiceIssued', data: { later: true } });
    expect(refused?.data).not.toHaveProperty('kept');
    expect(history(draft(), stampDraft())[1]?.data).not.toHaveProperty('later');
  });

  it('lets go of what an attempt has claimed, if it is still the attempt that is meant', () => {
    given(draft())
      .when(forgo(0))
      .then([{ type: 'ClaimsForgone', data: { at } }]);
    for (const other of [-1, 1]) given(draft()).when(forgo(other)).then([]);
    given(draft(), edit({ use: 'G01' }))
      .when(forgo(0))
      .then([]);
    given(draft(), stampDraft()).when(forgo(0)).then([]);
    given(draft(), stampDraft()).when(forgo(1)).then([]);
  });

  it('takes the first of changes that were made for the same revision of it', () => {
    const onto = (command: InvoiceCommand, base: number) => ({ ...command, base }) as InvoiceCommand;
    const edited = [draft(), edit({ use: 'G01' })];
    const changes = [edit({ use: 'G03' }), deleteDraft, stampDraft(folio(1), NOW, { at: 1 })];
    for (const change of changes) {
      given(...edited)
        .when(onto(change, 0))
        .thenRefused('draft_update_in_progress');
      expect(given(...edited).when(onto(change, 1)).outcome.ok).toBe(true);
    }
    // What others have claimed of it does not change what it says.
    given(draft(), forgo(0))
      .when(onto(edit({ use: 'G03' }), 0))
      .thenTypes('DraftEdited');
    given(draft(), stampDraft(), recordRefusal())
      .when(onto(edit({ use: 'G03' }), 1))
      .thenRefused('draft_update_in_progress');
  });

  it('remembers what it was copied from', () => {
    const copy = { ...draft(), copiedFrom: 'original' } as InvoiceCommand;
    expect(history(copy)[0]?.data).toMatchObject({ copied_from: 'original' });
  });

  it('keeps what an edit does not name', () => {
    const two = { ...item, quantity: '2' };
    given(draft({ series: 'A' }))
      .when(edit({ items: [two], conditions: null }, after(HOUR)))
      .then([
        {
          type: 'DraftEdited',
          data: {
            content: content({ series: 'A', items: [two] }),
            totals: {
              subtotal: '200.00',
              discount: '0',
              total: '232.00',
              taxes: [{ ...totals.taxes[0], base: '200.00', amount: '32.00' } as (typeof totals.taxes)[0]],
            },
            problems: [],
            at: after(HOUR).toISOString(),
          },
        },
      ]);
  });

  it('takes no date older than 72 hours, and none in the future', () => {
    const ago = (ms: number) => after(-ms).toISOString();
    const old = [['date', 'too_small']];
    for (const wrong of [draft({ date: ago(72 * HOUR + 1) }), create({ date: ago(72 * HOUR + 1) })])
      expect(detailsOf(given().when(wrong))).toEqual(old);
    expect(detailsOf(given(draft()).when(edit({ date: ago(73 * HOUR) })))).toEqual(old);
    expect(detailsOf(given().when(draft({ date: ago(-6 * 60_000) })))).toEqual([['date', 'too_large']]);
    given()
      .when(draft({ date: ago(72 * HOUR) }))
      .thenTypes('InvoiceDrafted');
    given()
      .when(draft({ date: ago(-4 * 60_000) }))
      .thenTypes('InvoiceDrafted');
  });

  it('stays editable when its date grows old, and is ready all the same', () => {
    const edited = given(draft({ date })).when(edit({ conditions: 'Neto 30' }, after(100 * HOUR)));
    expect(edited.events()[0]?.data).toMatchObject({ problems: [], content: { date } });
  });

  it('is issued with what it says', () => {
    const asked = '2026-11-20T18:00:00.000Z';
    const [event] = given(draft({ date: asked, use: 'G01' }))
      .when(stampDraft(folio(3), NOW, { date: asked, use: 'G01' }))
      .events();
    expect(event?.data).toMatchObject({
      content: { use: 'G01', date: asked },
      issue: { number: 1, folio_number: 3, date: asked, fecha: '2026-11-20T12:00:00', totals },
    });
  });

  it('gives up a date that has grown too old, for the present', () => {
    const now = after(72 * HOUR + 1);
    const stale = given(draft({ date }))
      .when(stampDraft(folio(1), now, { date }))
      .events()[0];
    expect(stale?.data).toMatchObject({
      content: { date: null },
      issue: { date: '2026-11-24T18:00:00.000Z', fecha: '2026-11-24T12:00:00' },
    });
    const fresh = given(draft({ date }))
      .when(stampDraft(folio(1), after(71 * HOUR), { date }))
      .events()[0];
    expect(fresh?.data).toMatchObject({ content: { date }, issue: { date } });
  });

  it('that is not ready says what it lacks', () => {
    const lacking = { customer: null, payment_form: null };
    const decided = given(draft(lacking)).when(stampDraft(folio(1), NOW, lacking));
    decided.thenRefused('draft_not_ready_to_stamp');
    expect(detailsOf(decided)).toEqual([
      ['customer', 'required'],
      ['payment_form', 'required'],
    ]);
  });

  it('is a draft again when it is refused, and is issued again under the next number', () => {
    const refused = [draft({ series: 'A' }), stampDraft(folio(1), NOW, { series: 'A' }), recordRefusal()];
    const again = given(...refused);
    expect(fold(invoiceDecider, history(...refused))).toEqual({
      status: 'draft',
      content: content({ series: 'A' }),
      issues: 1,
      revision: 2,
      edited: 2,
    });
    again.when(edit({ use: 'G01' })).thenTypes('DraftEdited');
    expect(
      again
        .when(stampDraft(folio(2), NOW, { at: 2 }))
        .events()
        .at(0)?.data,
    ).toMatchObject({
      issue: { number: 2, folio_number: 2 },
    });
  });

  it('can be deleted', () => {
    given(draft())
      .when(deleteDraft)
      .then([{ type: 'DraftDeleted', data: { at } }]);
  });
});
