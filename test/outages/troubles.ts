import type { Fault, FaultOrder, PacName } from '../doubles/index.js';
import type { Random } from '../crash/seed.js';
import { TIMES } from './installation.js';

/** What goes wrong in a run, drawn from a seed. */

/** At one PAC, until it is healed. */
export interface PacTrouble {
  readonly at: 'pac';
  readonly name: string;
  order(random: Random): FaultOrder;
}
/** Timbra itself: killed and started again, or asleep. */
export interface OwnTrouble {
  readonly at: 'timbra';
  readonly name: 'kill -9' | 'kill -9 of the database too' | 'asleep';
}
/** At every PAC at once: nothing can be issued. */
export interface CommonTrouble {
  readonly at: 'all';
  readonly name: string;
  order(): FaultOrder;
}
export type Trouble = PacTrouble | OwnTrouble | CommonTrouble;

/** The next calls meet it: stamps for the most part, or whatever comes. */
const met = (name: string, fault: Fault): PacTrouble => ({
  ...{ at: 'pac', name },
  order: (random) => {
    const operation = fault.operation ?? (random.next() < 0.75 ? 'stamp' : undefined);
    const times = random.between(1, 6);
    return { next: [{ ...fault, times, ...(operation !== undefined && { operation }) }] };
  },
});
const held = (name: string, order: (random: Random) => FaultOrder): PacTrouble => ({
  at: 'pac',
  name,
  order,
});

const late = { ms: TIMES.timeout + 500 };
const COMMON: readonly Trouble[] = [
  met('no answer, before', { kind: 'timeout', when: 'before', ...late }),
  met('no answer, after', { kind: 'timeout', when: 'after', ...late }),
  met('reset, before', { kind: 'reset', when: 'before' }),
  met('reset, after', { kind: 'reset', when: 'after' }),
  met('HTTP 500, before', { kind: 'status', when: 'before' }),
  met('HTTP 502, after', { kind: 'status', when: 'after', status: 502 }),
  met('a page of HTML, before', { kind: 'html', when: 'before' }),
  met('a page of HTML, after', { kind: 'html', when: 'after' }),
  met('half an answer', { kind: 'truncated' }),
  met('byte by byte', { kind: 'drip', ms: 20 }),
  met('another document’s stamp', { kind: 'other_stamp', operation: 'stamp' }),
  met('a UUID that is none', { kind: 'wrong_uuid', operation: 'stamp' }),
  met('a seal that does not hold', { kind: 'bad_seal', operation: 'stamp' }),
  met('another PAC’s RFC', { kind: 'wrong_rfc', operation: 'stamp' }),
  met('answers to cancellations lost', { kind: 'reset', when: 'after', operation: 'cancel' }),
  held('account refused', () => ({ set: { accountRefused: true } })),
  held('no balance', () => ({ set: { balance: 0 } })),
  held('out of service', () => ({ set: { outOfService: true } })),
  held('slow', (random) => ({ set: { latencyMs: random.between(300, 1_500) } })),
  held('found late', (random) => ({
    set: { foundAfterMs: random.between(1_000, TIMES.settle / 2) },
    next: [{ kind: 'reset', when: 'after', operation: 'stamp', times: random.between(1, 6) }],
  })),
  held('port closed', (random) => ({ refuse_ms: random.between(500, 3_000) })),
  { at: 'all', name: 'all ports closed', order: () => ({ refuse_ms: 3_000 }) },
  { at: 'all', name: 'all out of service', order: () => ({ set: { outOfService: true } }) },
  { at: 'timbra', name: 'kill -9' },
  { at: 'timbra', name: 'kill -9 of the database too' },
  { at: 'timbra', name: 'asleep' },
];

/** What one PAC alone has, by its sheet. */
const OWN: Readonly<Record<PacName, readonly Trouble[]>> = {
  sw: [
    met('sw: token expired', { kind: 'expired_token', operation: 'stamp' }),
    met('sw: CO1000, after', { kind: 'named', name: 'CO1000', when: 'after', operation: 'stamp' }),
    held('sw: duplicates without their stamp', () => ({
      set: { duplicates: 'data_null' },
      next: [{ kind: 'reset', when: 'after', operation: 'stamp', times: 2 }],
    })),
  ],
  finkok: [
    met('finkok: fault, before', { kind: 'named', name: 'fault', operation: 'stamp' }),
    met('finkok: fault, after', { kind: 'named', name: 'fault_after', operation: 'stamp' }),
    met('finkok: its question fails', { kind: 'reset', when: 'after', operation: 'find' }),
  ],
  prodigia: [met('prodigia: 5', { kind: 'named', name: '5', operation: 'stamp' })],
};

/** All troubles of these PACs, each dealt once before any comes again; which PAC has it goes in turn. */
export function* deal(
  order: readonly PacName[],
  random: Random,
): Generator<{ trouble: Trouble; pac: PacName }> {
  for (let turn = 0; ;) {
    const cards = [
      ...COMMON.map((trouble) => ({ trouble, owner: undefined })),
      ...order.flatMap((owner) => OWN[owner].map((trouble) => ({ trouble, owner }))),
    ];
    for (const { trouble, owner } of shuffled(cards, random)) {
      const pac = owner ?? order[(turn += 1) % order.length];
      if (pac !== undefined) yield { trouble, pac };
    }
  }
}

export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items];
  const mixed: Item[] = [];
  while (left.length > 0) mixed.push(...left.splice(random.between(0, left.length - 1), 1));
  return mixed;
}
