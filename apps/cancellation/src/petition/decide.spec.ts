import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PetitionEvent, ReceivedDocument } from '#contracts';
import { given } from '#kernel/testing';
import { deadlineAfter } from './deadline.js';
import { decide, petitionDecider, type Listed, type PetitionDecision, type SentAnswer } from './decide.js';
import { evolve, noPetition, type Petition } from './petition.js';

const UUID = '5C1DD5B6-5B3A-4A0A-8C8B-2E8F0E7C7D11';
const START = Date.parse('2026-11-23T18:00:00.000Z');
const HOUR = 3_600_000;
const after = (hours: number): Date => new Date(START + hours * HOUR);
const at = (hours: number): string => after(hours).toISOString();
const received: ReceivedDocument = {
  ...{ invoice: 'a'.repeat(24), total: '1160', currency: 'MXN' },
  supplier: { id: 'b'.repeat(24), legal_name: 'UNIVERSIDAD', tax_id: 'URE180429TM6' },
  document: {
    ...{ uuid: UUID, issuer_rfc: 'URE180429TM6', receiver_rfc: 'EKU9003173C9', total: '1160' },
    sello_tail: 'bWFkZQ==',
  },
};
const listed = (over: Partial<Listed> = {}): Listed => ({
  ...{ uuid: UUID, receiverRfc: 'EKU9003173C9', pac: 'sw', requestedAt: null, received: null },
  ...over,
});
const see = (hours: number, over: Partial<Listed> = {}): PetitionDecision => ({
  ...{ type: 'see', now: after(hours), listed: listed(over) },
});
const start = (hours: number, answer: 'accept' | 'reject'): PetitionDecision => ({
  ...{ type: 'start', now: after(hours), answer },
});
const record = (hours: number, sent: SentAnswer, attempt = 1): PetitionDecision => ({
  ...{ type: 'record', now: after(hours), number: 1, attempt, sent },
});
const miss = (
  hours: number,
  found: 'accepted' | 'rejected' | 'expired' | null,
  pac = 'sw',
): PetitionDecision => ({
  ...{ type: 'miss', now: after(hours), pac, found, received: null },
});
const silent: SentAnswer = { kind: 'no-answer', reason: 'timeout' };
const refused: SentAnswer = { kind: 'refused', code: 'cancellation_request_answer_failed', details: [] };

const isReceived = (data: object = {}): PetitionEvent => ({
  type: 'PetitionReceived',
  data: {
    ...{ number: 1, uuid: UUID, receiver_rfc: 'EKU9003173C9', pac: 'sw', received: null },
    ...{ requested_at: null, expires_at: null, at: at(0), ...data },
  },
});
const isStarted = (answer: 'accept' | 'reject', attempt = 1): PetitionEvent => ({
  type: 'PetitionAnswerStarted',
  data: { number: 1, attempt, answer, at: at(1) },
});
const isDelayed: PetitionEvent = {
  type: 'PetitionAnswerDelayed',
  data: { number: 1, attempt: 1, tries: 1, reason: 'timeout', retry_at: at(2), at: at(1) },
};
const isAnswered = (answer: 'accept' | 'reject', hours = 1): PetitionEvent => ({
  type: 'PetitionAnswered',
  data: {
    ...{ number: 1, uuid: UUID, invoice: null, attempt: 1, answer, receipt_key: null, at: at(hours) },
  },
});

describe('a petition', () => {
  it('is noted once, and its document when that comes', () => {
    given(petitionDecider, []).when(see(0)).then([isReceived()]);
    given(petitionDecider, [isReceived()]).when(see(1)).then([]);
    given(petitionDecider, [isReceived()])
      .when(see(1, { received }))
      .then([{ type: 'PetitionDescribed', data: { number: 1, received, at: at(1) } }]);
    given(petitionDecider, [isReceived({ received })])
      .when(see(1, { received }))
      .then([]);
  });

  it('whose beginning is known ends three business days later', () => {
    const dates = { requested_at: at(-2), expires_at: deadlineAfter(at(-2)) };
    given(petitionDecider, [])
      .when(see(0, { requestedAt: at(-2) }))
      .then([isReceived(dates)]);
  });

  it('that was answered is a new one only a day later, or if it was asked for since', () => {
    const rejected = [isReceived(), isStarted('reject'), isAnswered('reject')];
    given(petitionDecider, rejected).when(see(20)).then([]);
    given(petitionDecider, rejected)
      .when(see(26))
      .then([isReceived({ number: 2, at: at(26) })]);
    given(petitionDecider, rejected)
      .when(see(3, { requestedAt: at(0.5) }))
      .then([]);
    const again = { number: 2, requested_at: at(2), expires_at: deadlineAfter(at(2)), at: at(3) };
    given(petitionDecider, rejected)
      .when(see(3, { requestedAt: at(2) }))
      .then([isReceived(again)]);
  });
});

