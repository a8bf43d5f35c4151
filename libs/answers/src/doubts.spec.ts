import { describe, expect, it } from '@jest/globals';
import type { DoubtRow, InvoiceStamp, StampingEvent } from '#contracts';
import { doubtRow, passesDoubts } from './doubts.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const ORGANIZATION = '66f0c0c0c0c0c0c0c0c0c0aa';
const HOUR = 3_600_000;
const START = Date.parse('2026-11-27T18:00:00.000Z');
const after = (ms: number): string => new Date(START + ms).toISOString();
const [t0, t1, t2] = [after(0), after(60_000), after(120_000)];

type Event = StampingEvent;

/** The row after events of a stamping, one after the other. */
function rowAfter(events: readonly Event[], { livemode = true, key = `${ID}.1` } = {}): DoubtRow | undefined {
  return events.reduce<DoubtRow | undefined>((row, event, revision) => {
    const metadata = { organizationId: ORGANIZATION, livemode };
    const told = { ...event, streamId: `stamping-${key}`, revision, metadata };
    const next = doubtRow(row, told);
    // What is passed by without a look finds no row, and leaves none.
    if (passesDoubts(told)) expect([row, next]).toEqual([undefined, undefined]);
    return next;
  }, undefined);
}
const inTest = { livemode: false };

const stamp = { uuid: '5C5C5C5C-0000-4000-8000-000000000001' } as InvoiceStamp;
const sealed = (pac?: string): Event => ({
  type: 'ComprobanteSealed',
  data: { xml_key: 'cfdi/x.xml', sello: 's', no_certificado: '1', at: t0, ...(pac && { pac }) },
});
const sent = (pac: string, attempt: number, notTaken?: string): Event => {
  const data = { pac, attempt, at: t1 };
  const taken = { pac: notTaken ?? '', attempt: attempt - 1, reason: 'not_reached' };
  return { type: 'StampSent', data: { ...data, ...(notTaken && { after: taken }) } };
};
const uncertain = (certain: boolean, over: object = {}): Event => ({
  type: 'StampUncertain',
  data: { tries: 1, certain, reason: 'no_answer', retry_at: t2, at: t1, ...over },
});
const forced: Event = {
  type: 'StampForced',
  data: { from: 'sw', to: 'finkok', by: 'user:1', at: t1 },
};
const stampedBy = (pac: string, watched: readonly string[] = []): Event => ({
  type: 'ComprobanteStamped',
  data: { stamp, pac, duplicate: false, at: t2, ...(watched.length > 0 && { watched }) },
});
const ruledOut = (pac: string): Event => ({
  type: 'StampRuledOut',
  data: { pac, by: 'asked', at: t2 },
});

const doubt = [sealed('sw'), uncertain(false, { pac: 'sw', attempt: 1 })];

describe('events that are passed by', () => {
  const passed = (events: readonly Event[], { livemode }: { readonly livemode: boolean }) =>
    events.map((event, revision) =>
      passesDoubts({
        ...{ ...event, streamId: `stamping-${ID}.1`, revision },
        metadata: { organizationId: ORGANIZATION, livemode },
      }),
    );

  it('are those of what the sandbox stamped at once', () => {
    expect(passed([sealed(), stampedBy('sandbox')], inTest)).toEqual([true, true]);
    expect(passed([sealed(), uncertain(false), stampedBy('sandbox')], inTest)).toEqual([true, false, false]);
  });

  it('are none of a PAC, in Test or in Live', () => {
    expect(passed([sealed('sw'), stampedBy('sw')], inTest)).toEqual([false, false]);
    expect(passed([sealed('sw'), stampedBy('sw')], { livemode: true })).toEqual([false, false]);
  });
});

describe('a document in doubt', () => {
  it('is one whose PAC gave no certain answer', () => {
    expect(rowAfter(doubt)).toEqual({
      ...{ id: `${ID}.1`, revision: 1, organization_id: ORGANIZATION, livemode: true, document_id: ID },
      ...{ sealed_at: t0, since: t0, listed_at: t0, watched_until: null },
      doc: {
        ...{ id: ID, type: 'invoice', organization: ORGANIZATION, livemode: true, pac: 'sw' },
        ...{ since: t0, attempts: 1, next_look_at: t2, forced_to: null, uuid: null, reason: 'no_answer' },
        surplus_search: null,
      },
    });
    const retention = rowAfter(doubt, { key: `retention-${ID}.2` });
    expect(retention).toMatchObject({ document_id: ID, doc: { id: ID, type: 'retention' } });
  });

  it('counts as one after a while, where nothing was heard: its process may have died', () => {
    expect(rowAfter([sealed('sw')])).toMatchObject({ since: t0, listed_at: after(120_000) });
  });

  it('is gone once it has its stamp, is refused or is given up', () => {
    const ends: Event[] = [
      stampedBy('sw'),
      { type: 'StampRefused', data: { code: 'invoice_stamping_validation_error', details: [], at: t2 } },
      { type: 'StampAbandoned', data: { reason: 'never_stamped', at: t2 } },
    ];
    for (const end of ends) expect(rowAfter([...doubt, end])).toBeUndefined();
  });

  it('is none while it surely is nowhere, and again when it is sent once more', () => {
    const nowhere = [sealed('sw'), uncertain(true, { pac: 'sw', attempt: 1, reason: 'not_reached' })];
    expect(rowAfter(nowhere)).toMatchObject({ since: null, listed_at: null });
    expect(rowAfter([...doubt, ruledOut('sw')])).toMatchObject({ since: null, listed_at: null });
    const again = rowAfter([...nowhere, sent('finkok', 2)]);
    expect(again).toMatchObject({ since: t1, doc: { pac: 'finkok', attempts: 2, since: t1, reason: null } });
  });

  it('is in doubt at the PAC that it went on to, where the first one certainly did not take it', () => {
    const row = rowAfter([sealed('sw'), sent('finkok', 2, 'sw')]);
    expect(row).toMatchObject({ since: t1, listed_at: after(180_000), doc: { pac: 'finkok', attempts: 2 } });
  });

  it('stays in doubt since the first time, however often the same PAC is asked', () => {
    const row = rowAfter([...doubt, sent('sw', 2), uncertain(false, { pac: 'sw', attempt: 2 })]);
    expect(row).toMatchObject({ since: t0, listed_at: t0, doc: { pac: 'sw', attempts: 2 } });
  });
});

