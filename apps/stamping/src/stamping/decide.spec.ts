import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import type { InvoiceStamp, StampingEvent } from '#contracts';
import {
  RETRY_SECONDS,
  stampingDecider,
  stampingDeciderWith,
  type StampAnswer,
  type StampDecision,
} from './decide.js';

const NOW = new Date('2026-11-21T18:00:00.000Z');
const at = NOW.toISOString();
const HOUR = 3_600_000;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

const stamp: InvoiceStamp = {
  uuid: '5C5C5C5C-0000-4000-8000-000000000001',
  date: at,
  signature: 'sello',
  sat_cert_number: '30001000000500003456',
  sat_signature: 'sat',
  rfc_provider_cert: 'SPR190613I52',
  complement_string: '||1.1||',
  issuer_cert_number: '30001000000500003416',
  xml_key: 'cfdi/x.1/0.xml',
  timbre_xml: '<tfd:TimbreFiscalDigital/>',
  verification_url: 'https://example.test/',
};
const seal: StampDecision = {
  type: 'seal',
  pac: 'sw',
  now: NOW,
  xmlKey: 'cfdi/x.1/0.xml',
  sello: 'sello',
  noCertificado: '30001000000500003416',
};
const sealedData = {
  ...{ xml_key: 'cfdi/x.1/0.xml', sello: 'sello', no_certificado: '30001000000500003416', at },
};
const refuse: StampDecision = { type: 'refuse', now: NOW, code: 'organization_incomplete', details: [] };
const record = (answer: StampAnswer, now = NOW, look = false): StampDecision => ({
  type: 'record',
  now,
  answer,
  look,
});
const send = (to: string, attempt: number, now = NOW): StampDecision => ({ type: 'send', now, to, attempt });
const force = (to: string): StampDecision => ({ type: 'force', now: NOW, to, by: 'key:1' });
const passOn = (to: string, attempt: number, from: string, declined?: true): StampDecision => ({
  ...{ type: 'send', now: NOW, to, attempt },
  after: { pac: from, attempt: attempt - 1, reason: 'not_reached', ...(declined && { declined }) },
});
const missing = (pac: string): StampAnswer => ({ kind: 'missing', pac, settles: true });
const stampedBy = (pac: string, uuid = stamp.uuid): StampAnswer => ({
  ...{ kind: 'stamped', stamp: { ...stamp, uuid }, pac, duplicate: false },
  document: {
    uuid,
    issuer_rfc: 'EKU9003173C9',
    receiver_rfc: 'URE180429TM6',
    total: '1.00',
    sello_tail: 'x',
    pac,
  },
});
const stamped = stampedBy('sw');
const refused: StampAnswer = {
  kind: 'refused',
  code: 'invoice_stamping_validation_error',
  details: [{ code: 'CFDI40145', source: 'sat' }],
};
const outage: StampAnswer = { kind: 'uncertain', certain: true, reason: 'outage' };
const timeout: StampAnswer = { kind: 'uncertain', certain: false, reason: 'timeout' };

function history(...commands: StampDecision[]): StampingEvent[] {
  const events: StampingEvent[] = [];
  for (const command of commands) {
    const decision = stampingDecider.decide(command, fold(stampingDecider, events));
    if (!decision.ok) throw new Error(decision.refusal.code);
    events.push(...decision.value);
  }
  return events;
}
const given = (...commands: StampDecision[]) => givenOf(stampingDecider, history(...commands));
/** So many rounds in which nobody took it. */
const outages = (count: number): StampDecision[] =>
  Array.from({ length: count }, (_, index) => [
    ...(index === 0 ? [] : [send('sw', index + 1)]),
    record({ ...outage, pac: 'sw', attempt: index + 1 }),
  ]).flat();

