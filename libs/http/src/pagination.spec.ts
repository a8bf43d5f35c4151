import { describe, expect, it } from '@jest/globals';
import type { Readable } from 'node:stream';
import { CursorCodec, type Position, type Search } from './cursors.js';
import {
  readPaging,
  runList,
  type ListAnswer,
  type PageRequest,
  type PagingInput,
  type Row,
  type RowDoc,
} from './pagination.js';
import { HttpRefusal, unwrap } from './refusals.js';

/** Large documents are read when they are sent; in these lists some are, in most of the pages. */
const isLate = (n: number) => n % 7 === 0;
const readLate = (doc: string) => () => Promise.resolve(Buffer.from(doc));

const textOf = async (answer: ListAnswer): Promise<string> => {
  if (typeof answer === 'string') return answer;
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return text;
};

/** Rows of a list in its order (sortKey, then id, descending), several of them with the same sortKey. */
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => {
    const n = count - i;
    const doc = `{"n":${n}}`;
    return {
      sortKey: Math.ceil(n / 3),
      id: String(n).padStart(5, '0'),
      doc: isLate(n) ? readLate(doc) : doc,
    };
  });

const comesAfter = (row: Position, from: Position) =>
  row.sortKey < from.sortKey || (row.sortKey === from.sortKey && row.id < from.id);

function listOver(rows: readonly Row[], input: PagingInput, search: Search = { resource: 'things' }) {
  const counted: number[] = [];
  const run = async () => {
    const answer = await runList({
      paging: unwrap(readPaging(input, { defaultLimit: 50 })),
      cursors: new CursorCodec('secret'),
      search,
      fetchPage: ({ take, skip, direction, from, countUpTo }: PageRequest) => {
        const side =
          direction === 'forward'
            ? rows.filter((row) => !from || comesAfter(row, from))
            : rows.filter((row) => !from || comesAfter(from, row)).reverse();
        if (countUpTo !== undefined) counted.push(countUpTo);
        return Promise.resolve({
          rows: side.slice(skip, skip + take),
          ...(countUpTo !== undefined && { count: Math.min(side.length, countUpTo) }),
        });
      },
    });
    return JSON.parse(await textOf(answer)) as Envelope;
  };
  return { run, counted };
}

interface Envelope {
  page?: number;
  total_pages?: number;
  total_results?: number;
  totals_are_capped?: boolean;
  previous_cursor?: string | null;
  next_cursor?: string | null;
  data: { n: number }[];
}
const numbers = ({ data }: Envelope) => data.map(({ n }) => n);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

describe('readPaging', () => {
  it.each<[PagingInput, object]>([
    [{}, { mode: 'page', page: 1, limit: 50 }],
    [{ page: 0 }, { mode: 'page', page: 1, limit: 50 }],
    [
      { page: 30, limit: 100 },
      { mode: 'page', page: 30, limit: 100 },
    ],
    [{ page: 60 }, { mode: 'page', page: 60, limit: 50 }],
    [
      { page: 43, limit: 70 },
      { mode: 'page', page: 43, limit: 70 },
    ],
    [{ pagination: 'cursor' }, { mode: 'cursor', limit: 50 }],
    [
      { after: 'x', limit: 5 },
      { mode: 'cursor', limit: 5, after: 'x' },
    ],
    [
      { pagination: 'cursor', before: 'x' },
      { mode: 'cursor', limit: 50, before: 'x' },
    ],
  ])('%j', (input, paging) => {
    expect(readPaging(input, { defaultLimit: 50 })).toEqual({ ok: true, value: paging });
  });

  it.each<[PagingInput, string, string]>([
    [{ after: 'x', before: 'y' }, 'invalid_request', 'before'],
    [{ pagination: 'page', after: 'x' }, 'invalid_request', 'after'],
    [{ pagination: 'page', before: 'x' }, 'invalid_request', 'before'],
    [{ pagination: 'cursor', page: 1 }, 'invalid_request', 'page'],
    [{ after: 'x', page: 1 }, 'invalid_request', 'page'],
    [{ page: 31, limit: 100 }, 'page_too_large', 'page'],
    [{ page: 61 }, 'page_too_large', 'page'],
    [{ page: 44, limit: 70 }, 'page_too_large', 'page'],
    [{ page: 3001, limit: 1 }, 'page_too_large', 'page'],
  ])('%j is refused as %s at %s', (input, code, path) => {
    expect(readPaging(input, { defaultLimit: 50 })).toMatchObject({
      ok: false,
      refusal: { code, path, location: 'query' },
    });
  });
});