describe('an answer', () => {
  it('of what nobody listed is refused', () =>
    given(petitionDecider, []).when(start(1, 'accept')).thenRefused('cancellation_request_not_found'));

  it('is begun once, and no other one beside it', () => {
    given(petitionDecider, [isReceived()])
      .when(start(1, 'accept'))
      .then([isStarted('accept')]);
    const open = [isReceived(), isStarted('accept')];
    given(petitionDecider, open).when(start(2, 'accept')).then([]);
    given(petitionDecider, open)
      .when(start(2, 'reject'))
      .thenRefused('cancellation_request_already_answered');
  });

  it('that counts is the only one', () => {
    const done = [isReceived(), isStarted('accept'), isAnswered('accept')];
    given(petitionDecider, [isReceived(), isStarted('accept')])
      .when(record(1, { kind: 'taken', receiptKey: null }))
      .then([isAnswered('accept')]);
    given(petitionDecider, done).when(start(2, 'accept')).then([]);
    given(petitionDecider, done)
      .when(start(2, 'reject'))
      .thenRefused('cancellation_request_already_answered');
    given(petitionDecider, done).when(record(2, refused)).then([]);
  });

  it('that was certainly refused may be given otherwise, one that was perhaps taken may not', () => {
    const isRefused: PetitionEvent = {
      type: 'PetitionAnswerRefused',
      data: {
        ...{ number: 1, attempt: 1, code: 'cancellation_request_answer_failed' as const },
        ...{ details: [], at: at(1) },
      },
    };
    given(petitionDecider, [isReceived(), isStarted('accept'), isRefused])
      .when(start(1, 'reject'))
      .then([isStarted('reject', 2)]);
    const perhaps = [isReceived(), isStarted('accept'), isDelayed, isRefused];
    given(petitionDecider, perhaps)
      .when(start(2, 'reject'))
      .thenRefused('cancellation_request_already_answered');
    given(petitionDecider, perhaps)
      .when(start(1, 'accept'))
      .then([isStarted('accept', 2)]);
  });

  it('of an attempt before says nothing of this one', () => {
    const second = [isReceived(), isStarted('accept'), isStarted('reject', 2)];
    given(petitionDecider, second)
      .when(record(2, { kind: 'taken', receiptKey: null }, 1))
      .then([]);
  });
});

describe('a petition that is not listed any more', () => {
  it('ended as the SAT says', () => {
    for (const outcome of ['accepted', 'rejected', 'expired'] as const)
      given(petitionDecider, [isReceived({ received })])
        .when(miss(2, outcome))
        .then([
          {
            type: 'PetitionClosed',
            data: { number: 1, uuid: UUID, invoice: received.invoice, outcome, at: at(2) },
          },
        ]);
  });

  it('has our answer, if one was under way and the SAT does not say otherwise', () => {
    const open = [isReceived(), isStarted('accept'), isDelayed];
    given(petitionDecider, open)
      .when(miss(2, null))
      .then([isAnswered('accept', 2)]);
    given(petitionDecider, open)
      .when(miss(2, 'accepted'))
      .then([isAnswered('accept', 2)]);
    given(petitionDecider, open)
      .when(miss(2, 'rejected'))
      .then([
        {
          type: 'PetitionClosed',
          data: { number: 1, uuid: UUID, invoice: null, outcome: 'rejected', at: at(2) },
        },
      ]);
  });

  it('without an answer is over once its time is, and waits until then', () => {
    given(petitionDecider, [isReceived()]).when(miss(71, null)).then([]);
    given(petitionDecider, [isReceived()])
      .when(miss(72, null))
      .then([
        {
          type: 'PetitionClosed',
          data: { number: 1, uuid: UUID, invoice: null, outcome: 'expired', at: at(72) },
        },
      ]);
  });

  it('is missed by the PAC that listed it alone: another one may not know of it', () =>
    given(petitionDecider, [isReceived()])
      .when(miss(100, 'accepted', 'finkok'))
      .then([]));
});

it('whatever happens in whatever order, two different answers are never under way, nor one beside an outcome', () => {
  const step = fc.oneof(
    fc.constantFrom('accept' as const, 'reject' as const).map((answer) => start(2, answer)),
    fc
      .tuple(
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom<SentAnswer>(silent, refused, { kind: 'taken', receiptKey: null }),
      )
      .map(([attempt, sent]) => record(3, sent, attempt)),
    fc.constantFrom('accepted' as const, 'rejected' as const, null).map((found) => miss(4, found)),
    fc.constant(see(5)),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let state: Petition = evolve(noPetition, isReceived());
      let unsure: string | null = null;
      for (const command of steps) {
        const decided = decide(command, state);
        for (const event of decided.ok ? decided.value : []) {
          if (event.type === 'PetitionAnswerStarted') {
            expect(state).toMatchObject({ status: 'pending', open: null });
            if (unsure !== null) expect(event.data.answer).toBe(unsure);
          }
          if (event.type === 'PetitionAnswerDelayed' && state.status !== 'none' && state.open)
            unsure = state.open.answer;
          state = evolve(state, event);
        }
      }
    }),
    { numRuns: 500 },
  );
});

it.each([
  // Monday to Thursday; Thursday to Tuesday; what begins on Saturday begins on Monday; in Mexico it is still Friday.
  ['2026-11-23T18:00:00.000Z', '2026-11-26T18:00:00.000Z'],
  ['2026-11-26T18:00:00.000Z', '2026-12-01T18:00:00.000Z'],
  ['2026-11-28T18:00:00.000Z', '2026-12-03T06:00:00.000Z'],
  ['2026-11-28T05:00:00.000Z', '2026-12-03T05:00:00.000Z'],
])('three business days from %s are over at %s', (from, until) => expect(deadlineAfter(from)).toBe(until));
