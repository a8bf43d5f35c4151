import {
  offUnpaid,
  paymentDocsOf,
  SUBSTITUTION,
  type CreditNote,
  type OffUnpaid,
  type OwedInvoice,
} from '#billing';
import type { InvoiceDoc } from '#contracts';
import { decimal } from '#kernel';
import { localTimeOf } from '../month.js';
import { ByIssuer } from './counted.js';
import { ReplacedDocuments } from './replaced.js';

/** Reads valid documents. */
export interface Reads {
  creditNotes(from: Date, until?: Date): AsyncIterable<InvoiceDoc>;
  /** Invoices to be paid later (PPD). */
  owed(uuids: readonly string[]): AsyncIterable<InvoiceDoc>;
  byId(ids: readonly string[]): AsyncIterable<InvoiceDoc>;
}

/** What a credit note is about: what it takes the place of is something else. */
const namedBy = ({ related_documents }: InvoiceDoc): readonly string[] =>
  related_documents
    .filter(({ relationship }) => relationship !== SUBSTITUTION)
    .flatMap(({ documents }) => documents.map((uuid) => uuid.toUpperCase()));

const dayOf = (doc: InvoiceDoc, instant: string | null): string =>
  localTimeOf(doc, instant ?? doc.date ?? '').slice(0, 10);

/** What credit notes of a month take off invoices that nobody had paid, by their UUIDs. It keeps those invoices, not the others. */
export async function offUnpaidOf(
  reads: Reads,
  from: Date,
  until: Date,
): Promise<ReadonlyMap<string, OffUnpaid>> {
  const named = new Set<string>();
  for await (const note of reads.creditNotes(from, until)) for (const uuid of namedBy(note)) named.add(uuid);
  if (named.size === 0) return new Map();
  const owed = new ByIssuer<string>();
  const invoices = new Map<string, OwedInvoice & { payments: OwedInvoice['payments'][number][] }>();
  const payments = new Set<string>();
  let first = from;
  for await (const doc of reads.owed([...named])) {
    if (doc.uuid === null || doc.date === null) continue;
    owed.set(doc, doc.uuid);
    invoices.set(doc.uuid, { currency: doc.currency, total: decimal(doc.total), payments: [] });
    for (const id of doc.received_payment_ids) payments.add(id);
    if (new Date(doc.date) < first) first = new Date(doc.date);
  }
  if (invoices.size === 0) return new Map();
  await addPayments(reads, [...payments], owed, invoices);
  return offUnpaid(await notesSince(reads, first, owed), invoices);
}

async function addPayments(
  reads: Reads,
  ids: readonly string[],
  owed: ByIssuer<string>,
  invoices: ReadonlyMap<string, { payments: OwedInvoice['payments'][number][] }>,
): Promise<void> {
  const made: {
    readonly of: string;
    readonly by: InvoiceDoc;
    readonly day: string;
    readonly amount: bigint;
  }[] = [];
  const replaced = new ReplacedDocuments();
  for await (const by of reads.byId(ids)) {
    replaced.add(by);
    for (const { date, related_documents } of paymentDocsOf(by))
      for (const { uuid, amount } of related_documents) {
        const of = owed.named(uuid, by);
        if (of !== undefined) made.push({ of, by, day: dayOf(by, date), amount: decimal(amount) });
      }
  }
  for (const { of, by, day, amount } of made)
    if (replaced.by(by) === undefined) invoices.get(of)?.payments.push({ day, amount });
}

/** All credit notes since the oldest of those invoices: earlier ones took something off them, too. */
async function notesSince(reads: Reads, first: Date, owed: ByIssuer<string>): Promise<readonly CreditNote[]> {
  const notes: { readonly doc: InvoiceDoc; readonly names: readonly string[] }[] = [];
  const replaced = new ReplacedDocuments();
  for await (const doc of reads.creditNotes(first)) {
    replaced.add(doc);
    const names = namedBy(doc).flatMap((uuid) => owed.named(uuid, doc) ?? []);
    if (names.length > 0) notes.push({ doc, names });
  }
  return notes.flatMap(({ doc, names }) =>
    doc.uuid === null || replaced.by(doc) !== undefined
      ? []
      : {
          ...{ uuid: doc.uuid, day: dayOf(doc, null), currency: doc.currency },
          ...{ total: decimal(doc.total), names },
        },
  );
}
