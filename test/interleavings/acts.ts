import { content, issuer, stamp } from '#apps/invoicing/src/invoice/testing';
import { newId } from '#kernel';
import type { CommandOutcome, InvoiceContent } from '#contracts';
import { AMOUNTS, SERIES, paymentOf, type Delivered, type Process, type World } from './world.js';

/** A command and what it was answered with, of each delivery that has ended. */
export interface Answered {
  readonly command: Delivered;
  readonly outcome: CommandOutcome;
}

/** What may happen in a world: each act is one command, which is the same one whenever it is asked for. */
export const actsOf = (world: World) => {
  const { command, owing, draft, pending, valid, uuidOfValid } = world;
  const made = new Map<string, Delivered>();
  const once = (name: string, make: () => Delivered) => (): Delivered => {
    const known = made.get(name) ?? make();
    made.set(name, known);
    return known;
  };
  const create = (name: string, body: () => InvoiceContent) =>
    once(name, () => command('invoicing.create', newId(), { content: body(), issuer, draft: false }));
  const plain = (name: string, idempotency_key: string | null) =>
    create(name, () => content({ series: SERIES, idempotency_key }));
  const on = (name: string, type: string, key: string, data: unknown) =>
    once(name, () => command(type, key, data));
  const edit = (name: string, changes: Partial<InvoiceContent>) =>
    on(name, 'invoicing.edit-draft', draft, { changes, issuer });
  const refusal = { number: 1, code: 'invoice_stamping_validation_error', details: [] };
  const accepted = {
    number: 1,
    status: 'accepted',
    at: stamp.date,
    receipt_key: null,
    code: null,
    details: [],
  };
  const otherPayment = create('pay 2', () => paymentOf(owing, AMOUNTS.draft));
  return {
    'stamp the draft': on('stamp', 'invoicing.stamp-draft', draft, { issuer }),
    'stamp the draft by another request': on('stamp 2', 'invoicing.stamp-draft', draft, { issuer }),
    'edit the draft': edit('edit', { conditions: 'edited' }),
    'change what the draft pays': edit('edit amount', {
      complements: paymentOf(owing, '20').complements ?? [],
    }),
    'change its key': edit('key', { idempotency_key: 'other' }),
    'keep its key in an edit': edit('keep', { idempotency_key: 'kept', conditions: 'edited' }),
    'change its key back': edit('key back', { idempotency_key: 'kept' }),
    'delete the draft': on('delete', 'invoicing.delete-draft', draft, {}),
    'pay as much': create('pay', () => paymentOf(owing, AMOUNTS.draft, { idempotency_key: 'new' })),
    'pay as much by another request': otherPayment,
    'refuse that payment': once('refuse other', () =>
      command('invoicing.record-refusal', otherPayment().key, refusal),
    ),
    'pay as the refused one': create('pay 3', () => paymentOf(owing, AMOUNTS.refused)),
    'pay as the valid one': create('pay 4', () => paymentOf(owing, AMOUNTS.valid)),
    'pay in place of the valid one': create('substitute', () =>
      paymentOf(owing, '20', { related_documents: [{ relationship: '04', documents: [uuidOfValid] }] }),
    ),
    'pay a little': create('pay 5', () => paymentOf(owing, '5')),
    'make an invoice': plain('plain', null),
    'make another invoice': plain('plain 2', null),
    'make one with the key “kept”': plain('kept', 'kept'),
    'make one with the key “other”': plain('other', 'other'),
    'make another with the key “other”': plain('other 2', 'other'),
    'make one with the key “new”': plain('new', 'new'),
    'refuse the stamp': on('refuse', 'invoicing.record-refusal', pending, refusal),
    'give the stamp up': on('fail', 'invoicing.record-failure', pending, { number: 1, reason: 'outage' }),
    'stamp the refused one again': on('stamp again', 'invoicing.stamp-draft', pending, { issuer }),
    'refuse its second stamp': on('refuse 2', 'invoicing.record-refusal', pending, { ...refusal, number: 2 }),
    'cancel the valid one': on('cancel', 'invoicing.record-cancellation', valid, accepted),
    'record the payment': on('record', 'invoicing.record-payment', owing, {
      payment: valid,
      amount: AMOUNTS.valid,
    }),
    'revert the payment': on('revert', 'invoicing.revert-payment', owing, { payment: valid }),
  } as const;
};

export type Act = keyof ReturnType<typeof actsOf>;

