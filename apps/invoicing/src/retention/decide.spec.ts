import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given } from '#kernel/testing';
import type { RetentionEvent } from '#contracts';
import { contentToCopy, retentionDecider, type RetentionCommand } from './decide.js';
import * as t from './testing.js';

const after = (...commands: readonly RetentionCommand[]) => given(retentionDecider, t.history(...commands));
const living = (life: t.Life) => after(...t.lives[life]);
const stateAfter = (events: readonly RetentionEvent[]) => fold(retentionDecider, events);

const AMOUNTS = {
  ...{ monto_tot_operacion: '1000.00', monto_tot_grav: '1000.00' },
  ...{ monto_tot_exent: '0.00', monto_tot_ret: '100.00' },
};
const issue = { number: 1, issuer: t.issuer, date: t.date, fecha: '2026-11-21T12:00:00', amounts: AMOUNTS };

describe('a retention that is created', () => {
  it('is issued: its content, date and amounts are fixed', () => {
    after()
      .when(t.create())
      .then([{ type: 'RetentionIssued', data: { content: t.content(), issue, at: t.at } }]);
  });

  it('is refused at its fields', () => {
    after()
      .when(t.create({ cve_retenc: null }))
      .thenRefused('invalid_request', { path: 'cve_retenc' });
    after()
      .when(t.create({ cve_retenc: '14' }))
      .thenRefused('invalid_retention_complement', { path: 'complements' });
  });

  it.each(t.without('absent'))('is not made over one that is there: %s', (life) => {
    living(life).when(t.create()).thenRefused('conflict');
    living(life).when(t.draft()).thenRefused('conflict');
  });
});

describe('a draft', () => {
  it('shows its amounts, and what keeps it from its stamp', () => {
    const [drafted] = after()
      .when(t.draft({ customer: null }))
      .events();
    expect(drafted).toMatchObject({
      type: 'RetentionDrafted',
      data: { amounts: AMOUNTS, problems: [{ path: 'customer', code: 'required' }] },
    });
  });

  it('has no impossible date', () => {
    const fecha_exp = t.after(t.HOUR).toISOString();
    after().when(t.draft({ fecha_exp })).thenRefused('invalid_request', { path: 'fecha_exp' });
    after(t.draft()).when(t.edit({ fecha_exp })).thenRefused('invalid_request', { path: 'fecha_exp' });
  });

  it('is edited, and may keep a date that has grown old', () => {
    const old = t.draft({ fecha_exp: t.after(-70 * t.HOUR).toISOString() });
    const [edited] = after(old)
      .when(t.edit({ desc_retenc: 'Honorarios' }, { now: t.after(10 * t.HOUR) }))
      .events();
    expect(edited).toMatchObject({
      type: 'RetentionDraftEdited',
      data: { content: { desc_retenc: 'Honorarios' }, problems: [] },
    });
  });

  it('is not changed by a request that has seen it before another one changed it', () => {
    const edited = [t.draft(), t.edit({ desc_retenc: 'Otro' })];
    const late = [t.edit({}, { base: 0 }), t.edit({}, { at: 0 }), { ...t.deleteDraft, base: 0 }];
    for (const command of [...late, t.stampDraft({ base: 0 })])
      after(...edited)
        .when(command)
        .thenRefused('draft_update_in_progress');
  });

  it('is stamped with its customer as it is now', () => {
    const [issued] = after(t.draft())
      .when(t.stampDraft({ customer: t.foreigner() }))
      .events();
    expect(issued).toMatchObject({ data: { content: { customer: { legal_name: 'Acme Inc' } } } });
  });

  it('is stamped now if its date has grown old meanwhile', () => {
    const old = t.draft({ fecha_exp: t.date });
    const now = t.after(73 * t.HOUR);
    const [issued] = after(old).when(t.stampDraft({ now })).events();
    expect(issued).toMatchObject({
      data: { content: { fecha_exp: null }, issue: { date: '2026-11-24T19:00:00.000Z' } },
    });
  });

  it('has an internal folio when it is stamped: its own, or one of its id', () => {
    const folioOf = (folio_int: string | null) => after(t.draft({ folio_int })).when(t.stampDraft()).events();
    expect(folioOf('R7')).toMatchObject([{ data: { content: { folio_int: 'R7' } } }]);
    expect(folioOf(null)).toMatchObject([{ data: { content: { folio_int: t.RETENTION_ID.slice(-20) } } }]);
  });

  it('that is a copy has nothing that names the original', () => {
    const original = t.content({
      ...{ fecha_exp: t.date, folio_int: 'R7', external_id: 'mine', idempotency_key: 'k' },
    });
    expect(contentToCopy(original)).toEqual(t.content());
  });

  it('that is not ready says what is missing', () => {
    const incomplete = after(t.draft({ totales: null })).when(t.stampDraft());
    incomplete.thenRefused('draft_not_ready_to_stamp');
    expect(incomplete.outcome).toMatchObject({ refusal: { details: [{ path: 'totales' }] } });
  });

  it('is a draft again when it was refused, and may be stamped again under the next number', () => {
    const [again] = living('draft again').when(t.stampDraft()).events();
    expect(again).toMatchObject({ type: 'RetentionIssued', data: { issue: { number: 2 } } });
  });

  it('is deleted', () => {
    after(t.draft())
      .when(t.deleteDraft)
      .then([{ type: 'RetentionDraftDeleted', data: { at: t.at } }]);
  });

  it.each(t.without('draft', 'draft again'))('is the only one that changes, not %s', (life) => {
    const code = t.GONE.includes(life)
      ? 'retention_not_found'
      : life === 'pending'
        ? 'stamping_in_progress'
        : 'retention_not_draft';
    for (const command of [t.edit({}), t.deleteDraft, t.stampDraft()])
      living(life).when(command).thenRefused(code);
  });
});

