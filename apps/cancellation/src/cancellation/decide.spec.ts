import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given as givenOf } from '#kernel/testing';
import type { CancellationEvent, FiscalDocument } from '#contracts';
import { cancellationDecider, type Answer, type CancellationDecision } from './decide.js';

const NOW = new Date('2026-11-21T18:00:00.000Z');
const at = NOW.toISOString();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

const document: FiscalDocument = {
  uuid: '5C5C5C5C-0000-4000-8000-000000000001',
  issuer_rfc: 'EKU9003173C9',
  receiver_rfc: 'URE180429TM6',
  total: '116.00',
  sello_tail: 'aXNvcg==',
};
const request = { number: 1, document, motive: '01', substitution: 'NEW' } as const;
const start = (number = 1): CancellationDecision => ({
  type: 'start',
  now: NOW,
  request: { ...request, number },
});
const record = (answer: Answer, { number = 1, now = NOW } = {}): CancellationDecision => ({
  type: 'record',
  now,
  number,
  answer,
});
type Status = Extract<Answer, { kind: 'status' }>['status'];
const status = (is: Status, receiptKey: string | null = null): Answer => ({
  kind: 'status',
  status: is,
  receiptKey,
});
const refusal: Answer = {
  kind: 'refused',
  code: 'invoice_not_cancelable_by_sat',
  details: [{ code: '204', source: 'sat' }],
};
const silence: Answer = { kind: 'no-answer', reason: 'timeout' };

function history(...commands: CancellationDecision[]): CancellationEvent[] {
  const events: CancellationEvent[] = [];
  for (const command of commands) {
    const decision = cancellationDecider.decide(command, fold(cancellationDecider, events));
    if (!decision.ok) throw new Error(decision.refusal.code);
    events.push(...decision.value);
  }
  return events;
}
const given = (...commands: CancellationDecision[]) => givenOf(cancellationDecider, history(...commands));
const answered = (is: Status, over: object = {}) =>
  ({
    type: 'CancellationAnswered',
    data: { number: 1, status: is, receipt_key: null, at, ...over },
  }) as const;

describe('a request', () => {
  it('begins with what it asks for', () => {
    given()
      .when(start())
      .then([{ type: 'CancellationStarted', data: { ...request, at } }]);
  });

  it('that is delivered again, or is older than the last, begins nothing', () => {
    given(start()).when(start()).then([]);
    given(start(1), record(status('rejected')), start(2))
      .when(start(1))
      .then([]);
  });

  it('may follow one that has ended', () => {
    for (const end of [status('rejected'), status('expired'), refusal])
      given(start(), record(end)).when(start(2)).thenTypes('CancellationStarted');
  });

  it('gets its own answers only', () => {
    given()
      .when(record(status('accepted')))
      .thenRefused('invoice_cancellation_not_found');
    given(start(1), record(status('rejected')), start(2))
      .when(record(status('accepted'), { number: 1 }))
      .thenRefused('invoice_cancellation_not_found');
  });
});

describe('an answer', () => {
  it.each(['accepted', 'pending', 'verifying', 'rejected', 'expired'] as const)('%s is recorded', (is) => {
    given(start())
      .when(record(status(is, 'acuse')))
      .then([answered(is, { receipt_key: 'acuse' })]);
  });

  it('with nothing new is not, however late it comes', () => {
    for (const is of ['pending', 'verifying', 'rejected', 'expired'] as const)
      for (const now of [NOW, later(MINUTE), later(30 * DAY)])
        given(start(), record(status(is)))
          .when(record(status(is), { now }))
          .then([]);
  });

  it('that shows nothing does not undo what was shown', () => {
    for (const shown of ['pending', 'rejected', 'expired'] as const)
      given(start(), record(status(shown)))
        .when(record(status('verifying'), { now: later(10 * MINUTE) }))
        .then([]);
  });

  it('comes in any order that the tax authority takes', () => {
    given(start(), record(status('verifying')))
      .when(record(status('pending')))
      .thenTypes('CancellationAnswered');
    given(start(), record(status('pending')))
      .when(record(status('rejected')))
      .thenTypes('CancellationAnswered');
    given(start(), record(status('rejected')))
      .when(record(status('accepted')))
      .thenTypes('CancellationAnswered');
  });

  it('that refuses it ends it', () => {
    given(start())
      .when(record(refusal))
      .then([
        {
          type: 'CancellationRejected',
          data: {
            number: 1,
            code: 'invoice_not_cancelable_by_sat',
            details: [{ code: '204', source: 'sat' }],
            at,
          },
        },
      ]);
  });

  it('that refuses one under way is not listened to', () => {
    for (const is of ['pending', 'verifying', 'rejected', 'expired'] as const)
      given(start(), record(status(is)))
        .when(record(refusal))
        .then([]);
  });

  it('after the end changes nothing', () => {
    for (const end of [status('accepted'), refusal])
      for (const answer of [status('accepted'), status('pending'), refusal, silence])
        given(start(), record(end)).when(record(answer)).then([]);
  });
});

