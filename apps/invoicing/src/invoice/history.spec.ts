import { describe, expect, it } from '@jest/globals';
import type { InvoiceEvent } from '#contracts';
import type { RecordedEvent } from '#event-store';
import type { InvoiceCommand } from './decide.js';
import { nothingTold, pageOfHistory } from '../document/history.js';
import { tell } from './history.js';
import { NOW, at, draft, edit, folio, history, recordRefusal, stampDraft, recordStamp } from './testing.js';

const recorded = (event: { type: string; data: unknown }, revision: number) =>
  ({
    ...event,
    id: `event-${revision}`,
    streamId: 'invoice-1',
    revision,
    position: BigInt(revision + 1),
    recordedAt: new Date(at),
    metadata: {
      organizationId: 'o',
      livemode: false,
      commandId: `c${revision}`,
      correlationId: 'log',
      actor: 'key:1',
    },
  }) as RecordedEvent<InvoiceEvent>;
const told = (...commands: InvoiceCommand[]) =>
  history(...commands)
    .map(recorded)
    .reduce(tell, nothingTold);

describe('a history', () => {
  const life = [
    draft(),
    edit({ series: 'A' }),
    stampDraft(folio(1), NOW, { at: 1, series: 'A' }),
    recordRefusal(),
    edit({ series: 'B' }),
    stampDraft(folio(1), NOW, { at: 4, series: 'B' }),
    recordStamp(2),
  ];

  it('says what each event changed, and why something was refused', () => {
    const { entries } = told(...life);
    expect(entries.map(({ type }) => type.slice('invoice.'.length))).toEqual([
      'drafted',
      'edited',
      'issued',
      'stamping_refused',
      'edited',
      'issued',
      'stamped',
    ]);
    expect(entries[1]?.changes).toEqual([{ field: 'series', from: null, to: 'A' }]);
    expect(entries[3]?.refusal).toEqual({
      code: 'invoice_stamping_validation_error',
      details: [{ code: 'CFDI40145', source: 'sat' }],
    });
    expect(entries[4]?.changes).toEqual([{ field: 'series', from: 'A', to: 'B' }]);
    expect(entries[0]).toMatchObject({ created_at: at, actor: 'key:1', correlation_id: 'log', revision: 0 });
  });

  it('is the same when continued as when read from the start', () => {
    const events = history(...life).map(recorded);
    const half = events.slice(0, 4).reduce(tell, nothingTold);
    expect(events.slice(half.nextRevision).reduce(tell, half)).toEqual(told(...life));
  });

  it('keeps of long values only that they have changed', () => {
    const long = told(draft({ conditions: 'a'.repeat(500) }), edit({ conditions: 'b'.repeat(500) }));
    expect(long.entries[1]?.changes).toEqual([{ field: 'conditions' }]);
    expect(long.fields['conditions']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(long)).not.toContain('aaa');
  });

  it.each([
    [{ take: 2, skip: 0, direction: 'forward', from: null }, [6, 5]],
    [{ take: 2, skip: 6, direction: 'forward', from: null }, [0]],
    [{ take: 2, skip: 0, direction: 'forward', from: 5 }, [4, 3]],
    [{ take: 2, skip: 0, direction: 'backward', from: 2 }, [3, 4]],
    [{ take: 2, skip: 0, direction: 'backward', from: 6 }, []],
  ] as const)('has the page %j', (page, revisions) => {
    const { entries, count } = pageOfHistory(told(...life), page);
    expect([entries.map(({ revision }) => revision), count]).toEqual([revisions, 7]);
  });

  it('is silent about events that it does not know', () => {
    const strange = recorded({ type: 'SomethingNew', data: {} }, 1);
    expect(tell(told(draft()), strange).entries).toHaveLength(1);
  });
});