describe('a stamping', () => {
  it('makes a pending one valid', () => {
    after(t.create())
      .when(t.recordStamp())
      .then([{ type: 'RetentionStamped', data: { number: 1, stamp: t.stamp, at: t.at } }]);
  });

  it('that is refused before anybody was shown it leaves nothing', () => {
    after(t.create())
      .when(t.recordRefusal())
      .then([{ type: 'RetentionRefused', data: { number: 1, ...t.refusal, at: t.at } }]);
    expect(stateAfter(t.history(t.create(), t.recordRefusal())).status).toBe('refused');
  });

  it('that is refused after its maker was shown it leaves it failed', () => {
    const events = t.history(t.create(), t.recordDelay(), t.recordRefusal());
    expect(events.at(-1)).toMatchObject({ type: 'RetentionRefused', data: { kept: true } });
    expect(stateAfter(events)).toMatchObject({ status: 'failed', refused: true });
  });

  it('that is given up leaves it failed', () => {
    after(t.create()).when(t.recordFailure()).thenTypes('RetentionStampingFailed');
    expect(stateAfter(t.history(t.create(), t.recordFailure())).status).toBe('failed');
  });

  it('that is uncertain leaves it pending', () => {
    const events = t.history(t.create(), t.recordDelay(), t.recordDelay(), t.recordStamp());
    expect(events.map(({ type }) => type).slice(1)).toEqual([
      ...['RetentionStampingDelayed', 'RetentionStampingDelayed', 'RetentionStamped'],
    ]);
  });

  it.each(t.without('pending'))('that is told late changes nothing: %s', (life) => {
    for (const command of [t.recordStamp(), t.recordRefusal(), t.recordDelay(), t.recordFailure()])
      living(life).when(command).then([]);
  });

  it('of another number than the last changes nothing', () => {
    for (const record of [t.recordStamp, t.recordRefusal, t.recordDelay, t.recordFailure])
      living('pending').when(record(2)).then([]);
  });
});

describe('what was begun', () => {
  const forgo = (at: number): RetentionCommand => ({ type: 'forgo', now: t.NOW, at });

  it('is ruled out at its revision: a new one never comes to be, and no edit of a draft with another key', () => {
    after()
      .when(forgo(-1))
      .then([{ type: 'RetentionForgone', data: { at: t.at } }]);
    after(t.draft())
      .when(forgo(0))
      .then([{ type: 'RetentionClaimsForgone', data: { at: t.at } }]);
    const forgone = t.history(t.draft(), forgo(0));
    given(retentionDecider, forgone)
      .when(t.edit({}, { at: 0 }))
      .thenRefused('draft_update_in_progress');
    given(retentionDecider, t.history(forgo(-1)))
      .when(t.create())
      .thenRefused('conflict');
  });

  it('is not ruled out once it has moved', () => {
    living('pending').when(forgo(-1)).then([]);
    living('valid').when(forgo(1)).then([]);
  });

  it('is no change of a draft to those who have read it', () => {
    const forgone = [t.draft(), forgo(0)];
    after(...forgone)
      .when(t.edit({}, { base: 0 }))
      .thenTypes('RetentionDraftEdited');
  });
});

it('an event that this release does not know moves the revision only', () => {
  const unknown = { type: 'RetentionPraised', data: {} } as never;
  const [drafted] = t.history(t.draft());
  expect(stateAfter([drafted as RetentionEvent, unknown])).toMatchObject({
    ...{ status: 'draft', revision: 1, edited: 0 },
  });
});
