import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import { invoiceDecider, type InvoiceCommand } from './decide.js';
import {
  HOUR,
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
  item,
  recordRefusal,
  stampDraft,
  totals,
} from './testing.js';

const given = (...commands: InvoiceCommand[]) => givenOf(invoiceDecider, history(...commands));
const detailsOf = ({ outcome }: ReturnType<ReturnType<typeof given>['when']>) =>
  outcome.ok ? [] : outcome.refusal.details?.map(({ path, code }) => [path, code]);

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

  it('is issued with what its payments say at that moment, unless it was edited since that was looked up', () => {
    const settled = { draft: content(), content: content({ conditions: 'as it is now' }) };
    const stamping = { ...stampDraft(), settled } as InvoiceCommand;
    const [issued] = history(draft(), stamping).slice(1);
    expect(issued?.data).toMatchObject({ content: { conditions: 'as it is now' } });
    given(draft(), edit({ conditions: 'edited' }))
      .when(stamping)
      .thenRefused('conflict');
    const same = { ...stamping, settled: { draft: settled.draft, content: settled.draft } };
    const [, , edited] = history(draft(), edit({ conditions: 'edited' }), same);
    expect(edited?.data).toMatchObject({ content: { conditions: 'edited' } });
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
      .when(stampDraft(folio(3)))
      .events();
    expect(event?.data).toMatchObject({
      content: { use: 'G01', date: asked },
      issue: { number: 1, folio_number: 3, date: asked, fecha: '2026-11-20T12:00:00', totals },
    });
  });

  it('gives up a date that has grown too old, for the present', () => {
    const now = after(72 * HOUR + 1);
    const stale = given(draft({ date }))
      .when(stampDraft(folio(1), now))
      .events()[0];
    expect(stale?.data).toMatchObject({
      content: { date: null },
      issue: { date: '2026-11-24T18:00:00.000Z', fecha: '2026-11-24T12:00:00' },
    });
    const fresh = given(draft({ date }))
      .when(stampDraft(folio(1), after(71 * HOUR)))
      .events()[0];
    expect(fresh?.data).toMatchObject({ content: { date }, issue: { date } });
  });

  it('that is not ready says what it lacks', () => {
    const decided = given(draft({ customer: null, payment_form: null })).when(stampDraft());
    decided.thenRefused('draft_not_ready_to_stamp');
    expect(detailsOf(decided)).toEqual([
      ['customer', 'required'],
      ['payment_form', 'required'],
    ]);
  });

  it('is a draft again when it is refused, and is issued again under the next number', () => {
    const again = given(draft({ series: 'A' }), stampDraft(), recordRefusal());
    expect(fold(invoiceDecider, history(draft({ series: 'A' }), stampDraft(), recordRefusal()))).toEqual({
      status: 'draft',
      content: content({ series: 'A' }),
      issues: 1,
    });
    again.when(edit({ use: 'G01' })).thenTypes('DraftEdited');
    expect(
      again
        .when(stampDraft(folio(2)))
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
