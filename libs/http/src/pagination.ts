import { Readable } from 'node:stream';
import { field, ok, refuse, refuseFields, type Result } from '#kernel';
import type { CursorCodec, Position, Search } from './cursors.js';
import { slicesOf } from './door/answers.js';
import { HttpRefusal } from './refusals.js';

/** Results that page mode reaches, and where counting stops (specification, "Limits"). */
export const REACHABLE = 3000;

/** The paging parameters of a list, as its query DTO gives them. */
export interface PagingInput {
  readonly pagination?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

export type Paging =
  | { readonly mode: 'page'; readonly page: number; readonly limit: number }
  | { readonly mode: 'cursor'; readonly limit: number; readonly after?: string; readonly before?: string };

/**
 * The JSON text of a row, which goes out as it is; of a large one, how to read it when its turn comes (undefined: it is
 * gone by then).
 */
export type RowDoc = string | (() => Promise<Buffer | undefined>);

/** A row of a list: its place and its text. */
export interface Row extends Position {
  readonly doc: RowDoc;
}

/** The envelope of a list as JSON text; with large rows a stream, which has one of them at a time in memory. */
export type ListAnswer = string | Readable;

export interface PageRequest {
  readonly take: number;
  readonly skip: number;
  /** `backward`: the rows strictly before `from`, nearest first. */
  readonly direction: 'forward' | 'backward';
  readonly from?: Position;
  /** Count the matches on that side too, at most up to this many. */
  readonly countUpTo?: number;
}

/** Rows of a page, and how many matches there are where that was asked for. */
export interface Page {
  readonly rows: readonly Row[];
  readonly count?: number;
}

const notTogether = {
  es: 'El campo "{path}" no puede enviarse junto con "{other}".',
  en: 'The field "{path}" cannot be sent together with "{other}".',
};
const notAllowed = (path: string, other: string) =>
  refuseFields([field(path, 'not_allowed', { location: 'query', message: notTogether, params: { other } })]);

/**
 * Decides how a list is paged (specification, "Pagination"). `after` and `before` mean cursor mode by
 * themselves. Refuses mixtures of the two modes (invalid_request, not_allowed at the field that is too much)
 * and pages past the reachable results (page_too_large).
 */
export function readPaging(input: PagingInput, { defaultLimit }: { defaultLimit: number }): Result<Paging> {
  const { pagination, page, after, before, limit = defaultLimit } = input;
  if (after !== undefined && before !== undefined) return notAllowed('before', 'after');
  const cursor = after !== undefined ? 'after' : before !== undefined ? 'before' : undefined;
  if (pagination === 'page' && cursor) return notAllowed(cursor, 'pagination=page');
  if (pagination === 'cursor' || cursor) {
    if (page !== undefined) return notAllowed('page', cursor ?? 'pagination=cursor');
    return ok({
      mode: 'cursor',
      limit,
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    });
  }
  // Catalogue searches count pages from 0: it is the first one too.
  const first = Math.max(page ?? 1, 1);
  if ((first - 1) * limit >= REACHABLE) return refuse('page_too_large', { path: 'page', location: 'query' });
  return ok({ mode: 'page', page: first, limit });
}

export interface ListRun {
  readonly paging: Paging;
  readonly cursors: CursorCodec;
  /** What cursors are bound to: resource, tenant and filters. */
  readonly search: Search;
  readonly fetchPage: (request: PageRequest) => Promise<Page>;
  /** What the envelope says besides its rows. */
  readonly beside?: Readonly<Record<string, string | null>>;
}

/** Runs a list and gives its envelope; the rows' documents are joined without being parsed. */
export const runList = (run: ListRun): Promise<ListAnswer> =>
  run.paging.mode === 'page' ? runPage(run, run.paging) : runCursor(run, run.paging);

async function runPage(run: ListRun, { page, limit }: Paging & { mode: 'page' }): Promise<ListAnswer> {
  const skip = (page - 1) * limit;
  const { rows, count = 0 } = await run.fetchPage({
    // The last reachable page may be a part of one.
    take: Math.min(limit, REACHABLE - skip),
    skip,
    direction: 'forward',
    countUpTo: REACHABLE + 1,
  });
  const total = Math.min(count, REACHABLE);
  const pages = Math.ceil(total / limit);
  const head =
    `{"page":${total === 0 ? 0 : page},"total_pages":${pages},"total_results":${total},` +
    `"totals_are_capped":${count > REACHABLE},${besideOf(run)}"data":[`;
  return envelope(head, rows, ']}');
}

async function runCursor(run: ListRun, paging: Paging & { mode: 'cursor' }): Promise<ListAnswer> {
  const { limit, after, before } = paging;
  const from = positionOf(run, 'after', after) ?? positionOf(run, 'before', before);
  const backward = before !== undefined;
  const { rows: found, count = 0 } = await run.fetchPage({
    take: limit + 1,
    skip: 0,
    direction: backward ? 'backward' : 'forward',
    // Counted once, where the walk begins.
    ...(from ? { from } : { countUpTo: REACHABLE + 1 }),
  });
  const more = found.length > limit;
  const rows = found.slice(0, limit);
  if (backward) rows.reverse();
  const cursorAt = (position: Position | undefined) =>
    position ? JSON.stringify(run.cursors.write(position, run.search)) : 'null';
  const hasPrevious = backward ? more : from !== undefined;
  const hasNext = backward ? true : more;
  const tail =
    `],"previous_cursor":${hasPrevious ? cursorAt(rows[0] ?? from) : 'null'},` +
    `"next_cursor":${hasNext ? cursorAt(rows.at(-1) ?? from) : 'null'}` +
    (from ? '}' : `,"total_results":${Math.min(count, REACHABLE)},"totals_are_capped":${count > REACHABLE}}`);
  return envelope(`{${besideOf(run)}"data":[`, rows, tail);
}

const besideOf = ({ beside = {} }: ListRun): string =>
  Object.entries(beside)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`)
    .join('');

function positionOf(
  run: ListRun,
  name: 'after' | 'before',
  cursor: string | undefined,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = run.cursors.read(cursor, run.search);
  if (position) return position;
  throw new HttpRefusal(refuseFields([field(name, 'invalid_value', { location: 'query' })]).refusal);
}

function envelope(head: string, rows: readonly Row[], tail: string): ListAnswer {
  const docs = rows.map(({ doc }) => doc);
  if (docs.every((doc) => typeof doc === 'string')) return `${head}${docs.join(',')}${tail}`;
  return Readable.from(piecesOf(head, docs, tail), { objectMode: false });
}

/** Reads each large document when the client has taken what is before it. */
async function* piecesOf(head: string, docs: readonly RowDoc[], tail: string): AsyncGenerator<Buffer> {
  let before = head;
  for (const doc of docs) {
    const bytes = typeof doc === 'string' ? Buffer.from(doc) : await doc();
    if (!bytes) continue;
    yield Buffer.from(before);
    yield* slicesOf(bytes);
    before = ',';
  }
  yield Buffer.from(before === ',' ? tail : before + tail);
}
