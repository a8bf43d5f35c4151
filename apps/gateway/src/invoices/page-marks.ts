import { LRUCache } from 'lru-cache';
import type { Page, PageRequest } from '#http';

/** Runs a search that is known by now: its conditions don't change while the list stands still. */
export type FetchPage = (request: PageRequest) => Promise<Page>;

type Place = NonNullable<PageRequest['from']>;

/** A list that somebody pages through. */
interface Walk {
  readonly fetch: Promise<FetchPage>;
  /** How many rows it has, as its pages count them: known once one was fetched from its beginning. */
  count: number | undefined;
  /** By how many rows come before a page: the last of them. */
  readonly before: Map<number, Place>;
}

/** Lists that are remembered: those that were asked for last. One may hold the names of 2,000 customers. */
const LISTS = 100;
/** Pages of each. */
const PAGES = 100;
/** Since its last page. */
const KEPT_MS = 10_000;

/**
 * Remembers where the pages of a list begin, and how many rows it has, so that a page far behind is found without a walk
 * over all before it. Only while nothing changes: the first commit of any invoice forgets everything.
 */
export class PageMarks {
  private readonly walks = new LRUCache<string, Walk>({ max: LISTS, ttl: KEPT_MS });

  /** @param remembers false where others write too: what they write is heard of too late */
  constructor(private readonly remembers: boolean) {}

  forget(): void {
    this.walks.clear();
  }

  /**
   * A page of a list.
   * @param list names the list: its tenant and all of its filters
   * @param find how its pages are fetched, where it is not remembered
   */
  async fetchPage(list: string, request: PageRequest, find: () => Promise<FetchPage>): Promise<Page> {
    const { skip, take, from, countUpTo } = request;
    if (!this.remembers || from || countUpTo === undefined) return (await find())(request);
    const walk = this.walkOf(list, find);
    const fetch = await walk.fetch;
    const [passed, mark] = nearest(walk, skip);
    // With the row before the page, after which it is found the next time.
    const extra = skip > passed ? 1 : 0;
    const found = await fetch({
      ...{ direction: request.direction, take: take + extra, skip: skip - passed - extra },
      ...(mark ? { from: mark } : { countUpTo }),
    });
    const rows = found.rows.slice(extra);
    if (!mark) walk.count = found.count;
    // Of a walk that was forgotten meanwhile nobody learns.
    note(walk.before, skip, extra === 1 ? found.rows[0] : mark);
    note(walk.before, skip + take, rows[take - 1]);
    const { count } = walk;
    return { rows, ...(count !== undefined && { count }) };
  }

  private walkOf(list: string, find: () => Promise<FetchPage>): Walk {
    const walk = this.walks.get(list) ?? this.begin(list, find);
    // Its time begins anew.
    this.walks.set(list, walk);
    return walk;
  }

  private begin(list: string, find: () => Promise<FetchPage>): Walk {
    const walk: Walk = { fetch: find(), count: undefined, before: new Map() };
    walk.fetch.catch(() => {
      if (this.walks.peek(list) === walk) this.walks.delete(list);
    });
    return walk;
  }
}

/** The last mark at or before a place, by how many rows come before it. */
function nearest({ before }: Walk, skip: number): readonly [number, Place | undefined] {
  const last = Math.max(0, ...[...before.keys()].filter((rows) => rows <= skip));
  return [last, before.get(last)];
}

function note(before: Map<number, Place>, rows: number, place: Place | undefined): void {
  if (rows === 0 || !place || before.size >= PAGES) return;
  before.set(rows, { sortKey: place.sortKey, id: place.id });
}
