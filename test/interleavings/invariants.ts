import { invoiceDecider } from '#apps/invoicing/src/invoice/decide';
import { sumReceived, type Invoice } from '#apps/invoicing/src/invoice/invoice';
import { decimal, fold, formatDecimal } from '#kernel';
import { paidInvoicesOf, paymentsOf, payWith, type MadePayment } from '#billing';
import type { InvoiceEvent } from '#contracts';
import type { RecordedEvent } from '#event-store';
import type { Answered } from './acts.js';
import { TOTAL, paymentOf, type Ground, type Process, type World } from './world.js';
import { content, issuer } from '#apps/invoicing/src/invoice/testing';

type Live = Extract<Invoice, { status: 'pending' | 'valid' }>;
type Issued = Live | Extract<Invoice, { status: 'canceled' }>;

/** What is wrong in a world, in sentences; none: all is well. */
export async function complaintsOf(
  ground: Ground,
  process: Process,
  world: World,
  answered: readonly Answered[],
): Promise<string[]> {
  await settle(process, world, ground, answered);
  const before = await look(ground, world);
  const complaints = [
    ...folios(before.invoices),
    ...installments(before.invoices, world),
    ...balances(before.invoices, world),
    ...(await reservations(ground, world, before.invoices)),
    ...refusals(before.events, answered),
  ];
  return [...complaints, ...(await leaks(ground, process, world))];
}

interface Seen {
  readonly events: ReadonlyMap<string, readonly RecordedEvent[]>;
  readonly invoices: ReadonlyMap<string, Invoice>;
}

async function look({ store }: Ground, { ids }: World): Promise<Seen> {
  const events = new Map<string, readonly RecordedEvent[]>();
  for (const id of ids) events.set(id, await store.read(`invoice-${id}`));
  const invoices = new Map(
    [...events].map(([id, history]) => [id, fold(invoiceDecider, history as unknown as InvoiceEvent[])]),
  );
  return { events, invoices };
}

/**
 * Tells the invoice that is paid of every payment that was stamped, and of every one that was canceled, as far as
 * that was not done: each is told once.
 */
async function settle(
  process: Process,
  world: World,
  ground: Ground,
  answered: readonly Answered[],
): Promise<void> {
  const isTold = (type: string, payment: string): boolean =>
    answered.some(
      ({ command, outcome }) =>
        outcome.ok && command.type === type && (command.data as { payment?: string }).payment === payment,
    );
  const tell = async (type: string, invoice: string, data: { readonly payment: string }): Promise<void> => {
    if (!isTold(type, data.payment)) await process(world.command(type, invoice, data));
  };
  const { invoices } = await look(ground, world);
  for (const [payment, state] of invoices) {
    if (state.status !== 'valid' && state.status !== 'canceled') continue;
    for (const { invoice, ...paid } of paidInvoicesOf(state.content)) {
      await tell('invoicing.record-payment', invoice, { payment, ...paid });
      if (state.status === 'canceled') await tell('invoicing.revert-payment', invoice, { payment });
    }
  }
}

const isLive = (state: Invoice): state is Live => state.status === 'pending' || state.status === 'valid';

/** Those that may be stamped, or are: a canceled one has had its folio and its number, too. */
const issuedOf = (invoices: Seen['invoices']): [string, Issued][] =>
  [...invoices].flatMap(([id, state]) =>
    isLive(state) || state.status === 'canceled' ? [[id, state] as [string, Issued]] : [],
  );

function folios(invoices: Seen['invoices']): string[] {
  const used = issuedOf(invoices).map(([, { issue }]) => `${issue.series} ${issue.folio_number}`);
  return repeated(used).map((folio) => `two invoices have the folio ${folio}`);
}

/** What payments that may be stamped, or are, pay of the invoice: one in the place of another counts with it once. */
const paymentsIn = (invoices: Seen['invoices'], { owing }: World): MadePayment[] =>
  [...invoices].flatMap(([id, state]) =>
    isLive(state)
      ? paidInvoicesOf(state.content)
          .filter(({ invoice }) => invoice === owing)
          .map(({ amount, replaces = [] }) => ({ id, amount, replaces }))
      : [],
  );

const numbersOf = ({ content: paying }: Live, { owing }: World): number[] =>
  paymentsOf(paying).flatMap(({ related_documents }) =>
    related_documents.filter(({ invoice }) => invoice === owing).map(({ installment }) => installment),
  );

