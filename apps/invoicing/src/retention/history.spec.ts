import { describe, expect, it } from '@jest/globals';
import type { RetentionEvent } from '#contracts';
import type { RecordedEvent } from '#event-store';
import { nothingTold } from '../document/history.js';
import type { RetentionCommand } from './decide.js';
import { tell } from './history.js';
import * as t from './testing.js';
import { unstampedOf } from './unstamped.js';

const recorded = (...commands: readonly RetentionCommand[]) =>
  t.history(...commands).map(
    (event, revision) =>
      ({
        ...event,
        ...{ id: `event-${revision}`, revision, recordedAt: new Date(t.at) },
        metadata: { organizationId: 'o', livemode: false, correlationId: 'log', actor: 'key:1' },
      }) as RecordedEvent<RetentionEvent>,
  );

describe('the history of a retention', () => {
  it('tells what happened, and what an edit changed', () => {
    const { entries } = recorded(
      t.draft(),
      t.edit({ desc_retenc: 'Honorarios' }),
      t.stampDraft(),
      t.recordStamp(),
      t.cancel(),
      t.recordAnswer('accepted'),
    ).reduce(tell, nothingTold);
    expect(entries.map(({ type }) => type)).toEqual([
      ...['retention.drafted', 'retention.edited', 'retention.issued', 'retention.stamped'],
      ...['retention.cancellation_requested', 'retention.canceled'],
    ]);
    expect(entries[1]?.changes).toEqual([{ field: 'desc_retenc', from: null, to: 'Honorarios' }]);
    expect(entries[2]?.data).toEqual({
      ...{ date: t.date, monto_tot_operacion: '1000.00', monto_tot_ret: '100.00' },
    });
    expect(entries[3]).toMatchObject({ actor: 'key:1', data: { uuid: t.stamp.uuid } });
  });

  it('tells why something was refused', () => {
    const { entries } = recorded(t.draft(), t.stampDraft(), t.recordRefusal()).reduce(tell, nothingTold);
    expect(entries.at(-1)).toMatchObject({ type: 'retention.stamping_refused', refusal: t.refusal });
  });
});

describe('a retention without a stamp', () => {
  it.each([
    ['draft', { status: 'draft', date: null, issuer: null }],
    ['draft again', { status: 'draft', date: null, issuer: null }],
    ['pending', { status: 'pending', date: t.date, issuer: t.issuer }],
    ['failed', { status: 'failed' }],
    ['failed after it was shown', { status: 'failed' }],
  ] as const)('is shown as %s', (life, shown) => {
    expect(unstampedOf(recorded(...t.lives[life]))).toMatchObject({ created_at: t.at, ...shown });
  });

  it.each(t.GONE)('is not shown once it is gone: %s', (life) => {
    expect(unstampedOf(recorded(...t.lives[life]))).toBeUndefined();
  });
});
