import { START, writePosition, type Position } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type { Books } from './books.js';
import { payments, refusedAndDone, type Refusal } from './fiscal.js';
import type { Promised } from './load.js';

export interface JudgeOptions {
  /** Copies of one mail beyond the first that kills between a server's answer and its note may leave. */
  readonly extraCopies?: number;
  /** Every answer that has refused something. */
  readonly refusals?: readonly Refusal[];
}

/**
 * Holds what was promised against the books, and the books against each other: every complaint is a sentence. None:
 * every invoice accepted exists once, with one UUID and one folio, each event is there once and in order, each effect
 * happened once, nothing happened that was refused, and no money changed.
 */
export function judge(promised: readonly Promised[], books: Books, options: JudgeOptions = {}): string[] {
  return [
    ...promises(promised, books),
    ...onlyOne(books),
    ...ledger(books),
    ...documents(books),
    ...money(promised, books),
    ...payments(books),
    ...refusedAndDone(books.events, options.refusals ?? []),
    ...feed(books.events),
    ...effects(books.events),
    ...mails(promised, books, options.extraCopies ?? 0),
    ...books.undone.map((what) => `a command is due and not done: ${what}`),
  ];
}

/** Data that a client has seen is unchanged, except for its own changes. */
function promises(promised: readonly Promised[], { invoices, keys }: Books): string[] {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const holders = new Map(keys.map(({ key, holder }) => [key, holder]));
  return promised.flatMap(({ id, external_id, shown, canceled }) => {
    const found = byId.get(id);
    if (!found) return [`${external_id}: the invoice ${id} is lost`];
    const complaints: string[] = [];
    const expect = (what: string, is: unknown, was: unknown): void => {
      if (is !== was)
        complaints.push(`${external_id}: ${what} is ${String(is)}, and ${String(was)} was promised`);
    };
    expect('its external id', found.external_id, external_id);
    expect('its status', found.status, canceled ? 'canceled' : 'valid');
    if (shown.status !== 'draft') expect('its series', found.series, shown.series);
    if (shown.folio_number !== null) expect('its folio', found.folio_number, String(shown.folio_number));
    if (shown.uuid !== null) expect('its UUID', found.uuid, shown.uuid);
    const key = `key-${external_id}`;
    expect('the holder of its idempotency key', holders.get(key), id);
    return complaints;
  });
}

/** What no two invoices may have. */
function onlyOne({ invoices }: Books): string[] {
  const issued = invoices.filter(({ status }) => status !== 'draft');
  return [
    ...repeated(invoices.flatMap(({ external_id: id }) => (id === null ? [] : [`external id ${id}`]))),
    ...repeated(issued.map(({ series, folio_number }) => `folio ${series ?? ''} ${folio_number}`)),
    ...repeated(issued.flatMap(({ uuid }) => (uuid === null ? [] : [`UUID ${uuid}`]))),
  ].map((what) => `two invoices have the ${what}`);
}

/** The provider has one stamp for each stamped invoice, under the same UUID, and nothing else. */
function ledger({ invoices, stamps }: Books): string[] {
  const byId = new Map(stamps.map((stamp) => [stamp.request_id.split('.', 1)[0] ?? '', stamp]));
  const stamped = invoices.filter(({ uuid }) => uuid !== null);
  const known = new Set(stamped.map(({ id }) => id));
  return [
    ...repeated(stamps.map(({ request_id }) => request_id.split('.', 1)[0] ?? '')).map(
      (id) => `the provider stamped ${id} twice`,
    ),
    ...repeated(stamps.map(({ uuid }) => uuid)).map((uuid) => `the ledger has ${uuid} twice`),
    ...stamps
      .filter(({ request_id }) => !known.has(request_id.split('.', 1)[0] ?? ''))
      .map(({ uuid, request_id }) => `the provider stamped ${request_id} (${uuid}), and no invoice has it`),
    ...stamped.flatMap(({ id, uuid, status }) => {
      const stamp = byId.get(id);
      if (!stamp) return [`the provider never stamped ${id} (${uuid})`];
      if (stamp.uuid !== uuid) return [`${id} has UUID ${uuid}, and ${stamp.uuid} with the provider`];
      if (stamp.canceled !== (status === 'canceled'))
        return [`${id} is ${status}, and ${stamp.canceled ? '' : 'not '}canceled with the tax authority`];
      return [];
    }),
    ...invoices
      .filter(({ status, uuid }) => (status === 'valid' || status === 'canceled') && uuid === null)
      .map(({ id, status }) => `${id} is ${status} without a UUID`),
    ...invoices.filter(({ status }) => status === 'pending').map(({ id }) => `${id} is still pending`),
  ];
}

/** The XML is there, and is the one that the provider stamped. */
function documents({ invoices, stamps, documents: found }: Books): string[] {
  const tails = new Map(stamps.map(({ uuid, sello_tail }) => [uuid, sello_tail]));
  return invoices.flatMap(({ id, uuid, series, folio_number }) => {
    if (uuid === null) return [];
    const document = found.get(id);
    if (!document) return [`the document of ${id} is missing`];
    const same =
      document.uuid.toUpperCase() === uuid &&
      document.series === series &&
      document.folio === String(folio_number) &&
      document.sello.slice(-8) === tails.get(uuid);
    return same ? [] : [`the document of ${id} is another one: ${JSON.stringify(document).slice(0, 200)}`];
  });
}

