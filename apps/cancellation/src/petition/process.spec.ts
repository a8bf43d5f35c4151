import { describe, expect, it } from '@jest/globals';
import { petitionListDecider, type PetitionListDecision } from './petition-list.js';
import { petitionsPolling } from './process.js';

const react = (streamId: string, type: string, data: object) =>
  petitionsPolling.react({ type, data, id: 'e1', streamId } as never);

describe('petitions', () => {
  it('an answer that was begun is looked after, and one that is delayed taken up when it is due', () => {
    const at = '2026-11-27T18:00:00.000Z';
    expect(
      react('petition-p', 'PetitionAnswerStarted', { number: 2, attempt: 3, answer: 'accept', at }),
    ).toEqual([
      {
        ...{ kind: 'schedule', at: '2026-11-27T18:01:30.000Z' },
        command: { type: 'cancellation.follow-answer', key: 'p', data: { number: 2, attempt: 3 } },
      },
    ]);
    const delayed = {
      number: 2,
      attempt: 3,
      tries: 1,
      reason: 'x',
      retry_at: '2026-11-27T19:00:00.000Z',
      at,
    };
    expect(react('petition-p', 'PetitionAnswerDelayed', delayed)).toMatchObject([
      { kind: 'schedule', at: '2026-11-27T19:00:00.000Z' },
    ]);
    for (const type of ['PetitionReceived', 'PetitionAnswerRefused', 'NotKnownYet'])
      expect(react('petition-p', type, {})).toMatchObject([{ kind: 'ignore' }]);
  });

  it('that have their outcome have the invoice looked at, at once and an hour later, where it is here', () => {
    const resolved = { number: 2, uuid: 'u', invoice: 'i', at: '2026-11-27T18:00:00.000Z' };
    const command = { type: 'invoicing.refresh', key: 'i', data: {} };
    for (const type of ['PetitionAnswered', 'PetitionClosed']) {
      expect(react('petition-p', type, resolved)).toEqual([
        { kind: 'send', command },
        { kind: 'schedule', at: '2026-11-27T19:00:00.000Z', command },
      ]);
      expect(react('petition-p', type, { ...resolved, invoice: null })).toMatchObject([{ kind: 'ignore' }]);
    }
  });

  it('a list is asked for again by the look before it, until nobody uses it', () => {
    const at = '2026-11-27T18:00:00.000Z';
    const told = { rfc: 'EKU9003173C9', pac: 'sw', found: 0, used_at: at, at };
    expect(
      react('petitions-l', 'PetitionListAsked', { ...told, next_at: '2026-11-28T00:00:00.000Z' }),
    ).toEqual([
      {
        ...{ kind: 'schedule', at: '2026-11-28T00:00:00.000Z' },
        command: { type: 'cancellation.look-for-petitions', key: 'l', data: { after: at } },
      },
    ]);
    expect(react('petitions-l', 'PetitionListAsked', { ...told, next_at: null })).toMatchObject([
      { kind: 'ignore' },
    ]);
  });
});

describe('the pace of looks', () => {
  const START = Date.parse('2026-11-23T12:00:00.000Z');
  const after = (minutes: number): Date => new Date(START + minutes * 60_000);
  const look = (minutes: number, over: Partial<PetitionListDecision> = {}): PetitionListDecision => ({
    ...{ now: after(minutes), livemode: true, used: false },
    told: { kind: 'listed', rfc: 'EKU9003173C9', pac: 'sw', found: 0 },
    ...over,
  });
  const silent = { kind: 'silent', reason: 'outage' } as const;
  /** The minutes from each look to the next one that it plans; null: none. */
  function plans(...looks: readonly PetitionListDecision[]): readonly (number | null)[] {
    let state = petitionListDecider.initial;
    const planned: (number | null)[] = [];
    for (const one of looks) {
      const decided = petitionListDecider.decide(one, state);
      for (const event of decided.ok ? decided.value : []) {
        const { next_at, at } = event.data;
        planned.push(next_at === null ? null : (Date.parse(next_at) - Date.parse(at)) / 60_000);
        state = petitionListDecider.evolve(state, event);
      }
    }
    return planned;
  }

  it('is every six hours, and after silence half an hour, then twice as long each time', () => {
    expect(plans(look(0), look(360))).toEqual([360, 360]);
    const looks = [0, 30, 90, 210, 450, 810].map((minutes) => look(minutes, { told: silent }));
    expect(plans(...looks, look(1170))).toEqual([30, 60, 120, 240, 360, 360, 360]);
  });

  it('of somebody who asks again and again plans one look, and silence or news beside it one more', () => {
    const used = { used: true };
    expect(plans(look(0, used), look(1, used), look(9, used))).toEqual([360]);
    expect(plans(look(0, used), look(1, { ...used, told: silent }), look(2, used))).toEqual([360, 30, 360]);
    expect(plans(look(0, used), look(-100, used))).toEqual([360, 360]);
  });

  it('in Test ends a week after its last use, in Live never', () => {
    const test = { livemode: false };
    const week = 7 * 24 * 60;
    expect(plans(look(0, { ...test, used: true }), look(360, test), look(week, test))).toEqual([
      360,
      360,
      null,
    ]);
    expect(plans(look(0, { used: true }), look(10 * week))).toEqual([360, 360]);
  });
});
