import { describe, expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type { BookedInvoice, Books } from '../failures/books.js';
import type { Kind, Operation } from './history.js';
import { judgeHistory } from './judge-history.js';

const UUID = '39C85A3F-275B-4341-B259-E8971D9F8A94';

const row = (over: Partial<BookedInvoice>): BookedInvoice => ({
  ...{ id: 'i', external_id: 'm', status: 'valid', uuid: UUID, series: 'A', folio_number: '1' },
  ...{ total: '1', cancellation_status: 'none', payment_method: 'PUE', amount_due: '0' },
  ...over,
});
const shows = (over: object = {}): object => ({
  ...{ id: 'i', status: 'valid', uuid: UUID, series: 'A', folio_number: 1 },
  ...over,
});
const DRAFT = { status: 'draft', uuid: null, folio_number: null } as const;

/** An operation from one second to another; `status` undefined: its end is open. */
const operation = (
  kind: Kind,
  [begunAt, endedAt]: readonly [number, number],
  status: number | undefined,
  over: { readonly body?: object; readonly mark?: string; readonly id?: string } = {},
): Operation => {
  const { body = shows(), ...rest } = over;
  const answer = status === undefined ? undefined : { status, body, retryAfterMs: undefined, logId: '' };
  return {
    ...{ client: 0, kind, request: `${kind} ${begunAt}`, begunAt },
    ...{ endedAt: status === undefined ? Infinity : endedAt, answer },
    ...rest,
  };
};

const edited = (...series: readonly string[]): RecordedEvent[] =>
  series.map((mark, n) => ({
    ...{
      id: mark,
      type: 'DraftEdited',
      streamId: 'invoice-i',
      revision: n + 1,
      position: readPosition(BigInt(n + 1)),
    },
    ...{ recordedAt: new Date(0), data: { content: { series: mark } } },
    metadata: { organizationId: 'o', livemode: false, commandId: mark, correlationId: mark, actor: 'key:1' },
  }));

const judged = (
  operations: readonly Operation[],
  invoices: readonly BookedInvoice[] = [row({})],
  events: readonly RecordedEvent[] = [],
): string[] => {
  const nothing = { stamps: [], keys: [], documents: new Map(), copies: [], undone: [] };
  const books: Books = { ...nothing, invoices, events };
  return judgeHistory(operations, books);
};

describe('a history that may be', () => {
  it('is not complained about: what was open happened or not, what ran at once came in either order', () => {
    const operations = [
      operation('draft', [0, 1], 200, { mark: 'm', body: shows({ ...DRAFT, series: null }) }),
      operation('create', [0, 1], undefined, { mark: 'never' }),
      operation('create', [0, 1], 400, { mark: 'refused' }),
      operation('edit', [2, 6], 200, { id: 'i', mark: 'x', body: shows({ ...DRAFT, series: 'x' }) }),
      operation('edit', [3, 5], 200, { id: 'i', mark: 'y', body: shows({ ...DRAFT, series: 'y' }) }),
      operation('edit', [4, 5], 409, { id: 'i', mark: 'z' }),
      operation('read', [4, 5], 200, { id: 'i', body: shows({ ...DRAFT, series: 'y' }) }),
      operation('stamp', [7, 8], undefined, { id: 'i' }),
      operation('cancel', [9, 10], undefined, { id: 'i' }),
      operation('read', [11, 12], 200, { id: 'i', body: shows({ status: 'canceled' }) }),
    ];
    expect(judged(operations, [row({ status: 'canceled' })], edited('y', 'x'))).toEqual([]);
  });
});

describe('complains about', () => {
  const create = operation('create', [0, 1], 200, { mark: 'm' });

  it('an invoice that was answered and is lost, or is another one, or has another UUID or folio', () => {
    expect(judged([create], [])).toEqual(['create 0 showed i, which is lost']);
    expect(judged([create], [row({ external_id: 'n' })])).toEqual(['create 0 made m, and i is n']);
    expect(judged([create], [row({ uuid: 'B' })])).toEqual([
      `create 0 showed the UUID ${UUID} of i, which has B`,
    ]);
    expect(judged([create], [row({ folio_number: '2' })])).toEqual([
      'create 0 showed the folio 1 of i, which has 2',
    ]);
  });

  it('a stamp that is undone, and one that is seen and then not', () => {
    expect(judged([create], [row({ status: 'draft' })])).toEqual([
      'create 0 showed i as valid, and it ended as draft',
    ]);
    const read = operation('read', [2, 3], 200, { id: 'i', body: shows(DRAFT) });
    expect(judged([create, read])).toEqual(['i was shown as valid, and later, by read 2, as draft']);
  });

  it('a creation that was refused and is there', () => {
    expect(judged([operation('create', [0, 1], 409, { mark: 'm' })])).toEqual([
      'create 0 of m was refused, and i is it',
    ]);
  });

  it('an invoice that is canceled where whoever asked for that was refused', () => {
    const refused = operation('cancel', [2, 3], 409, { id: 'i' });
    expect(judged([create, refused], [row({ status: 'canceled' })])).toEqual([
      'i is canceled, and whoever asked for that was refused',
    ]);
  });

  const edit = (at: readonly [number, number], mark: string, status = 200): Operation =>
    operation('edit', at, status, { id: 'i', mark, body: shows({ ...DRAFT, series: mark }) });

  it('an edit that is lost, happened though it was refused, or happened twice', () => {
    expect(judged([edit([0, 1], 'x')])).toEqual(['edit 0 (x) was done, and is lost']);
    expect(judged([edit([0, 1], 'x', 409)], undefined, edited('x'))).toEqual([
      'edit 0 (x) was refused, and happened',
    ]);
    expect(judged([edit([0, 1], 'x')], undefined, edited('x', 'x'))).toEqual(['edit 0 (x) happened 2 times']);
  });

  it('edits in another order than they were asked for, one after the other', () => {
    expect(judged([edit([0, 1], 'x'), edit([2, 3], 'y')], undefined, edited('y', 'x'))).toEqual([
      'i: the edit y came after x, and took place before it',
    ]);
  });

  it('a draft that is read as it was before an edit that had ended, or as nobody has asked for yet', () => {
    const reads = (series: string): Operation =>
      operation('read', [4, 5], 200, { id: 'i', body: shows({ ...DRAFT, series }) });
    const edits = [edit([0, 1], 'x'), edit([2, 3], 'y')];
    expect(judged([...edits, reads('x')], undefined, edited('x', 'y'))).toEqual([
      'i was read as x, which an edit before had changed',
    ]);
    expect(judged([reads('z'), edit([6, 7], 'z')], undefined, edited('z'))).toEqual([
      'i was read as z before that was asked for',
    ]);
  });
});