describe('a document that was forced', () => {
  const both = [...doubt, forced, sent('finkok', 2)];

  it('says where its surplus stamp is looked for', () => {
    expect(rowAfter(both)?.doc.surplus_search).toBeNull();
    const search = { ...forced, data: { ...forced.data, search: 'sat' } } as Event;
    const events = [...doubt, search, sent('finkok', 2), stampedBy('finkok', ['sw'])];
    expect(rowAfter(events)?.doc).toMatchObject({ pac: 'sw', surplus_search: 'sat' });
  });

  it('says so of the other one where the first has its stamp', () => {
    const search = { ...forced, data: { ...forced.data, search: 'pac', search_to: 'sat' } } as Event;
    const stamped = stampedBy('sw', ['finkok']);
    const told = { ...stamped, data: { ...stamped.data, search: 'sat' } } as Event;
    expect(rowAfter([...doubt, search, sent('finkok', 2)])?.doc.surplus_search).toBe('pac');
    expect(rowAfter([...doubt, search, sent('finkok', 2), told])?.doc).toMatchObject({
      ...{ pac: 'finkok', surplus_search: 'sat' },
    });
  });

  it('is in doubt at the first PAC, and says to whom it was forced', () => {
    expect(rowAfter(both)).toMatchObject({ doc: { pac: 'sw', forced_to: 'finkok', attempts: 2, since: t0 } });
  });

  it('is watched for a week after its seal, at the PAC that perhaps has another one', () => {
    const watched = { watched_until: after(168 * HOUR), doc: { forced_to: 'finkok', uuid: stamp.uuid } };
    const byForced = rowAfter([...both, stampedBy('finkok', ['sw'])]);
    expect(byForced).toMatchObject({ ...watched, doc: { ...watched.doc, pac: 'sw' } });
    const byFirst = rowAfter([...both, stampedBy('sw', ['finkok'])]);
    expect(byFirst).toMatchObject({ ...watched, doc: { ...watched.doc, pac: 'finkok' } });
  });

  it('is over where nobody else can have it, and once the surplus stamp is found', () => {
    expect(rowAfter([...both, stampedBy('sw')])).toBeUndefined();
    const data = { uuid: 'X', pac: 'sw', stamp, at: t2 };
    const found: Event = { type: 'SurplusStampFound', data };
    const settled: Event = {
      type: 'SurplusStampSettled',
      data: { uuid: 'X', pac: 'sw', outcome: 'canceled', at: t2 },
    };
    for (const rest of [[found], [found, settled]])
      expect(rowAfter([...both, stampedBy('finkok', ['sw']), ...rest])).toBeUndefined();
  });

  it('is in doubt at the first PAC still where the second one surely did not take it', () => {
    const refused = { pac: 'finkok', attempt: 2, reason: 'refused', doubt: 'sw' };
    expect(rowAfter([...both, uncertain(true, refused)])).toMatchObject({
      ...{ since: t0, doc: { pac: 'sw', forced_to: null, reason: 'refused' } },
    });
    const away = { ...refused, reason: 'not_reached' };
    expect(rowAfter([...both, uncertain(true, away)])?.doc).toMatchObject({ pac: 'sw', forced_to: 'finkok' });
  });

  it('is in doubt at the second PAC alone once the first one is ruled out', () => {
    expect(rowAfter([...both, ruledOut('sw')])).toMatchObject({
      ...{ since: t0, doc: { pac: 'finkok', forced_to: null } },
    });
  });
});

describe('a document of the sandbox', () => {
  it('leaves no row unless its outcome is uncertain: each one would cost a write', () => {
    expect(rowAfter([sealed('sandbox')], inTest)).toBeUndefined();
    expect(rowAfter([sealed()], inTest)).toBeUndefined();
    expect(rowAfter([sealed(), uncertain(true)], inTest)).toBeUndefined();
    expect(rowAfter([sealed(), sent('sandbox', 2), stampedBy('sandbox')], inTest)).toBeUndefined();
    expect(rowAfter([sealed(), uncertain(false)], inTest)).toMatchObject({
      ...{ since: t1, listed_at: t1, doc: { pac: 'sandbox', livemode: false, attempts: 1 } },
    });
    expect(rowAfter([sealed(), uncertain(false), stampedBy('sandbox')], inTest)).toBeUndefined();
  });

  it('of a PAC’s own sandbox is followed as in Live', () => {
    expect(rowAfter([sealed('sw')], inTest)).toMatchObject({ since: t0, doc: { pac: 'sw' } });
  });

  it('that has ended does not come back', () => {
    expect(rowAfter([...doubt, stampedBy('sw'), uncertain(false, { pac: 'sw' })])).toBeUndefined();
  });
});