describe('silence', () => {
  it('is followed up ever more patiently', () => {
    const commands: CancellationDecision[] = [start()];
    let now = NOW;
    for (const pauseS of [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200]) {
      const tries = commands.length;
      const next = new Date(now.getTime() + pauseS * 1000);
      const data = {
        number: 1,
        tries,
        reason: 'timeout',
        retry_at: next.toISOString(),
        at: now.toISOString(),
      };
      given(...commands)
        .when(record(silence, { now }))
        .then([{ type: 'CancellationDelayed', data }]);
      commands.push(record(silence, { now }));
      now = next;
    }
  });

  it('that somebody hears between two tries is not noted, however often', () => {
    const commands: CancellationDecision[] = [start()];
    for (let n = 0; n < 500; n += 1) commands.push(record(silence, { now: later(n * 1_000) }));
    const delays = history(...commands).filter(({ type }) => type === 'CancellationDelayed');
    expect(delays.length).toBeLessThan(30);
    // The try that was planned always plans the next.
    const last = delays.at(-1);
    if (last?.type !== 'CancellationDelayed') throw new Error('there was none');
    given(...commands)
      .when(record(silence, { now: new Date(last.data.retry_at) }))
      .thenTypes('CancellationDelayed');
  });

  it('is given up after fifteen days, with some forty tries', () => {
    const commands: CancellationDecision[] = [start()];
    for (let now = NOW; commands.length < 100;) {
      const [event] = given(...commands)
        .when(record(silence, { now }))
        .events();
      if (event?.type !== 'CancellationDelayed') break;
      commands.push(record(silence, { now }));
      now = new Date(event.data.retry_at);
    }
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.length).toBeLessThan(50);
    const now = later(15 * DAY + 1);
    given(...commands)
      .when(record(silence, { now }))
      .then([
        {
          type: 'CancellationRejected',
          data: {
            number: 1,
            code: 'invoice_cancellation_service_unavailable',
            at: now.toISOString(),
            details: [{ code: 'timeout', message: 'timeout', source: 'pac' }],
          },
        },
      ]);
  });

  it('of a retention is given up with the code of its group', () => {
    const retention = { ...request, document: { ...document, kind: 'retention' as const } };
    given({ type: 'start', now: NOW, request: retention }, record(silence))
      .when(record(silence, { now: later(15 * DAY + 1) }))
      .then([
        {
          type: 'CancellationRejected',
          data: {
            ...{ number: 1, code: 'retention_cancellation_service_unavailable' },
            ...{ at: later(15 * DAY + 1).toISOString() },
            details: [{ code: 'timeout', message: 'timeout', source: 'pac' }],
          },
        },
      ]);
  });

  it('about a request that is under way says nothing', () => {
    const waiting = [start(), record(silence), record(silence), record(status('pending'))];
    given(...waiting)
      .when(record(silence))
      .then([]);
    expect(fold(cancellationDecider, history(...waiting))).toMatchObject({ status: 'pending', tries: 0 });
  });
});