function installments(invoices: Seen['invoices'], world: World): string[] {
  const payments = paymentsIn(invoices, world);
  const replaced = new Set(payments.flatMap(({ replaces }) => replaces));
  const numbers = payments
    .filter(({ id }) => !replaced.has(id))
    .flatMap(({ id }) => numbersOf(invoices.get(id) as Live, world));
  return repeated(numbers).map((number) => `two payments have the number ${number}`);
}

function balances(invoices: Seen['invoices'], world: World): string[] {
  const payments = paymentsIn(invoices, world);
  const { paid } = payWith(payments);
  const stamped = payWith(payments.filter(({ id }) => invoices.get(id)?.status === 'valid')).paid;
  const received = sumReceived(invoices.get(world.owing) as Invoice);
  return [
    ...(paid > decimal(TOTAL) ? [`${formatDecimal(paid)} of ${TOTAL} is paid`] : []),
    ...(received === stamped
      ? []
      : [`${formatDecimal(received)} was received, and ${formatDecimal(stamped)} is stamped`]),
  ];
}

/** Whoever has a key or pays a balance has it reserved, too. */
async function reservations({ pool }: Ground, world: World, invoices: Seen['invoices']): Promise<string[]> {
  const { organizationId } = world.tenant;
  const keys = await pool.query<{ key: string; holder: string }>(
    'SELECT key, holder FROM invoicing.idempotency_keys WHERE organization_id = $1',
    [organizationId],
  );
  const claims = await pool.query<{ payment: string; amount: string; first: number }>(
    `SELECT payment_id AS payment, amount::text, first_installment AS first
     FROM invoicing.balance_claims WHERE organization_id = $1`,
    [organizationId],
  );
  const holders = new Map(keys.rows.map(({ key, holder }) => [key, holder]));
  const claimed = new Map(claims.rows.map(({ payment, ...claim }) => [payment, claim]));
  const has = (state: Invoice): string | null =>
    'content' in state && state.status !== 'failed' ? state.content.idempotency_key : null;
  const payments = new Map(paymentsIn(invoices, world).map((payment) => [payment.id, payment]));
  return [...invoices].flatMap(([id, state]) => {
    const key = has(state);
    const [payment, claim] = [payments.get(id), claimed.get(id)];
    return [
      ...(key !== null && holders.get(key) !== id
        ? [`${id} has the key ${key}, which is not held for it`]
        : []),
      ...(payment && (!claim || decimal(claim.amount) !== decimal(payment.amount))
        ? [`the ${state.status} payment of ${payment.amount} has a claim of ${claim?.amount ?? 'nothing'}`]
        : []),
      ...(claim && payment && claim.first !== numbersOf(state as Live, world)[0]
        ? [`the payment of ${payment.amount} has claimed the number ${claim.first}, and says another`]
        : []),
    ];
  });
}

const HARMLESS = new Set(['ClaimsForgone', 'InvoiceForgone']);

/** What was refused, by whichever delivery, never happens. */
function refusals(events: Seen['events'], answered: readonly Answered[]): string[] {
  return answered.flatMap(({ command, outcome }) => {
    if (outcome.ok) return [];
    const done = (events.get(command.key) ?? []).filter(
      ({ metadata, type }) => metadata.commandId === command.id && !HARMLESS.has(type),
    );
    return done.map(({ type }) => `${command.type} was refused (${outcome.refusal.code}) and left ${type}`);
  });
}

/** Whatever nobody has can be had: the rest of the balance, and each key. */
async function leaks(ground: Ground, process: Process, world: World): Promise<string[]> {
  const complaints: string[] = [];
  const ask = async (what: string, body: ReturnType<typeof content>): Promise<void> => {
    const { id } = world.command('', '', {});
    const outcome = await process(
      world.command('invoicing.create', id, { content: body, issuer, draft: false }),
    );
    if (!outcome.ok) complaints.push(`${what} is kept from everybody: ${outcome.refusal.code}`);
  };
  const { invoices } = await look(ground, world);
  const rest = decimal(TOTAL) - payWith(paymentsIn(invoices, world)).paid;
  if (rest > 0n)
    await ask(`${formatDecimal(rest)} of the balance`, paymentOf(world.owing, formatDecimal(rest)));
  const used = new Set(
    [...invoices.values()].map((state) => ('content' in state ? state.content.idempotency_key : null)),
  );
  for (const key of ['kept', 'other', 'new'])
    if (!used.has(key)) await ask(`the key ${key}`, content({ idempotency_key: key }));
  return complaints;
}

function repeated<Value>(values: readonly Value[]): Value[] {
  const seen = new Set<Value>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
