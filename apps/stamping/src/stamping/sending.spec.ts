import { describe, expect, it } from '@jest/globals';
import { FixedClock, fold, monotonicMs } from '#kernel';
import type { StampCommand, StampingEvent } from '#contracts';
import type { Pac, StampOutcome } from '#pac';
import { makeIssuer } from '#pac/testing/issuer';
import { answerOf } from './answers.js';
import { stampingDecider, type StampDecision } from './decide.js';
import type { SealedDocument } from './document.js';
import { nextSteps } from './next.js';
import { Sending } from './sending.js';
import { oneStamping } from './testing.js';
import { Writing } from './writing.js';

const NOW = new Date('2026-11-27T18:00:00.000Z');
const timbre = {
  ...{ uuid: '5C5C5C5C-0000-4000-8000-000000000001', fechaTimbrado: '2026-11-27T12:00:01' },
  ...{
    rfcProvCertif: 'FIN1203015JA',
    selloCfd: 'sello',
    noCertificadoSat: '1',
    selloSat: 's',
    xml: '<tfd/>',
  },
};
const document = {
  ...{ kind: 'comprobante', xmlKey: 'x', xml: '<cfdi:Comprobante/>' },
  datos: { rfcEmisor: 'EKU9003173C9', rfcReceptor: 'URE180429TM6', total: '1.00', noCertificado: '1' },
} as unknown as SealedDocument;
const command = {
  ...{ id: 'c', type: 'stamping.stamp', key: 'inv.1', data: { retry: true } },
  tenant: { organizationId: 'o', livemode: true },
} as unknown as StampCommand;
const stamps: StampOutcome = { kind: 'stamped', timbre, duplicate: false };
const closed: StampOutcome = { kind: 'unavailable', reason: 'not_reached', trouble: 'not_reached' };

/** Sending over these stampings and PACs. */
function sendingOf(stampings: object, directory: object, contents: object = {}): Sending {
  const config = { pacs: { settleMs: 120_000 } } as never;
  const writing = new Writing(stampings as never, contents as never, new FixedClock(NOW), config);
  return new Sending(writing, directory as never, {} as never, config, {} as never);
}

/** A document that is sealed for sw, and what sw and finkok answer, in turns. */
async function sent(answers: Readonly<Record<string, readonly StampOutcome[]>>) {
  const { events, state, handle } = oneStamping();
  const asked: string[] = [];
  const left = new Map(Object.entries(answers).map(([name, turns]) => [name, [...turns]]));
  const pacs = Object.keys(answers).map(
    (name) =>
      ({
        ...{ name, capabilities: { find: 'query' } },
        stamp: async () => (asked.push(name), left.get(name)?.shift()),
      }) as unknown as Pac,
  );
  const directory = {
    orderOf: async () => pacs,
    namesOf: async () => pacs.map(({ name }) => name),
    named: async (__: unknown, name: string) => pacs.find((pac) => pac.name === name),
  };
  const seal = { type: 'seal', now: NOW, xmlKey: 'x', sello: 's', noCertificado: '1', pac: 'sw' } as const;
  await handle(undefined, seal);
  const sending = sendingOf({ handle, state: async () => state() }, directory);
  const [pac] = pacs;
  if (!pac) throw new Error('no PAC');
  await sending.send(command, document, { pac, number: 1, begun: monotonicMs() });
  return { asked, events: events.map(({ type }) => type), last: events.at(-1) };
}

