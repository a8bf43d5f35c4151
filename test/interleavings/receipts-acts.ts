import { stamp } from '#apps/invoicing/src/invoice/testing';
import { newId } from '#kernel';
import type { Answered } from './acts.js';
import { askGlobal, askKeys, stampOf, tellings, type Name, type Shop } from './receipts-world.js';
import type { Delivered, Ground, Process } from './world.js';

type Commands = () => Promise<readonly Delivered[]> | readonly Delivered[];

const accepted = {
  ...{ number: 1, status: 'accepted', at: stamp.date, receipt_key: null, code: null, details: [] },
};

/** What may happen in a shop: each act is the same commands whenever it is asked for. */
export const actsOf = (ground: Ground, shop: Shop) => {
  const { command, keys, receipts, substitute } = shop;
  const made = new Map<string, Delivered>();
  const once = (name: string, make: () => Delivered): Delivered => {
    const known = made.get(name) ?? make();
    made.set(name, known);
    return known;
  };
  const ids = { 'a b': newId(), 'b c': newId(), 'c d': newId(), all: newId(), rest: newId(), bad: newId() };
  const invoice = (name: keyof typeof ids, ask: () => unknown): Commands => {
    return () => [once(name, () => command('receipts.invoice', ids[name], ask()))];
  };
  const named = (...names: readonly Name[]) => names.map((name) => keys[name]);
  const cancel = (id: string, motive: string, substitution: string | null): Commands => {
    const place =
      substitution === null
        ? { substitution }
        : { substitution: stampOf(substitution).uuid, substitution_invoice: substitution };
    return () => [
      once(`cancel ${id} ${motive}`, () => command('invoicing.cancel', id, { motive, ...place })),
      once(`canceled ${id}`, () => command('invoicing.record-cancellation', id, accepted)),
    ];
  };
  const all: Record<string, Commands> = {
    'invoice a and b': invoice('a b', () => askKeys(named('a', 'b'))),
    'invoice b and c': invoice('b c', () => askKeys(named('b', 'c', 'b'))),
    'invoice c and d': invoice('c d', () => askKeys(named('c', 'd'))),
    'ask for what is refused': invoice('bad', () => askKeys(named('a', 'b'), { use: 'D10' })),
    'invoice all globally': invoice('all', () => askGlobal()),
    'invoice the rest globally': invoice('rest', () => askGlobal()),
    'go on with a and b': () => [command('receipts.issue', ids['a b'], {})],
    'stamp a and b': () => [
      command('invoicing.record-stamp', ids['a b'], { number: 1, stamp: stampOf(ids['a b']) }),
    ],
    'refuse a and b': () => [
      once('refuse', () =>
        command('invoicing.record-refusal', ids['a b'], {
          ...{ number: 1, code: 'invoice_stamping_validation_error', details: [] },
        }),
      ),
    ],
    'tell of a and b': () => tellings(ground, shop, ids['a b']),
    'tell of the substitute': () => tellings(ground, shop, substitute),
    'cancel a and b with 02': cancel(ids['a b'], '02', null),
    'cancel a and b with 03': cancel(ids['a b'], '03', null),
    'cancel a and b with 01': cancel(ids['a b'], '01', substitute),
    'cancel the substitute': cancel(substitute, '02', null),
    'cancel receipt a': () => [once('cancel a', () => command('receipts.cancel', receipts.a, {}))],
    'cancel receipt b': () => [once('cancel b', () => command('receipts.cancel', receipts.b, {}))],
  };
  return all;
};

export type Acts = ReturnType<typeof actsOf>;

/** Has a process do acts one after the other. */
export async function play(process: Process, acts: Acts, names: readonly string[]): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const name of names) {
    const commands = acts[name];
    if (!commands) throw new Error(`no act ${name}`);
    for (const command of await commands()) answered.push({ command, outcome: await process(command) });
  }
  return answered;
}

const ISSUED = ['invoice a and b', 'stamp a and b'];
const INVOICED = [...ISSUED, 'tell of a and b'];

interface Case {
  readonly before?: readonly string[];
  readonly asleep: string;
  readonly meanwhile: readonly string[];
  /** Tried when all are. */
  readonly rare?: true;
}

/** While one of these sleeps, others do all of the rest. */
export const CASES: readonly Case[] = [
  { asleep: 'invoice a and b', meanwhile: ['invoice b and c'] },
  { asleep: 'invoice a and b', meanwhile: ['invoice all globally'], rare: true },
  { asleep: 'invoice all globally', meanwhile: ['invoice a and b', 'stamp a and b', 'tell of a and b'] },
  { asleep: 'invoice all globally', meanwhile: ['cancel receipt a', 'invoice c and d'], rare: true },
  { asleep: 'invoice a and b', meanwhile: ['invoice a and b', 'cancel receipt a'], rare: true },
  {
    asleep: 'invoice a and b',
    meanwhile: [...INVOICED, 'cancel a and b with 02', 'tell of a and b', 'invoice b and c'],
  },
  {
    asleep: 'invoice a and b',
    meanwhile: ['go on with a and b', 'refuse a and b', 'tell of a and b', 'invoice b and c'],
  },
  { asleep: 'ask for what is refused', meanwhile: ['ask for what is refused', 'invoice b and c'] },
  { asleep: 'cancel receipt a', meanwhile: ['invoice a and b'] },
  { asleep: 'cancel receipt a', meanwhile: ['invoice all globally'], rare: true },
  {
    ...{ before: ISSUED, asleep: 'tell of a and b' },
    meanwhile: ['tell of a and b', 'cancel a and b with 02', 'tell of a and b', 'invoice b and c'],
  },
  {
    ...{ before: ['invoice a and b', 'refuse a and b'], asleep: 'tell of a and b' },
    meanwhile: ['tell of a and b', 'invoice b and c'],
  },
  {
    ...{ before: [...INVOICED, 'cancel a and b with 02'], asleep: 'tell of a and b' },
    meanwhile: ['tell of a and b', 'invoice b and c', 'cancel receipt a'],
  },
  {
    ...{ before: [...INVOICED, 'cancel a and b with 03'], asleep: 'tell of a and b' },
    meanwhile: ['tell of a and b', 'invoice all globally'],
    rare: true,
  },
  {
    ...{ before: [...INVOICED, 'cancel a and b with 01'], asleep: 'tell of a and b' },
    meanwhile: ['cancel the substitute', 'tell of the substitute', 'invoice b and c'],
  },
  {
    ...{ before: [...INVOICED, 'cancel a and b with 01'], asleep: 'tell of a and b' },
    meanwhile: ['tell of a and b', 'cancel the substitute', 'tell of the substitute', 'invoice b and c'],
    rare: true,
  },
];