describe('page mode', () => {
  it('answers an empty search with page 0', async () => {
    expect(await listOver([], {}).run()).toEqual({
      page: 0,
      total_pages: 0,
      total_results: 0,
      totals_are_capped: false,
      data: [],
    });
  });

  it('pages, and counts no further than it must', async () => {
    const rows = rowsOf(120);
    const first = listOver(rows, { limit: 50 });
    expect(await first.run()).toMatchObject({
      page: 1,
      total_pages: 3,
      total_results: 120,
      totals_are_capped: false,
    });
    expect(first.counted).toEqual([3001]);
    const last = listOver(rows, { limit: 50, page: 3 });
    const envelope = await last.run();
    expect(numbers(envelope)).toEqual(down(20, 1));
    expect(envelope).toMatchObject({ page: 3, total_pages: 3, total_results: 120 });
    expect(last.counted).toEqual([3001]);
    const whole = listOver(rowsOf(49), { limit: 50 });
    expect(await whole.run()).toMatchObject({ page: 1, total_pages: 1, total_results: 49 });
    expect(await listOver(rows, { page: 4 }).run()).toMatchObject({ page: 4, total_results: 120, data: [] });
  });

  it('caps the totals at 3000', async () => {
    const rows = rowsOf(3001);
    const capped = { total_results: 3000, totals_are_capped: true };
    expect(await listOver(rows, { limit: 100, page: 30 }).run()).toMatchObject({
      ...capped,
      total_pages: 30,
    });
    expect(await listOver(rows.slice(0, 3000), {}).run()).toMatchObject({
      total_results: 3000,
      totals_are_capped: false,
    });
    expect(await listOver(rows, { limit: 70 }).run()).toMatchObject({ ...capped, total_pages: 43 });
  });

  it('reaches every one of the 3000, and no other, whatever the limit', async () => {
    const last = await listOver(rowsOf(3050), { limit: 70, page: 43 }).run();
    expect(last).toMatchObject({ page: 43, total_pages: 43, totals_are_capped: true });
    expect(numbers(last)).toEqual(down(110, 51));
  });
});

