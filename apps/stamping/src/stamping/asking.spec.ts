import { beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '#kernel';
import type { StampCommand } from '#contracts';
import type { FindOutcome, Pac, ProofOutcome, ProofRequest, StampOutcome } from '#pac';
import { makeIssuer } from '#pac/testing/issuer';
import type { StampDecision } from './decide.js';
import { Sending } from './sending.js';
import { Watching } from './watching.js';
import { oneStamping } from './testing.js';
import { Writing } from './writing.js';

/** How documents in doubt are asked for: at the PAC that perhaps has them, or at the tax authority. */

const SEALED = new Date('2026-11-21T18:00:00.000Z');
const HOUR = 3_600_000;
const timbre = {
  ...{ uuid: '5C5C5C5C-0000-4000-8000-000000000001', fechaTimbrado: '2026-11-27T12:00:01' },
  ...{ rfcProvCertif: 'X', selloCfd: 'sello', noCertificadoSat: '1', selloSat: 's', xml: '<tfd/>' },
};
const stamps: StampOutcome = { kind: 'stamped', timbre, duplicate: false };
const later = (asked: boolean): ProofOutcome => ({ kind: 'later', reason: 'x', asked });

interface Double {
  readonly find: 'query' | 'resend';
  readonly account?: string;
  readonly says?: StampOutcome;
  readonly finds?: FindOutcome;
  /** Its circuit lets new documents in. */
  readonly open?: boolean;
}

let xml: string;
beforeAll(async () => {
  xml = await makeIssuer().document('comprobante');
});

/** A document with this history, the PACs of its organization, and what the tax authority says. */
function bench(
  steps: readonly StampDecision[],
  doubles: Readonly<Record<string, Double>>,
  { hours = 1, proof = later(false) } = {},
) {
  const { events, state, take, handle } = oneStamping();
  for (const step of steps) take(step);
  const before = events.length;
  const asked: string[] = [];
  const proofs: ProofRequest[] = [];
  const pacs = Object.entries(doubles).map(
    ([name, { find, account, says = stamps, finds = { kind: 'not_found' } }]) =>
      ({
        ...{ name, capabilities: { find }, ...(account !== undefined && { account }) },
        stamp: async () => (asked.push(`${name} stamp`), says),
        find: async () => (asked.push(`${name} find`), finds),
      }) as unknown as Pac,
  );
  const directory = {
    orderOf: async () => pacs.filter(({ name }) => doubles[name]?.open !== false),
    namesOf: async () => pacs.map(({ name }) => name),
    named: async (__: unknown, name: string) => pacs.find((pac) => pac.name === name),
  };
  const changes: string[] = [];
  const config = { pacs: { settleMs: 120_000 } } as never;
  const writing = new Writing(
    { handle, state: async () => state() } as never,
    { get: async () => Buffer.from(xml) } as never,
    new FixedClock(new Date(SEALED.getTime() + hours * HOUR)),
    config,
  );
  const sat = { prove: async (request: ProofRequest) => (proofs.push(request), proof) };
  const watching = new Watching(writing, directory as never, sat);
  const sending = new Sending(writing, directory as never, sat, config, {
    accountChanged: (___: unknown, pac: string) => changes.push(pac),
  } as never);
  const command = {
    ...{ id: 'c', type: 'stamping.stamp', key: 'inv_1.1', data: { retry: true } },
    tenant: { organizationId: 'o', livemode: true },
  } as unknown as StampCommand;
  const goOn = async () => {
    const now = state();
    if (now.status === 'sealed') await sending.goOn(command, now);
    else if (now.status === 'stamped') await watching.watch(command, now);
    return { asked, proofs, changes, said: events.slice(before), state: state() };
  };
  return { goOn };
}

const seal = (pac: string, account?: string): StampDecision => ({
  ...{ type: 'seal', now: SEALED, xmlKey: 'x', sello: 's', noCertificado: '1', pac },
  ...(account !== undefined && { account }),
});
const timeout = (pac: string, attempt: number): StampDecision => ({
  ...{ type: 'record', now: SEALED },
  answer: { kind: 'uncertain', certain: false, reason: 'timeout', pac, attempt },
});
const doubtAt = (pac: string, account?: string) => [seal(pac, account), timeout(pac, 1)];

describe('a PAC whose account has changed', () => {
  it.each(['query', 'resend'] as const)('is not asked: %s', async (find) => {
    const pacs = { sw: { find, account: 'B' }, finkok: { find: 'query', account: 'F' } } as const;
    const { asked, said, changes } = await bench(doubtAt('sw', 'A'), pacs).goOn();
    expect(asked).toEqual([]);
    expect(said).toMatchObject([
      { type: 'StampUncertain', data: { certain: false, pac: 'sw', reason: 'pac_account_changed' } },
    ]);
    expect(changes).toEqual(['sw']);
  });

  it('is asked again once the account is set back', async () => {
    const { asked, state } = await bench(doubtAt('sw', 'A'), { sw: { find: 'resend', account: 'A' } }).goOn();
    expect([asked, state.status]).toEqual([['sw stamp'], 'stamped']);
  });

  it('leaves the last word to the tax authority', async () => {
    const absent: ProofOutcome = { kind: 'absent', until: new Date(SEALED.getTime() + 73 * HOUR) };
    const pacs = { sw: { find: 'resend', account: 'B' } } as const;
    const { asked, state } = await bench(doubtAt('sw', 'A'), pacs, { hours: 150, proof: absent }).goOn();
    expect([asked, state.status]).toEqual([[], 'abandoned']);
  });
});

describe('a PAC that says it does not have it', () => {
  it('proves nothing to a process that has just started: it may not be the time that the clock tells', async () => {
    const missing: StampDecision = {
      ...{ type: 'record', now: SEALED },
      answer: { kind: 'missing', pac: 'finkok', settles: true },
    };
    const pacs = { finkok: { find: 'query' }, sw: { find: 'resend' } } as const;
    const { asked, said } = await bench([...doubtAt('finkok'), missing], pacs).goOn();
    expect(asked).toEqual(['finkok find']);
    expect(said).toMatchObject([{ type: 'StampUncertain', data: { reason: 'not_found', anew: true } }]);
  });
});

describe('a document that no PAC takes any more', () => {
  const pacs = { sw: { find: 'resend' } } as const;

  it('is sent no more while the tax authority looks for it', async () => {
    const { asked, said, proofs } = await bench(doubtAt('sw'), pacs, {
      hours: 73,
      proof: later(true),
    }).goOn();
    expect(asked).toEqual([]);
    expect(said).toMatchObject([{ type: 'StampUncertain', data: { certain: false, reason: 'sat_awaited' } }]);
    expect(proofs[0]?.sentUntil).toEqual(new Date(SEALED.getTime() + 120_000));
  });

  it('is sent where the tax authority can’t be asked: its PAC may have its stamp', async () => {
    const { asked } = await bench(doubtAt('sw'), pacs, { hours: 73, proof: later(false) }).goOn();
    expect(asked).toEqual(['sw stamp']);
  });

  it('stays in doubt where the proof is older than its last attempt', async () => {
    const absent: ProofOutcome = { kind: 'absent', until: SEALED };
    const { asked, state } = await bench(doubtAt('sw'), pacs, { hours: 150, proof: absent }).goOn();
    expect([asked, state.status]).toEqual([[], 'sealed']);
  });
});

describe('after a force', () => {
  const forced = (from: string, to: string): StampDecision[] => [
    ...doubtAt(from),
    { type: 'force', now: SEALED, to, by: 'key:1' },
    { type: 'send', now: SEALED, to, attempt: 2 },
  ];
  const stamped = (pac: string): StampDecision => ({
    ...{ type: 'record', now: SEALED },
    answer: { kind: 'stamped', pac, duplicate: false, stamp: { uuid: 'U' } as never },
  });

  it('nothing is sent to the first PAC: its surplus stamp is looked for at the tax authority', async () => {
    const pacs = { sw: { find: 'resend' }, finkok: { find: 'query' } } as const;
    const steps = [...forced('sw', 'finkok'), stamped('finkok')];
    const without = await bench(steps, pacs).goOn();
    expect([without.asked, without.said]).toEqual([[], []]);
    expect(without.proofs).toMatchObject([{ requestId: 'inv_1.1/surplus', except: ['U'] }]);
    const proof: ProofOutcome = { kind: 'stamped', timbre, pac: 'sw' };
    const found = await bench(steps, pacs, { hours: 80, proof }).goOn();
    expect(found.said).toMatchObject([{ type: 'SurplusStampFound', data: { pac: 'sw', uuid: timbre.uuid } }]);
  });

  it('a first PAC that answers questions is asked', async () => {
    const pacs = {
      finkok: { find: 'query', finds: { kind: 'found', timbre } },
      sw: { find: 'resend' },
    } as const;
    const { asked, said, proofs } = await bench([...forced('finkok', 'sw'), stamped('sw')], pacs).goOn();
    expect([asked, proofs]).toEqual([['finkok find'], []]);
    expect(said).toMatchObject([{ type: 'SurplusStampFound', data: { pac: 'finkok' } }]);
  });

  it('a first PAC whose account has changed since knows nothing: the tax authority is asked', async () => {
    const pacs = { finkok: { find: 'query', account: 'B' }, sw: { find: 'resend' } } as const;
    const [sealed, ...rest] = forced('finkok', 'sw');
    const steps = [{ ...sealed, account: 'A' } as StampDecision, ...rest, stamped('sw')];
    const { asked, proofs } = await bench(steps, pacs).goOn();
    expect([asked, proofs.length]).toEqual([[], 1]);
  });

  it('nothing is sent to the first PAC while the forced one gives no answer either', async () => {
    const pacs = { sw: { find: 'resend' }, finkok: { find: 'query' } } as const;
    const { asked } = await bench([...forced('sw', 'finkok'), timeout('finkok', 2)], pacs).goOn();
    expect(asked).toEqual(['finkok find']);
  });
});

describe('a document that one PAC declines for reasons of its own', () => {
  const declines: StampOutcome = { kind: 'refused', code: '402', message: 'No.', source: 'pac' };
  const nowhere: StampDecision = {
    ...{ type: 'record', now: SEALED },
    answer: { kind: 'uncertain', certain: true, reason: 'outage', pac: 'sw', attempt: 1 },
  };

  it('waits for the spare whose circuit is open', async () => {
    const pacs = { sw: { find: 'resend', says: declines }, finkok: { find: 'query', open: false } } as const;
    const { asked, said, state } = await bench([seal('sw'), nowhere], pacs).goOn();
    expect([asked, state.status]).toEqual([['sw stamp'], 'sealed']);
    expect(said.at(-1)).toMatchObject({ type: 'StampUncertain', data: { certain: true, pac: 'sw' } });
  });

  it('is refused once no PAC takes it any more, and where there is no spare', async () => {
    const pacs = { sw: { find: 'resend', says: declines }, finkok: { find: 'query', open: false } } as const;
    const late = await bench([seal('sw'), nowhere], pacs, { hours: 71.1 }).goOn();
    expect(late.said.at(-1)?.type).toBe('StampRefused');
    const alone = await bench([seal('sw'), nowhere], { sw: pacs.sw }).goOn();
    expect(alone.said.at(-1)?.type).toBe('StampRefused');
  });
});