describe('a stamping', () => {
  it('begins with a sealed document, and whom it goes to, before anything is sent', () => {
    given()
      .when(seal)
      .then([
        {
          type: 'ComprobanteSealed',
          data: {
            ...{ xml_key: 'cfdi/x.1/0.xml', sello: 'sello', no_certificado: '30001000000500003416', at },
            pac: 'sw',
          },
        },
      ]);
  });

  it('of which nobody can be reached is sealed, and certainly nowhere', () => {
    given()
      .when({ ...seal, pac: null })
      .thenTypes('ComprobanteSealed', 'StampUncertain');
    given({ ...seal, pac: null })
      .when(send('sw', 2))
      .thenTypes('StampSent');
  });

  it('is sealed once: a second delivery keeps the first seal', () => {
    const other = { ...seal, xmlKey: 'cfdi/x.1/1.xml', sello: 'other' } as StampDecision;
    given(seal).when(other).then([]);
    expect(fold(stampingDecider, history(seal, other))).toMatchObject({ xmlKey: 'cfdi/x.1/0.xml' });
  });

  it('may be refused by us as long as it is not sealed', () => {
    given()
      .when(refuse)
      .then([{ type: 'StampRefused', data: { code: 'organization_incomplete', details: [], at } }]);
    given(seal).when(refuse).thenRefused('conflict');
  });

  it('has no answer before it is sealed', () => {
    for (const answer of [stamped, refused, outage, timeout])
      given().when(record(answer)).thenRefused('conflict');
    given().when(send('sw', 1)).thenRefused('conflict');
  });

  it('ends with the stamp, or with a refusal', () => {
    given(seal)
      .when(record(stamped))
      .then([{ type: 'ComprobanteStamped', data: { stamp, pac: 'sw', duplicate: false, at, attempt: 1 } }]);
    given(seal)
      .when(record(refused))
      .then([
        {
          type: 'StampRefused',
          data: {
            code: 'invoice_stamping_validation_error',
            details: [{ code: 'CFDI40145', source: 'sat' }],
            at,
            pac: 'sw',
          },
        },
      ]);
    given(seal, record(timeout)).when(record(stamped)).thenTypes('ComprobanteStamped');
  });

  it('that has ended hears nothing more', () => {
    const gone = later(80 * HOUR);
    const abandoned = [seal, ...outages(8), send('sw', 9), record(outage, gone)];
    expect(history(...abandoned).at(-1)?.type).toBe('StampAbandoned');
    for (const end of [[seal, record(stamped)], [seal, record(refused)], [refuse], abandoned])
      for (const command of [
        seal,
        refuse,
        send('sw', 2),
        ...[refused, outage, timeout].map((a) => record(a, gone)),
      ])
        given(...end)
          .when(command)
          .then([]);
  });
});

