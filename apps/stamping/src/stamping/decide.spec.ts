import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import type { InvoiceStamp, StampingEvent } from '#contracts';
import { RETRY_SECONDS, stampingDecider, type StampAnswer, type StampDecision } from './decide.js';

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
  now: NOW,
  xmlKey: 'cfdi/x.1/0.xml',
  sello: 'sello',
  noCertificado: '30001000000500003416',
};
const refuse: StampDecision = { type: 'refuse', now: NOW, code: 'organization_incomplete', details: [] };
const record = (answer: StampAnswer, now = NOW): StampDecision => ({ type: 'record', now, answer });
const stamped: StampAnswer = { kind: 'stamped', stamp, pac: 'sandbox', duplicate: false };
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
const times = (count: number, answer: StampAnswer) => Array.from({ length: count }, () => record(answer));

describe('a stamping', () => {
  it('begins with a sealed document, before anything is sent', () => {
    given()
      .when(seal)
      .then([
        {
          type: 'ComprobanteSealed',
          data: {
            xml_key: 'cfdi/x.1/0.xml',
            sello: 'sello',
            no_certificado: '30001000000500003416',
            at,
          },
        },
      ]);
  });

  it('is sealed once: a second delivery keeps the first seal', () => {
    const other: StampDecision = { ...seal, xmlKey: 'cfdi/x.1/1.xml', sello: 'other' };
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
  });

  it('ends with the stamp, or with a refusal', () => {
    given(seal)
      .when(record(stamped))
      .then([{ type: 'ComprobanteStamped', data: { stamp, pac: 'sandbox', duplicate: false, at } }]);
    given(seal)
      .when(record(refused))
      .then([
        {
          type: 'StampRefused',
          data: {
            code: 'invoice_stamping_validation_error',
            details: [{ code: 'CFDI40145', source: 'sat' }],
            at,
          },
        },
      ]);
  });

  it('gets its stamp after any number of troubles', () => {
    given(seal, ...times(20, timeout), ...times(3, outage))
      .when(record(stamped))
      .thenTypes('ComprobanteStamped');
  });

  it('that has ended hears nothing more', () => {
    const gone = later(80 * HOUR);
    const abandoned = [seal, ...times(8, outage), record(outage, gone)];
    expect(history(...abandoned).at(-1)?.type).toBe('StampAbandoned');
    for (const end of [[seal, record(stamped)], [seal, record(refused)], [refuse], abandoned])
      for (const command of [
        seal,
        refuse,
        ...[stamped, refused, outage, timeout].map((a) => record(a, gone)),
      ])
        given(...end)
          .when(command)
          .then([]);
  });
});

describe('an answer that is not certain', () => {
  it('is followed up soon at first, then every ten minutes, then every hour', () => {
    const commands: StampDecision[] = [seal];
    for (const pauseS of [...RETRY_SECONDS, 3_600, 3_600]) {
      const tries = commands.length;
      given(...commands)
        .when(record(timeout))
        .then([
          {
            type: 'StampUncertain',
            data: {
              tries,
              certain: false,
              reason: 'timeout',
              retry_at: later(pauseS * 1000).toISOString(),
              at,
            },
          },
        ]);
      commands.push(record(timeout));
    }
  });

  it('never gives up a stamping that may have succeeded, however long it takes', () => {
    given(seal, ...times(30, timeout))
      .when(record(timeout, later(1_000 * HOUR)))
      .thenTypes('StampUncertain');
  });

  it('ends one that surely did not happen, when its date has grown too old and it was tried enough', () => {
    const many = [seal, ...times(RETRY_SECONDS.length, outage)];
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