describe('a document that is sent', () => {
  it('is stamped by the next PAC at once, where the first one surely did not take it', async () => {
    const { asked, events, last } = await sent({ sw: [closed], finkok: [stamps] });
    expect(asked).toEqual(['sw', 'finkok']);
    expect(events).toEqual(['ComprobanteSealed', 'StampSent', 'ComprobanteStamped']);
    expect(last?.data).toMatchObject({ pac: 'finkok', attempt: 2 });
  });

  it('reaches nobody else, where the answer is lost', async () => {
    const { asked, last } = await sent({ sw: [{ kind: 'unknown', reason: 'timeout' }], finkok: [stamps] });
    expect(asked).toEqual(['sw']);
    expect(last).toMatchObject({ type: 'StampUncertain', data: { certain: false, pac: 'sw' } });
  });

  it('waits where nobody takes it', async () => {
    const { asked, last } = await sent({ sw: [closed], finkok: [closed] });
    expect(asked).toEqual(['sw', 'finkok']);
    expect(last).toMatchObject({ type: 'StampUncertain', data: { certain: true, pac: 'finkok' } });
  });

  it('is refused by its own codes, and by 402 only when all say so', async () => {
    const refusal = (code: string): StampOutcome => ({
      kind: 'refused',
      code,
      message: 'No.',
      source: 'pac',
    });
    expect((await sent({ sw: [refusal('CFDI40145')], finkok: [stamps] })).asked).toEqual(['sw']);
    expect((await sent({ sw: [refusal('402')], finkok: [stamps] })).last?.type).toBe('ComprobanteStamped');
    expect((await sent({ sw: [refusal('402')], finkok: [refusal('402')] })).last?.type).toBe('StampRefused');
    expect((await sent({ sw: [closed], finkok: [refusal('402')] })).last?.type).toBe('StampUncertain');
  });
});

describe('a refusal by a sole provider', () => {
  const unsure = { kind: 'unknown', reason: 'timeout' } as const;
  const refusal = (code: string): StampOutcome => ({ kind: 'refused', code, message: 'No.', source: 'pac' });

  it.each(['401', '403', '402', '304'])('by %s says nothing of an earlier attempt', (code) => {
    expect(answerOf({ name: 'sw' }, document, refusal(code))).toMatchObject({ proves: false });
  });

  it('by a code of its own bytes does', () => {
    expect(answerOf({ name: 'sw' }, document, refusal('CFDI40145'))).toMatchObject({ proves: true });
    expect(answerOf({ name: 'sw' }, document, unsure)).toMatchObject({ certain: false });
  });
});

describe('a document that nobody has', () => {
  it('is taken up again where the credentials of the one that was to get it are gone', async () => {
    const { events, state, handle } = oneStamping();
    await handle(undefined, {
      type: 'seal',
      now: NOW,
      xmlKey: 'x',
      sello: 's',
      noCertificado: '1',
      pac: null,
    });
    const xml = await makeIssuer().document('comprobante');
    const sending = sendingOf(
      { handle },
      { orderOf: async () => [{ name: 'sw' }], named: async () => undefined },
      { get: async () => Buffer.from(xml) },
    );
    const now = state();
    if (now.status !== 'sealed') throw new Error('it is not sealed');
    await sending.goOn({ ...command, key: 'inv_1.1' }, now);
    expect(events.at(-1)).toMatchObject({ type: 'StampUncertain', data: { certain: true, tries: 2 } });
  });

  it('goes by the order again: whom an operator had forced is one among them', () => {
    const of = (pac: string, attempt: number, certain: boolean): StampDecision => ({
      ...{ type: 'record', now: NOW },
      answer: { kind: 'uncertain', certain, reason: 'timeout', pac, attempt },
    });
    const missing = (ms: number): StampDecision => ({
      ...{ type: 'record', now: new Date(NOW.getTime() + ms) },
      answer: { kind: 'missing', pac: 'finkok', settles: true },
    });
    const seal = { type: 'seal', now: NOW, xmlKey: 'x', sello: 's', noCertificado: '1' } as const;
    const steps: readonly StampDecision[] = [
      { ...seal, pac: 'finkok' },
      of('finkok', 1, false),
      { type: 'force', now: NOW, to: 'prodigia', by: 'key:1' },
      { type: 'send', now: NOW, to: 'prodigia', attempt: 2 },
      of('prodigia', 2, true),
      missing(130_000),
      missing(140_000),
    ];
    const events: StampingEvent[] = [];
    for (const step of steps) {
      const decided = stampingDecider.decide(step, fold(stampingDecider, events));
      if (decided.ok) events.push(...decided.value);
    }
    const now = fold(stampingDecider, events);
    expect(now).toMatchObject({ status: 'sealed', holders: [], forced: 'prodigia' });
    expect(now.status === 'sealed' && nextSteps(now, ['sw'])).toEqual([{ do: 'send', to: 'sw' }]);
  });
});