describe('who gets the bytes', () => {
  it('is the next one at once, where the first certainly did not take them', () => {
    given(seal)
      .when(passOn('finkok', 2, 'sw'))
      .thenTypes('StampSent');
    expect(fold(stampingDecider, history(seal, passOn('finkok', 2, 'sw')))).toMatchObject({
      attempts: 2,
      holders: [{ pac: 'finkok', open: 2, unsure: false }],
      tried: [{ pac: 'sw', declined: false }],
    });
  });

  it('is nobody else as long as one perhaps has them', () => {
    // Written down and no answer; no answer; and an attempt that was not taken, after one without an answer.
    for (const doubt of [[seal], [seal, record(timeout)], [seal, record(timeout), send('sw', 2)]])
      given(...doubt)
        .when(send('finkok', doubt.length === 3 ? 3 : 2))
        .then([]);
    given(seal, record(timeout), send('sw', 2))
      .when(passOn('finkok', 3, 'sw'))
      .thenTypes('StampUncertain');
    expect(
      history(seal, record(timeout), send('sw', 2), passOn('finkok', 3, 'sw')).at(-1)?.data,
    ).toMatchObject({ pac: 'sw', certain: false, attempt: 2 });
  });

  it('is the same one again, where it is asked by sending', () =>
    given(seal, record(timeout)).when(send('sw', 2)).thenTypes('StampSent'));

  it('is sent to by one process alone: an attempt has one number', () =>
    given(seal, record(timeout), send('sw', 2)).when(send('sw', 2)).then([]));

  it('hears nothing of an attempt after which there was another one', () =>
    given(seal, record(timeout), send('sw', 2))
      .when(record({ ...outage, pac: 'sw', attempt: 1 }))
      .then([]));

  it('may be another one after "not found", said twice and after the settling time', () => {
    const asked = [seal, record(timeout)];
    given(...asked)
      .when(record(missing('sw'), later(60_000)))
      .thenTypes('StampUncertain');
    given(...asked, record(missing('sw'), later(60_000)))
      .when(record(missing('sw'), later(119_000)))
      .thenTypes('StampUncertain');
    given(...asked, record(missing('sw'), later(60_000)))
      .when(record(missing('sw'), later(120_000)))
      .then([{ type: 'StampRuledOut', data: { pac: 'sw', by: 'asked', at: later(120_000).toISOString() } }]);
    // Said once after the settling time, or twice at once, is no proof.
    given(...asked)
      .when(record(missing('sw'), later(130_000)))
      .thenTypes('StampUncertain');
    given(...asked, record(missing('sw'), later(130_000)))
      .when(record(missing('sw'), later(130_001)))
      .thenTypes('StampUncertain');
    // Sent there again, all begins anew.
    given(...asked, record(missing('sw'), later(60_000)), send('sw', 2, later(119_000)))
      .when(record(missing('sw'), later(240_000)))
      .thenTypes('StampUncertain');
  });

  it('has refused it for good, unless its refusal says nothing of an earlier attempt', () => {
    const again = [seal, record(timeout), send('sw', 2)];
    given(...again)
      .when(record({ ...refused, pac: 'sw', attempt: 2 }))
      .thenTypes('StampRefused');
    const ofItsDate: StampAnswer = {
      ...{ kind: 'refused', code: 'invoice_stamping_validation_error', details: [] },
      ...{ proves: false, pac: 'sw', attempt: 2 },
    };
    given(...again)
      .when(record(ofItsDate))
      .thenTypes('StampUncertain');
    given(seal)
      .when(record({ ...ofItsDate, attempt: 1 }))
      .thenTypes('StampRefused');
  });
});

