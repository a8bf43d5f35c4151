import { createHash } from 'node:crypto';
import type { DomainEvent } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type {
  FieldChange,
  History,
  HistoryEntry,
  HistoryPage,
  InvoiceHistoryType,
  RetentionHistoryType,
  SentTo,
  SurplusStamp,
} from '#contracts';

export type HistoryType = InvoiceHistoryType | RetentionHistoryType;

type Prints = Readonly<Record<string, string>>;

/** A history so far, and the fields that the next edit is compared with. */
export interface Told<Type extends HistoryType> {
  readonly entries: readonly HistoryEntry<Type>[];
  /** Of every field of the content as it is now: its JSON where that is short, else a hash of it. */
  readonly fields: Prints;
  readonly nextRevision: number;
}

export const nothingTold: Told<never> = { entries: [], fields: {}, nextRevision: 0 };

/** Values that are shown; of others only that they have changed. */
const LONGEST_SHOWN = 200;

/** What an event says in the API's words. */
export type Entry<Type extends HistoryType> = Pick<HistoryEntry<Type>, 'type' | 'data' | 'refusal'>;

export const entry = <Type extends HistoryType>(type: Type, data: Entry<Type>['data'] = {}): Entry<Type> => ({
  type,
  data,
});

/** Whom it was sent to, and how often: in an entry of a stamp, or of its delay. */
export const sentTo = ({ pac, attempts }: SentTo): Entry<HistoryType>['data'] => ({
  ...(pac !== undefined && { pac }),
  ...(attempts !== undefined && { attempts }),
});

/** A stamp beside the document's own, in an entry. */
export const surplusOf = ({ uuid, pac }: SurplusStamp): Entry<HistoryType>['data'] => ({
  surplus_stamp: { uuid, pac },
});

/** How the history of a kind of documents is told. */
export interface Telling<Event extends DomainEvent<string, object>, Type extends HistoryType> {
  /** An event in the API's words; nothing for events of documents that are not visible. */
  readonly entryOf: (event: RecordedEvent<Event>) => Entry<Type> | undefined;
  /** The edit of a draft, which tells what it changed. */
  readonly edit: Event['type'];
}

/** Tells one more event of a document. Pure. */
export function tellEvent<Event extends DomainEvent<string, object>, Type extends HistoryType>(
  { entryOf, edit }: Telling<Event, Type>,
  told: Told<Type>,
  event: RecordedEvent<Event>,
): Told<Type> {
  const { id, revision, recordedAt, metadata } = event;
  const nextRevision = revision + 1;
  const content = 'content' in event.data ? (event.data.content as object) : undefined;
  const fields = content ? printsOf(content) : told.fields;
  const entry = entryOf(event);
  if (!entry) return { ...told, fields, nextRevision };
  const changes = event.type === edit ? changesBetween(told.fields, fields) : [];
  const { actor, correlationId: correlation_id } = metadata;
  const whole = {
    ...{ revision, id, created_at: recordedAt.toISOString(), actor, correlation_id, changes },
    ...entry,
  };
  return { entries: [...told.entries, whole], fields, nextRevision };
}

const printsOf = (content: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const text = JSON.stringify(value ?? null);
      return [name, text.length <= LONGEST_SHOWN ? text : createHash('sha256').update(text).digest('hex')];
    }),
  );

function changesBetween(before: Prints, after: Prints): FieldChange[] {
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
export function pageOfHistory<Type extends HistoryType>(
  { entries }: Told<Type>,
  { take, skip, direction, from }: HistoryPage,
): History<Type> {
  const newestFirst = entries.toReversed();
  const rest =
    from === null
      ? newestFirst.slice(skip)
      : direction === 'forward'
        ? newestFirst.filter(({ revision }) => revision < from)
        : entries.filter(({ revision }) => revision > from);
  return { entries: rest.slice(0, take), count: entries.length };
}
