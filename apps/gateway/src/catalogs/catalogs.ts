import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { systemNow } from '#kernel';
import { localDateTime, type LargeCatalogues, type SearchHit, type SearchResult } from '#sat';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { CursorCodec, readPaging, runList, unwrap, type ListQuery, type ListAnswer } from '#http';
import { pageOf, type Search, type Slice } from './search.js';

const DEFAULT_LIMIT = 50;
/** Pages that are kept, of at most a hundred entries each. */
const PAGES_KEPT = 2_000;

export interface CatalogueSearch {
  /** Names the catalogue, so that a cursor of one is none of another. */
  readonly name: string;
  readonly search: Search;
  readonly query: ListQuery & { readonly q?: string };
  /** What an entry looks like; key and description where not given. */
  readonly docOf?: (hit: SearchHit) => object;
}

/** Searches of the tax authority's catalogues: the same for everybody, and only what is in force today. */
@Injectable()
export class Catalogs {
  private readonly pages = new LRUCache<string, SearchResult>({ max: PAGES_KEPT });

  constructor(
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
    private readonly cursors: CursorCodec,
  ) {}

  get large(): LargeCatalogues {
    return this.catalogues.large;
  }

  /** A page of a search as the envelope of lists, JSON text. */
  list({ name, search, query, docOf = describeHit }: CatalogueSearch): Promise<ListAnswer> {
    const { q = '' } = query;
    const date = localDateTime(systemNow(), 'America/Mexico_City').slice(0, 10);
    const remembered = this.remembering(name, search);
    return this.listSlices(name, query, (offset, limit) => {
      const { total, hits } = remembered(q, { offset, limit, date });
      return { total, docs: hits.map(docOf) };
    });
  }

  /** A page of documents that are in memory, as the envelope of lists. The name makes cursors of one list none of another. */
  listSlices(name: string, query: CatalogueSearch['query'], slice: Slice): Promise<ListAnswer> {
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: `catalogs/${name}`, q: query.q ?? '' },
      fetchPage: pageOf(slice),
    });
  }

  /**
   * A search that remembers its pages: people begin with the same few letters, and these fit the
   * most rows and take the longest (20 ms where a whole word takes 2).
   */
  private remembering(name: string, search: Search): Search {
    return (q, options) => {
      const key = JSON.stringify([name, q, options.date, options.offset, options.limit]);
      const found = this.pages.get(key) ?? search(q, options);
      this.pages.set(key, found);
      return found;
    };
  }
}

const describeHit = ({ key, label }: SearchHit) => ({ key, description: label });