describe('an operator', () => {
  const doubt = [seal, record(timeout)];
  const forced = [...doubt, force('finkok')];

  it('may force another provider while one perhaps has it, and only then', () => {
    given(...doubt)
      .when(force('finkok'))
      .then([{ type: 'StampForced', data: { from: 'sw', to: 'finkok', by: 'key:1', at } }]);
    given(...doubt)
      .when(force('sw'))
      .thenRefused('pac_not_available');
    given(...forced)
      .when(force('finkok'))
      .then([]);
    given(seal, record(outage)).when(force('finkok')).thenRefused('stamping_doubt_not_found');
    given(seal, record(stamped)).when(force('finkok')).thenRefused('stamping_doubt_not_found');
    given().when(force('finkok')).thenRefused('stamping_doubt_not_found');
  });

  it('has the same bytes sent there, and the first one is watched', () => {
    given(...forced)
      .when(send('finkok', 2))
      .thenTypes('StampSent');
    given(...forced)
      .when(send('prodigia', 2))
      .then([]);
    const events = history(...forced, send('finkok', 2), record({ ...stampedBy('finkok'), attempt: 2 }));
    expect(events.at(-1)).toMatchObject({
      type: 'ComprobanteStamped',
      data: { pac: 'finkok', attempt: 2, watched: ['sw'] },
    });
  });

  it('says who can be asked for a surplus stamp of the one that did not stamp first, whichever that is', () => {
    const asked = { ...force('finkok'), search: 'sat', searchTo: 'pac' } as StampDecision;
    const sent = [...doubt, asked, send('finkok', 2)];
    const ends = [
      { by: 'finkok', attempt: 2, watched: ['sw'], search: 'sat' },
      { by: 'sw', attempt: 1, watched: ['finkok'], search: 'pac' },
    ] as const;
    for (const { by, attempt, watched, search } of ends)
      expect(history(...sent, record({ ...stampedBy(by), attempt })).at(-1)).toMatchObject({
        ...{ type: 'ComprobanteStamped', data: { pac: by, watched, search } },
      });
  });

  it('has nothing sent to the first one any more while the forced one may have it: that would make the surplus stamp', () => {
    const unanswered = [...forced, send('finkok', 2), record({ ...timeout, pac: 'finkok', attempt: 2 })];
    given(...unanswered)
      .when(send('sw', 3))
      .then([]);
    given(...unanswered)
      .when(send('finkok', 3))
      .thenTypes('StampSent');
    given(...forced, send('finkok', 2), record({ ...outage, pac: 'finkok', attempt: 2 }))
      .when(send('sw', 3))
      .thenTypes('StampSent');
    given(...unanswered)
      .when(send('prodigia', 3))
      .then([]);
  });

  it('is not rid of the doubt where the other one does not take it, or refuses it', () => {
    const sent = [...forced, send('finkok', 2)];
    expect(history(...sent, record({ ...outage, pac: 'finkok', attempt: 2 })).at(-1)).toMatchObject({
      type: 'StampUncertain',
      data: { certain: true, pac: 'finkok', doubt: 'sw' },
    });
    const refusedThere = [...sent, record({ ...refused, pac: 'finkok', attempt: 2 })];
    expect(fold(stampingDecider, history(...refusedThere))).toMatchObject({
      status: 'sealed',
      forced: null,
      holders: [{ pac: 'sw' }],
    });
  });
});

describe('a clock that jumps ahead', () => {
  const missingAt = (ms: number, steadyMs: number): StampDecision =>
    record({ ...missing('sw'), kind: 'missing', pac: 'sw', steadySince: later(steadyMs) }, later(ms));
  const doubt = [seal, record(timeout)];

  it('does not end the settling time: that begins again', () => {
    const jumped = [...doubt, missingAt(10_000, 0), missingAt(HOUR, HOUR)];
    expect(history(...jumped).at(-1)?.data).toMatchObject({
      reason: 'not_found',
      anew: true,
      certain: false,
    });
    given(...jumped)
      .when(missingAt(HOUR + 119_999, HOUR))
      .thenTypes('StampUncertain');
    given(...jumped)
      .when(missingAt(HOUR + 120_000, HOUR))
      .thenTypes('StampRuledOut');
    // Evenly, it is over by then.
    given(...doubt, missingAt(10_000, 0))
      .when(missingAt(HOUR, 0))
      .thenTypes('StampRuledOut');
  });

  it('nor does what was said before count as one of two', () => {
    const before = [...doubt, missingAt(10_000, 0)];
    given(...before)
      .when(missingAt(2 * HOUR, HOUR))
      .thenTypes('StampUncertain');
    given(...before, missingAt(2 * HOUR, HOUR))
      .when(missingAt(2 * HOUR + 5_000, HOUR))
      .thenTypes('StampRuledOut');
  });
});

