import { START, type Position } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type { BookedInvoice, Books } from '../failures/books.js';
import { isDone, isRefused, type Operation } from './history.js';

/** An invoice as an answer shows it, as far as it is judged. */
interface Shown {
  readonly id: string;
  readonly status: string;
  readonly uuid: string | null;
  readonly series: string | null;
  readonly folio_number: number | null;
}

/**
 * Holds what many clients did at the same time, and were answered, against the books at the end. What was done is there
 * for good; what was refused is not; whoever asks later never sees an earlier state; edits have one order, which is that
 * of their requests wherever one had ended before the other began.
 */
export function judgeHistory(operations: readonly Operation[], { invoices, events }: Books): string[] {
  const rows = new Map(invoices.map((row) => [row.id, row]));
  const byInvoice = new Map<string, Operation[]>();
  for (const operation of operations) {
    const id = operation.id ?? shownBy(operation)?.id;
    if (id !== undefined) byInvoice.set(id, [...(byInvoice.get(id) ?? []), operation]);
  }
  const edited = placesOfEdits(events);
  return [
    ...operations.flatMap((operation) => outcome(operation, rows)),
    ...operations.flatMap((operation) => editsOnce(operation, edited)),
    ...[...byInvoice].flatMap(([id, all]) => [
      ...statesInOrder(id, all),
      ...editsInOrder(id, all, edited),
      ...readsOfDrafts(id, all, edited),
    ]),
    ...refusedCreations(operations, invoices),
    ...canceledByNobody(invoices, byInvoice),
  ];
}

const shownBy = (operation: Operation): Shown | undefined =>
  isDone(operation) && operation.kind !== 'customer' ? (operation.answer?.body as Shown) : undefined;

const RANK: Readonly<Record<string, number>> = { valid: 1, canceled: 2 };

/** What an answer shows is still so at the end, but for what came later. */
function outcome(operation: Operation, rows: ReadonlyMap<string, BookedInvoice>): string[] {
  const shown = shownBy(operation);
  if (!shown) return [];
  const { request, mark, kind } = operation;
  const row = rows.get(shown.id);
  if (!row) return [`${request} showed ${shown.id}, which is lost`];
  const complaints: string[] = [];
  if (mark !== undefined && kind !== 'edit' && row.external_id !== mark)
    complaints.push(`${request} made ${mark}, and ${shown.id} is ${row.external_id}`);
  if ((RANK[row.status] ?? 0) < (RANK[shown.status] ?? 0))
    complaints.push(`${request} showed ${shown.id} as ${shown.status}, and it ended as ${row.status}`);
  if (shown.uuid !== null && shown.uuid !== row.uuid)
    complaints.push(`${request} showed the UUID ${shown.uuid} of ${shown.id}, which has ${row.uuid}`);
  if (shown.uuid !== null && String(shown.folio_number) !== row.folio_number)
    complaints.push(
      `${request} showed the folio ${shown.folio_number} of ${shown.id}, which has ${row.folio_number}`,
    );
  return complaints;
}

/** Where each mark of an edit is in the feed. */
function placesOfEdits(events: readonly RecordedEvent[]): Map<string, Position[]> {
  const places = new Map<string, Position[]>();
  for (const { type, data, position } of events) {
    if (type !== 'DraftEdited') continue;
    const { series } = (data as { readonly content: { readonly series: string | null } }).content;
    if (series !== null) places.set(series, [...(places.get(series) ?? []), position]);
  }
  return places;
}

/** An edit that was done is in the feed once, one that was refused never. */
function editsOnce(operation: Operation, edited: ReadonlyMap<string, readonly Position[]>): string[] {
  if (operation.kind !== 'edit') return [];
  const { request, mark = '' } = operation;
  const times = edited.get(mark)?.length ?? 0;
  if (isDone(operation) && times === 0) return [`${request} (${mark}) was done, and is lost`];
  if (isRefused(operation) && times > 0) return [`${request} (${mark}) was refused, and happened`];
  return times > 1 ? [`${request} (${mark}) happened ${times} times`] : [];
}

/** What is stamped stays so, and what is canceled. */
function statesInOrder(id: string, operations: readonly Operation[]): string[] {
  const seen = operations.flatMap((operation) => {
    const shown = shownBy(operation);
    return shown ? [{ ...operation, rank: RANK[shown.status] ?? 0, status: shown.status }] : [];
  });
  return seen.flatMap((later) =>
    seen
      .filter(({ endedAt, rank }) => endedAt < later.begunAt && rank > later.rank)
      .slice(0, 1)
      .map(
        ({ status }) => `${id} was shown as ${status}, and later, by ${later.request}, as ${later.status}`,
      ),
  );
}

interface Edit {
  readonly mark: string;
  readonly begunAt: number;
  readonly endedAt: number;
  readonly place: Position;
}

/** Edits of one draft that took place, done or left open. */
const editsOf = (
  operations: readonly Operation[],
  edited: ReadonlyMap<string, readonly Position[]>,
): Edit[] =>
  operations.flatMap(({ kind, mark = '', begunAt, endedAt }) => {
    const [place] = edited.get(mark) ?? [];
    return kind === 'edit' && place !== undefined ? [{ mark, begunAt, endedAt, place }] : [];
  });

function editsInOrder(
  id: string,
  operations: readonly Operation[],
  edited: ReadonlyMap<string, readonly Position[]>,
): string[] {
  const edits = editsOf(operations, edited);
  return edits.flatMap((later) =>
    edits
      .filter(({ endedAt, place }) => endedAt < later.begunAt && place > later.place)
      .map(({ mark }) => `${id}: the edit ${later.mark} came after ${mark}, and took place before it`),
  );
}

/** A draft is read as the last edit that had ended left it, or one that was under way. */
function readsOfDrafts(
  id: string,
  operations: readonly Operation[],
  edited: ReadonlyMap<string, readonly Position[]>,
): string[] {
  const edits = editsOf(operations, edited);
  return operations.flatMap((read) => {
    const shown = shownBy(read);
    if (read.kind !== 'read' || shown?.status !== 'draft') return [];
    const found = edits.find(({ mark }) => mark === shown.series);
    const newest = edits
      .filter(({ endedAt }) => endedAt < read.begunAt)
      .reduce<Position>((last, { place }) => (place > last ? place : last), START);
    if ((found?.place ?? START) < newest)
      return [`${id} was read as ${shown.series}, which an edit before had changed`];
    return found && found.begunAt > read.endedAt
      ? [`${id} was read as ${shown.series} before that was asked for`]
      : [];
  });
}

/** A creation that was refused made nothing that can be seen. */
function refusedCreations(operations: readonly Operation[], invoices: readonly BookedInvoice[]): string[] {
  const made = new Map(invoices.map(({ external_id, id }) => [external_id, id]));
  return operations.flatMap((operation) => {
    const { kind, mark, request } = operation;
    if (kind === 'edit' || mark === undefined || !isRefused(operation) || !made.has(mark)) return [];
    return [`${request} of ${mark} was refused, and ${made.get(mark) ?? ''} is it`];
  });
}

/** Of the invoices that the history knows: others may have clients of their own. */
function canceledByNobody(
  invoices: readonly BookedInvoice[],
  byInvoice: ReadonlyMap<string, readonly Operation[]>,
): string[] {
  const mayBe = (operation: Operation): boolean => operation.kind === 'cancel' && !isRefused(operation);
  return invoices
    .filter(({ status, id }) => status === 'canceled' && byInvoice.get(id)?.some(mayBe) === false)
    .map(({ id }) => `${id} is canceled, and whoever asked for that was refused`);
}
