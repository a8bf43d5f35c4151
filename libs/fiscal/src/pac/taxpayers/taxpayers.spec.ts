import { describe, expect, it } from '@jest/globals';
import type { TaxpayerOutcome } from '#pac';
import { Taxpayers, type Asked } from './taxpayers.js';

const account = { organizationId: 'o', livemode: true };
const RFC = 'EKU9003173C9';
const down: TaxpayerOutcome = { kind: 'unavailable', reason: 'HTTP 500' };

/** A provider that gives these answers in turn, the last one for ever. */
function pacThat(name: string, ...answers: readonly (TaxpayerOutcome | Promise<TaxpayerOutcome>)[]) {
  const questions: string[] = [];
  const pac: Asked = {
    name,
    taxpayer: async (rfc) => {
      questions.push(rfc);
      return (await answers[Math.min(questions.length, answers.length) - 1]) ?? down;
    },
  };
  return { pac, questions };
}
function given(...pacs: readonly Asked[]) {
  let now = 0;
  const told: string[] = [];
  const taxpayers = new Taxpayers({
    pacsOf: async () => pacs,
    asked: (pac, outcome) => void told.push(`${pac} ${outcome}`),
    elapsed: () => now,
    waitMs: 20,
  });
  return { taxpayers, told, later: (ms: number) => (now += ms) };
}

describe('an RFC that providers are asked about', () => {
  it.each([
    ['listed', true],
    ['not_listed', false],
  ] as const)('is %s by the first that says so, which is asked once', async (kind, expected) => {
    const [sw, prodigia] = [pacThat('sw', { kind }), pacThat('prodigia', { kind: 'listed' })];
    const { taxpayers, told } = given(sw.pac, prodigia.pac);
    const both = [taxpayers.isListed(account, RFC), taxpayers.isListed(account, RFC)];
    expect(await Promise.all(both)).toEqual([expected, expected]);
    expect(await taxpayers.isListed({ ...account, organizationId: 'p' }, RFC)).toBe(expected);
    expect([sw.questions, prodigia.questions, told]).toEqual([[RFC], [], [`sw ${kind}`]]);
  });

  it('is asked of the next one where one fails or has no such service, and of nobody is not known', async () => {
    const [sw, prodigia] = [pacThat('sw', down), pacThat('prodigia', { kind: 'not_listed' })];
    const { taxpayers } = given({ name: 'finkok' }, sw.pac, prodigia.pac);
    expect(await taxpayers.isListed(account, RFC)).toBe(false);
    expect(await given({ name: 'finkok' }).taxpayers.isListed(account, RFC)).toBeNull();
    expect(await given().taxpayers.isListed(account, RFC)).toBeNull();
  });

  it('is not waited for: one that is silent rests, and what it says late is kept', async () => {
    let answer = (_: TaxpayerOutcome): void => undefined;
    const silent = new Promise<TaxpayerOutcome>((resolve) => (answer = resolve));
    const sw = pacThat('sw', silent, { kind: 'listed' });
    const { taxpayers, told, later } = given(sw.pac);
    expect(await taxpayers.isListed(account, RFC)).toBeNull();
    expect(await taxpayers.isListed(account, 'XAXX010101000')).toBeNull();
    expect([sw.questions, told]).toEqual([[RFC], ['sw late']]);
    answer({ kind: 'not_listed' });
    await new Promise(setImmediate);
    expect(await taxpayers.isListed(account, RFC)).toBe(false);
    later(60_001);
    expect(await taxpayers.isListed(account, 'XAXX010101000')).toBe(true);
  });

  it('is not known, and no fault, where a provider or the settings fail by a bug', async () => {
    const broken: Asked = { name: 'sw', taxpayer: () => Promise.reject(new Error('a bug')) };
    expect(await given(broken).taxpayers.isListed(account, RFC)).toBeNull();
    const pacsOf = () => Promise.reject(new Error('sealed under another key'));
    const taxpayers = new Taxpayers({ pacsOf, asked: () => undefined, elapsed: () => 0 });
    expect(await taxpayers.isListed(account, RFC)).toBeNull();
  });

  it('is not asked about while twenty questions are under way', async () => {
    const never = new Promise<TaxpayerOutcome>(() => undefined);
    const sw = pacThat('sw', never);
    const { taxpayers } = given(sw.pac);
    const rfcs = Array.from({ length: 21 }, (_, n) => `EKU90031730${n}`);
    const answers = await Promise.all(rfcs.map((rfc) => taxpayers.isListed(account, rfc)));
    expect([new Set(answers), sw.questions.length]).toEqual([new Set([null]), 20]);
  });
});