describe('an account that changes at the PAC that perhaps has the document', () => {
  const at_ = (account: string) => ({ account });
  const sealed = { ...seal, ...at_('A') } as StampDecision;
  const doubt = [sealed, record(timeout)];
  const sendBy = (account: string | undefined, attempt = 2): StampDecision => ({
    ...{ type: 'send', now: NOW, to: 'sw', attempt },
    ...(account !== undefined && { account }),
  });
  const missingBy = (account: string, ms: number): StampDecision =>
    record({ ...missing('sw'), ...at_(account) }, later(ms));

  it('is written down with who gets it', () => {
    given()
      .when(sealed)
      .then([{ type: 'ComprobanteSealed', data: { ...sealedData, pac: 'sw', account: 'A' } }]);
    given(...doubt)
      .when(sendBy('A'))
      .then([{ type: 'StampSent', data: { pac: 'sw', attempt: 2, at, account: 'A' } }]);
  });

  it('has nothing sent there: the other account would stamp it anew', () => {
    for (const account of ['B', undefined])
      expect(given(...doubt).when(sendBy(account)).outcome).toMatchObject({
        value: [
          { type: 'StampUncertain', data: { certain: false, reason: 'pac_account_changed', pac: 'sw' } },
        ],
      });
    given(...doubt, sendBy('B'))
      .when(sendBy('A'))
      .thenTypes('StampSent');
  });

  it('rules nothing out: the other account does not know it', () => {
    const asked = [...doubt, missingBy('B', 130_000), missingBy('B', 140_000)];
    given(...asked)
      .when(missingBy('B', 150_000))
      .thenTypes('StampUncertain');
    given(...asked)
      .when(missingBy('A', 150_000))
      .thenTypes('StampUncertain');
    given(...asked, missingBy('A', 150_000))
      .when(missingBy('A', 160_000))
      .thenTypes('StampRuledOut');
  });

  it('leaves the document to the one that an operator forces, and is over when nobody has it any more', () => {
    given(...doubt, force('finkok'))
      .when({ ...send('finkok', 2), ...at_('F') })
      .thenTypes('StampSent');
    given(sealed, record({ ...outage, pac: 'sw', attempt: 1 }))
      .when(sendBy('B'))
      .thenTypes('StampSent');
  });

  it('is not known of what was sent before accounts were written down', () => {
    given(seal, record(timeout)).when(sendBy('A')).thenTypes('StampSent');
    // From then on it is.
    expect(history(seal, record(timeout), sendBy('A'), record(timeout), sendBy('B', 3)).at(-1)).toMatchObject(
      {
        data: { reason: 'pac_account_changed' },
      },
    );
  });
});

describe('a surplus stamp', () => {
  const OTHER = '6D6D6D6D-0000-4000-8000-000000000002';
  const both = [seal, record(timeout), force('finkok'), send('finkok', 2), record(stampedBy('finkok'))];

  it('is found, and the document keeps the one that it has', () => {
    given(...both)
      .when(record(stampedBy('finkok')))
      .then([]);
    given(...both)
      .when(record(stampedBy('sw', OTHER)))
      .thenTypes('SurplusStampFound');
    given(...both, record(stampedBy('sw', OTHER)))
      .when(record(stampedBy('sw', OTHER)))
      .then([]);
    expect(fold(stampingDecider, history(...both, record(stampedBy('sw', OTHER))))).toMatchObject({
      uuid: stamp.uuid,
      watched: [],
      surplus: [{ uuid: OTHER, pac: 'sw', outcome: null }],
    });
  });

  it('of a document that has ended otherwise is one as well', () =>
    given(seal, record(refused))
      .when(record(stampedBy('sw', OTHER)))
      .thenTypes('SurplusStampFound'));

  it('is only reported where the operator wants that', () => {
    const settings = { retryMs: 5_000, settleMs: 120_000, surplus: 'report' as const };
    givenOf(stampingDeciderWith(settings), history(...both))
      .when(record(stampedBy('sw', OTHER)))
      .thenTypes('SurplusStampFound', 'SurplusStampSettled');
  });

  it('is told what becomes of its cancellation, as often as that changes', () => {
    const settle = (outcome: 'pending' | 'canceled', uuid = OTHER): StampDecision => ({
      ...{ type: 'settle', now: NOW, uuid, outcome },
    });
    const found = [...both, record(stampedBy('sw', OTHER))];
    given(...found)
      .when(settle('pending'))
      .thenTypes('SurplusStampSettled');
    given(...found, settle('pending'))
      .when(settle('pending'))
      .then([]);
    given(...found, settle('canceled'))
      .when(settle('pending'))
      .then([]);
    given(...found)
      .when(settle('canceled', stamp.uuid))
      .thenRefused('conflict');
  });
});