/** Asked for, answered, kept, stamped and written: the same cents, one by one and all together. */
function money(promised: readonly Promised[], { invoices, stamps, documents: found }: Books): string[] {
  const rows = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const ledgerTotals = new Map(stamps.map(({ uuid, total }) => [uuid, total]));
  const sums = { asked: 0n, shown: 0n, kept: 0n, stamped: 0n, written: 0n };
  const complaints = promised.flatMap(({ id, askedCents, shown }) => {
    const row = rows.get(id);
    if (!row?.uuid) return [];
    const of = {
      asked: BigInt(askedCents),
      shown: cents(shown.total.toFixed(2)),
      kept: cents(row.total),
      stamped: cents(ledgerTotals.get(row.uuid)),
      written: cents(found.get(id)?.total),
    };
    for (const name of NAMES) sums[name] += of[name];
    const all = NAMES.map((name) => of[name]);
    return all.every((one) => one === all[0]) ? [] : [`${id} costs ${said(of)}`];
  });
  const totals = NAMES.map((name) => sums[name]);
  return totals.every((one) => one === totals[0])
    ? complaints
    : [...complaints, `together they cost ${said(sums)}`];
}

const NAMES = ['asked', 'shown', 'kept', 'stamped', 'written'] as const;

const said = (of: Readonly<Record<(typeof NAMES)[number], bigint>>): string =>
  NAMES.map((name) => `${of[name]} cents ${name}`).join(', ');

/** Decimal text as cents; more than two places of it must be zeros. -1 for what is no amount. */
export function cents(text: string | undefined): bigint {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text ?? '') ?? [];
  if (whole === undefined || !/^\d{0,2}0*$/.test(part)) return -1n;
  return BigInt(whole + part.slice(0, 2).padEnd(2, '0'));
}

/** Each event once, positions growing, each stream's revisions in order and without gaps. */
function feed(events: readonly RecordedEvent[]): string[] {
  const complaints = repeated(events.map(({ id }) => id)).map(
    (id) => `the event ${id} is in the store twice`,
  );
  const next = new Map<string, number>();
  let last: Position = START;
  for (const { streamId, revision, position, type } of events) {
    const expected = next.get(streamId) ?? 0;
    if (revision !== expected)
      complaints.push(`${streamId} has ${type} at ${revision}, and ${expected} comes next`);
    if (position <= last)
      complaints.push(`the feed goes from ${writePosition(last)} to ${writePosition(position)}`);
    next.set(streamId, revision + 1);
    last = position;
  }
  return complaints;
}

/** Events of effects that happen once for each stream. */
const ONCE = new Set([
  ...['InvoiceStamped', 'InvoiceCanceled', 'ComprobanteSealed', 'ComprobanteStamped', 'StampRefused'],
  ...['MailRequested', 'MailSent', 'MailFailed', 'StampAbandoned', 'DraftDeleted', 'InvoiceForgone'],
]);

function effects(events: readonly RecordedEvent[]): string[] {
  const happened = events.filter(({ type }) => ONCE.has(type));
  return repeated(happened.map(({ streamId, type }) => `${streamId} has ${type}`)).map(
    (what) => `${what} twice`,
  );
}

/** Every mail that was promised has gone out, once; a copy more is the same message, byte by byte, and was cut off. */
function mails(promised: readonly Promised[], { events, copies }: Books, extraCopies: number): string[] {
  const requested = events.filter(({ type }) => type === 'MailRequested');
  const about = new Map<string, number>();
  for (const { data } of requested) {
    const { about: id } = data as { about: string | null };
    if (id !== null) about.set(id, (about.get(id) ?? 0) + 1);
  }
  const sent = new Set(events.filter(({ type }) => type === 'MailSent').map(({ streamId }) => streamId));
  const byMessage = new Map<string, string[]>();
  for (const { messageId, digest } of copies)
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), digest]);
  const extra = [...byMessage.values()].reduce((sum, digests) => sum + digests.length - 1, 0);
  return [
    ...promised
      .filter(({ id, mails: asked }) => (about.get(id) ?? 0) < asked.promised)
      .map(({ external_id }) => `${external_id}: a mail that was promised is lost`),
    ...promised
      .filter(({ id, mails: asked }) => (about.get(id) ?? 0) > asked.asked)
      .map(({ external_id }) => `${external_id}: more mails than anybody asked for`),
    ...requested
      .filter(({ streamId }) => !sent.has(streamId))
      .map(({ streamId }) => `${streamId} was never sent`),
    ...[...sent]
      .filter((stream) => ![...byMessage.keys()].some((id) => id.includes(stream.slice('mail-'.length))))
      .map((stream) => `${stream} is noted as sent, and nobody got it`),
    ...[...byMessage]
      .filter(([, digests]) => new Set(digests).size > 1)
      .map(([id]) => `copies of the mail ${id} differ`),
    ...(extra > extraCopies ? [`${extra} mails came twice, and ${extraCopies} may have`] : []),
  ];
}

function repeated<Value>(values: readonly Value[]): Value[] {
  const seen = new Set<Value>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