describe('cursor mode', () => {
  it('walks to the end and back, every row once, in order', async () => {
    const rows = rowsOf(23);
    const seen: number[][] = [];
    let envelope = await listOver(rows, { pagination: 'cursor', limit: 5 }).run();
    expect(envelope).toMatchObject({ previous_cursor: null, total_results: 23, totals_are_capped: false });
    seen.push(numbers(envelope));
    while (envelope.next_cursor) {
      const { run, counted } = listOver(rows, { after: envelope.next_cursor, limit: 5 });
      envelope = await run();
      expect(counted).toEqual([]);
      expect(envelope.previous_cursor).toEqual(expect.any(String));
      expect(envelope).not.toHaveProperty('total_results');
      expect(envelope).not.toHaveProperty('totals_are_capped');
      seen.push(numbers(envelope));
    }
    expect(seen.flat()).toEqual(down(23, 1));
    const back: number[][] = [numbers(envelope)];
    while (envelope.previous_cursor) {
      envelope = await listOver(rows, { before: envelope.previous_cursor, limit: 5 }).run();
      expect(envelope.next_cursor).toEqual(expect.any(String));
      back.unshift(numbers(envelope));
    }
    expect(back).toEqual(seen);
  });

  it('says nothing follows a last page that is just full', async () => {
    const envelope = await listOver(rowsOf(10), { pagination: 'cursor', limit: 10 }).run();
    expect(envelope).toMatchObject({ next_cursor: null, previous_cursor: null, total_results: 10 });
  });

  it('stays usable when what a cursor pointed at is gone', async () => {
    const rows = rowsOf(10);
    const { next_cursor: after } = await listOver(rows, { pagination: 'cursor', limit: 5 }).run();
    const envelope = await listOver(rows.slice(0, 3), { after: after ?? '', limit: 5 }).run();
    expect(envelope.data).toEqual([]);
    expect(envelope.next_cursor).toBeNull();
    const back = await listOver(rows.slice(0, 3), { before: envelope.previous_cursor ?? '', limit: 5 }).run();
    expect(numbers(back)).toEqual([10, 9, 8]);
  });

  it('answers an empty search', async () => {
    expect(await listOver([], { pagination: 'cursor' }).run()).toEqual({
      data: [],
      previous_cursor: null,
      next_cursor: null,
      total_results: 0,
      totals_are_capped: false,
    });
  });

  it('refuses changed cursors and those of another search, at their field', async () => {
    const rows = rowsOf(20);
    const mine = { resource: 'things', tenant: { organizationId: 'a', livemode: false }, q: 'x' };
    const { next_cursor: cursor } = await listOver(rows, { pagination: 'cursor', limit: 5 }, mine).run();
    const good = cursor ?? '';
    const same = {
      q: 'x',
      tenant: { livemode: false, organizationId: 'a' },
      resource: 'things',
      date: undefined,
    };
    await expect(listOver(rows, { after: good, limit: 7 }, same).run()).resolves.toMatchObject({
      data: { length: 7 },
    });
    const others: [PagingInput, Search][] = [
      [{ after: good }, { ...mine, q: 'y' }],
      [{ after: good }, { ...mine, tenant: { organizationId: 'b', livemode: false } }],
      [{ after: good }, { ...mine, tenant: { organizationId: 'a', livemode: true } }],
      [{ after: good }, { ...mine, resource: 'others' }],
      [{ after: `${good}A` }, mine],
      [{ after: `A${good}` }, mine],
      [{ after: good.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')) }, mine],
      [{ before: 'nonsense' }, mine],
      [{ before: '' }, mine],
    ];
    for (const [input, search] of others) {
      const path = input.after === undefined ? 'before' : 'after';
      const error = await listOver(rows, input, search)
        .run()
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
      expect(error).toBeInstanceOf(HttpRefusal);
      expect((error as HttpRefusal).refusal).toMatchObject({
        code: 'invalid_request',
        path,
        location: 'query',
      });
    }
  });
});

describe('a list with large documents', () => {
  const run = (docs: readonly RowDoc[]) =>
    runList({
      paging: { mode: 'page', page: 1, limit: 10 },
      cursors: new CursorCodec('secret'),
      search: { resource: 'things' },
      fetchPage: () =>
        Promise.resolve({
          rows: docs.map((doc, n) => ({ sortKey: 0, id: String(n), doc })),
          count: docs.length,
        }),
    });

  it('reads each of them when what is before it has been taken', async () => {
    let read = 0;
    const late = () => {
      read += 1;
      return Promise.resolve(Buffer.alloc(3_000_000, '1'));
    };
    const answer = (await run([late, late, late, late])) as Readable;
    const taken = answer[Symbol.asyncIterator]();
    await taken.next();
    await taken.next();
    expect(read).toBe(1);
    let bytes = 0;
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
    expect(read).toBe(4);
    expect(bytes).toBeGreaterThan(9_000_000);
  });

  it('leaves out what was deleted meanwhile', async () => {
    const gone = () => Promise.resolve(undefined);
    const texts = await Promise.all(
      [run([gone, '{"n":1}', gone, '{"n":2}']), run([gone]), run([gone, gone])].map(async (list) =>
        textOf(await list),
      ),
    );
    expect(texts.map((text) => (JSON.parse(text) as Envelope).data)).toEqual([[{ n: 1 }, { n: 2 }], [], []]);
  });
});
