import { createHash } from 'node:crypto';
import { ignoreUnknown } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type {
  FieldChange,
  HistoryPage,
  InvoiceContent,
  InvoiceEvent,
  InvoiceHistory,
  InvoiceHistoryEntry,
  InvoiceHistoryType,
} from '#contracts';

/** A history so far, and the fields that the next edit is compared with. */
export interface Told {
  readonly entries: readonly InvoiceHistoryEntry[];
  /** Of every field of the content as it is now: its JSON where that is short, else a hash of it. */
  readonly fields: Readonly<Record<string, string>>;
  readonly nextRevision: number;
}

export const nothingTold: Told = { entries: [], fields: {}, nextRevision: 0 };

/** Values that are shown; of others only that they have changed. */
const LONGEST_SHOWN = 200;

/** Tells one more event of an invoice. Pure. */
export function tell(told: Told, event: RecordedEvent<InvoiceEvent>): Told {
  const { id, revision, recordedAt, metadata } = event;
  const nextRevision = revision + 1;
  const content = 'content' in event.data ? event.data.content : undefined;
  const fields = content ? printsOf(content) : told.fields;
  const entry = entryOf(event);
  if (!entry) return { ...told, fields, nextRevision };
  const changes = event.type === 'DraftEdited' ? changesBetween(told.fields, fields) : [];
  const { actor, correlationId: correlation_id } = metadata;
  const whole = {
    revision,
    id,
    created_at: recordedAt.toISOString(),
    actor,
    correlation_id,
    changes,
    ...entry,
  };
  return { entries: [...told.entries, whole], fields, nextRevision };
}

type Entry = Pick<InvoiceHistoryEntry, 'type' | 'data' | 'refusal'>;

const entry = (type: InvoiceHistoryType, data: Entry['data'] = {}): Entry => ({ type, data });

/** An event in the API's words; nothing for events of invoices that are not visible. */
function entryOf({ type, data }: InvoiceEvent): Entry | undefined {
  switch (type) {
    case 'InvoiceDrafted':
      return entry('invoice.drafted', {
        total: data.totals?.total ?? null,
        ...(data.copied_from !== undefined && { copied_from: data.copied_from }),
      });
    case 'DraftEdited':
      return entry('invoice.edited', { total: data.totals?.total ?? null });
    case 'InvoiceIssued': {
      const { series, folio_number, date, totals } = data.issue;
      return entry('invoice.issued', { series, folio_number, date, total: totals.total });
    }
    case 'InvoiceStamped':
      return entry('invoice.stamped', { uuid: data.stamp.uuid, date: data.stamp.date });
    case 'InvoiceRefused':
      return { ...entry('invoice.stamping_refused'), refusal: { code: data.code, details: data.details } };
    case 'StampingDelayed':
      return entry('invoice.stamping_delayed', { reason: data.reason });
    case 'StampingFailed':
      return entry('invoice.stamping_failed', { reason: data.reason });
    case 'PaymentReceived':
      return entry('invoice.payment_received', { payment: data.payment, amount: data.amount });
    case 'PaymentReverted':
      return entry('invoice.payment_reverted', { payment: data.payment, amount: data.amount });
    case 'CancellationRequested':
      return entry('invoice.cancellation_requested', {
        motive: data.motive,
        substitution: data.substitution,
      });
    case 'CancellationUpdated':
      return entry('invoice.cancellation_updated', { cancellation_status: data.status });
    case 'CancellationRefused':
      return {
        ...entry('invoice.cancellation_refused'),
        refusal: { code: data.code, details: data.details },
      };
    case 'InvoiceCanceled':
      return entry('invoice.canceled', { date: data.at });
    case 'StatusChecked':
      return entry('invoice.status_checked');
    case 'DraftDeleted':
    case 'InvoiceForgone':
    case 'ClaimsForgone':
    case 'PaymentDisregarded':
    case 'ReceiptsHeld':
      return undefined;
    default:
      return ignoreUnknown(type, undefined);
  }
}

const printsOf = (content: InvoiceContent): Record<string, string> =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const text = JSON.stringify(value ?? null);
      return [name, text.length <= LONGEST_SHOWN ? text : createHash('sha256').update(text).digest('hex')];
    }),
  );

function changesBetween(before: Told['fields'], after: Told['fields']): FieldChange[] {
  return Object.entries(after)
    .filter(([name, print]) => (before[name] ?? 'null') !== print)
    .map(([name, print]) => {
      const [from, to] = [readShown(before[name] ?? 'null'), readShown(print)];
      return from === undefined || to === undefined ? { field: name } : { field: name, from, to };
    });
}

/** A value out of its print: texts, numbers, flags and null; objects, lists and hashes are not shown. */
function readShown(print: string): string | number | boolean | null | undefined {
  if (!/^("|null$|true$|false$|-?\d+(\.\d+)?$)/.test(print)) return undefined;
  return JSON.parse(print) as string | number | boolean | null;
}

/** A page of a history: newest first, or, backward, the entries next to `from` first. */
export function pageOfHistory(
  { entries }: Told,
  { take, skip, direction, from }: HistoryPage,
): InvoiceHistory {
  const newestFirst = entries.toReversed();
  const rest =
    from === null
      ? newestFirst.slice(skip)
      : direction === 'forward'
        ? newestFirst.filter(({ revision }) => revision < from)
        : entries.filter(({ revision }) => revision > from);
  return { entries: rest.slice(0, take), count: entries.length };
}