describe('an answer that is not certain', () => {
  it('is followed up soon at first, then every ten minutes, then every hour', () => {
    const commands: StampDecision[] = [seal];
    for (const pauseS of [...RETRY_SECONDS, 3_600, 3_600]) {
      const next = history(...commands, record(timeout)).at(-1);
      expect(next).toMatchObject({
        type: 'StampUncertain',
        data: { tries: commands.length, retry_at: later(pauseS * 1000).toISOString() },
      });
      commands.push(record(timeout));
    }
  });

  it('is asked for at every pause while a "not found" may settle it, and no pause is used up', () => {
    const events = history(seal, record({ ...timeout, pac: 'sw', attempt: 1, settles: true }));
    expect(events.at(-1)?.data).toMatchObject({ tries: 0, retry_at: later(5_000).toISOString() });
  });

  it('that somebody asked for uses up no pause, and is not written down where it is nothing new', () => {
    given(seal, record(timeout))
      .when(record(timeout, later(1_000), true))
      .then([]);
    const looked = [seal, record(outage), send('sw', 2), record(outage, later(1_000), true)];
    expect(history(...looked).at(-1)?.data).toMatchObject({ tries: 1, retry_at: later(5_000).toISOString() });
  });

  it('never gives up a stamping that may have succeeded, however long it takes', () => {
    given(seal, ...Array.from({ length: 30 }, () => record(timeout)))
      .when(record(timeout, later(1_000 * HOUR)))
      .thenTypes('StampUncertain');
    // Not even where the last attempt was certainly not taken.
    given(seal, ...Array.from({ length: 30 }, () => record(timeout)), send('sw', 2))
      .when(record({ ...outage, pac: 'sw', attempt: 2 }, later(1_000 * HOUR)))
      .thenTypes('StampUncertain');
  });

  it('is settled by the tax authority’s own records, as far as they tell of what was sent', () => {
    const absent = (until: Date) => record({ kind: 'absent', until }, later(200 * HOUR));
    given(seal, record(timeout))
      .when(absent(later(HOUR)))
      .thenTypes('StampRuledOut', 'StampAbandoned');
    // Sent again since: it may be stamped, and not be shown yet. The same while a lost request may still arrive.
    const again = [seal, record(timeout), send('sw', 2, later(2 * HOUR))];
    given(...again)
      .when(absent(later(HOUR)))
      .then([]);
    given(...again)
      .when(absent(later(2 * HOUR + 119_999)))
      .then([]);
    given(...again)
      .when(absent(later(2 * HOUR + 120_000)))
      .thenTypes('StampRuledOut', 'StampAbandoned');
    // Each by itself where an operator has forced another one.
    const forced = [seal, record(timeout), force('finkok'), send('finkok', 2, later(2 * HOUR))];
    given(...forced)
      .when(absent(later(HOUR)))
      .then([
        { type: 'StampRuledOut', data: { pac: 'sw', by: 'metadata', at: later(200 * HOUR).toISOString() } },
      ]);
  });

  it('ends one that surely did not happen, when its date has grown too old and it was tried enough', () => {
    const many = [seal, ...outages(RETRY_SECONDS.length), send('sw', 9)];
    given(...many)
      .when(record(outage, later(71 * HOUR)))
      .thenTypes('StampUncertain');
    given(...many)
      .when(record(outage, later(71 * HOUR + 1)))
      .then([{ type: 'StampAbandoned', data: { reason: 'outage', at: later(71 * HOUR + 1).toISOString() } }]);
    // Asleep for days, and tried hardly at all: it is tried again.
    given(seal)
      .when(record(outage, later(100 * HOUR)))
      .thenTypes('StampUncertain');
  });
});