/** Has a process do acts one after the other. A fault is no answer: the command may come again. */
export async function play(
  process: Process,
  world: World,
  acts: ReturnType<typeof actsOf>,
  names: readonly Act[],
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const name of names) {
    const command = acts[name]();
    answered.push({ command, outcome: await process(command) });
  }
  return answered;
}

/** While one of these sleeps, others do all of the rest. Each pair is tried at each of its steps. */
export const PAIRS: readonly (readonly [asleep: Act, meanwhile: readonly Act[]])[] = [
  // D2: a claim is taken over while its owner sleeps.
  ['stamp the draft', ['pay as much']],
  // D3: what is given back late belongs to somebody else by now.
  ['refuse the stamp', ['refuse the stamp', 'stamp the refused one again']],
  // D4: a command that comes again while it is being handled, with another one in between.
  ['pay as much', ['pay as much', 'cancel the valid one', 'refuse the stamp', 'pay a little']],
  // D5: a payment is canceled before it is recorded.
  ['record the payment', ['cancel the valid one', 'revert the payment']],
  ['pay in place of the valid one', ['cancel the valid one', 'revert the payment', 'pay as the valid one']],
  ['change its key', ['change its key', 'change its key back']],
  ['keep its key in an edit', ['change its key', 'make one with the key “kept”']],
  ['pay as much', ['make one with the key “new”', 'stamp the draft']],
  ['stamp the draft', ['edit the draft', 'pay as much']],
  // What was refused stays refused, also when it would be possible later.
  ['pay as much', ['pay as much by another request', 'pay as much', 'refuse that payment']],
  ['stamp the draft', ['pay as much by another request', 'stamp the draft', 'refuse that payment']],
];

/** What has to be done before something can be done at all. */
export const BEFORE: Partial<Record<Act, Act>> = {
  'stamp the refused one again': 'refuse the stamp',
  'revert the payment': 'cancel the valid one',
};

const SLEEPERS: readonly Act[] = [
  'stamp the draft',
  'stamp the refused one again',
  'change what the draft pays',
  'change its key',
  'keep its key in an edit',
  'delete the draft',
  'pay as much',
  'pay in place of the valid one',
  'make one with the key “other”',
  'refuse the stamp',
  'give the stamp up',
  'cancel the valid one',
  'record the payment',
  'revert the payment',
];
const MEANWHILES: readonly (readonly Act[])[] = [
  ['stamp the draft', 'pay a little'],
  ['stamp the draft by another request', 'pay as much'],
  ['edit the draft', 'stamp the draft by another request'],
  ['change what the draft pays', 'stamp the draft by another request', 'pay as the refused one'],
  ['change its key', 'change its key back', 'make one with the key “other”'],
  ['change its key', 'make one with the key “kept”'],
  ['delete the draft', 'make one with the key “kept”', 'pay as much'],
  ['pay as much', 'make one with the key “new”'],
  ['pay as much', 'cancel the valid one', 'refuse the stamp', 'pay a little'],
  ['pay as much by another request', 'pay a little'],
  ['refuse the stamp', 'stamp the refused one again', 'make an invoice'],
  ['refuse the stamp', 'pay as the refused one', 'stamp the refused one again'],
  ['refuse the stamp', 'stamp the refused one again', 'refuse its second stamp', 'make an invoice'],
  ['give the stamp up', 'pay as the refused one'],
  ['cancel the valid one', 'revert the payment', 'pay as the valid one'],
  ['record the payment', 'cancel the valid one', 'revert the payment'],
  ['pay in place of the valid one', 'cancel the valid one', 'revert the payment', 'record the payment'],
  ['make one with the key “other”', 'change its key'],
];

/** Every sleeper with everything else, itself included. */
export const ALL_PAIRS: typeof PAIRS = SLEEPERS.flatMap((asleep) => [
  ...MEANWHILES.map((meanwhile) => [asleep, meanwhile] as const),
  [asleep, [asleep, 'pay a little']] as const,
]);

/** What comes afterwards, in a world where nothing else happens: what is left over shows by it. */
export const AFTERMATH: readonly Act[] = [
  ...(['refuse the stamp', 'stamp the refused one again', 'make an invoice'] as const),
  ...(['make another invoice', 'make one with the key “kept”', 'make one with the key “other”'] as const),
  ...([
    'make another with the key “other”',
    'make one with the key “new”',
    'pay as the refused one',
  ] as const),
  ...(['pay as the valid one', 'pay as much by another request', 'pay a little'] as const),
];
