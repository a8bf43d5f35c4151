import type { Catalogue, CatalogueEntry, SearchableCatalogue, SearchOptions, SearchResult } from '#sat';
import { fold } from '#sat/large/words';
import type { Page, PageRequest } from '#http';

/** Searches a catalogue: a page of the best of all that fit. */
export type Search = (q: string, options: SearchOptions) => SearchResult;

/** Tariff codes are often written with dots, which the catalogue does not have: 8471.30.01 00. */
const DOTTED_KEY = /^\d[\d. ]*$/;

/** A large catalogue, by words. */
export const searchLarge =
  (catalogue: SearchableCatalogue): Search =>
  (q, options) =>
    catalogue.search(DOTTED_KEY.test(q) ? q.replace(/[. ]/g, '') : q, options);

/** A small catalogue: keys that begin so, then names that have it anywhere; accents and case do not matter. */
export const searchSmall =
  (catalogue: Catalogue): Search =>
  (q, { offset = 0, limit = 50, date }) => {
    const text = fold(q.trim());
    const inForce = catalogue.entries.filter(({ key }) => catalogue.has(key, date));
    const byKey = inForce.filter(({ key }) => fold(key).startsWith(text));
    const byName = inForce.filter((entry) => !byKey.includes(entry) && fold(entry.label).includes(text));
    const found = [...byKey.map(hit(1)), ...byName.map(hit(0.5))];
    return { total: found.length, hits: found.slice(offset, offset + limit) };
  };

const hit =
  (score: number) =>
  ({ key, label }: CatalogueEntry) => ({ key, label, score });

/** The documents from a place on, and how many there are in all. */
export type Slice = (offset: number, limit: number) => { total: number; docs: readonly object[] };

/**
 * A page of a list that is in memory. A row's place in the order is its number among all that fit, which stays the same
 * for as long as the edition does.
 */
export const pageOf =
  (slice: Slice): ((request: PageRequest) => Promise<Page>) =>
  ({ take, skip, direction, from }) => {
    const at = from ? Number(from.id) : -1;
    const backward = direction === 'backward';
    const offset = backward ? Math.max(0, at - take) : from ? at + 1 : skip;
    const { total, docs } = slice(offset, backward ? at - offset : take);
    const rows = docs.map((doc, index) => ({
      id: String(offset + index),
      sortKey: 0,
      doc: JSON.stringify(doc),
    }));
    return Promise.resolve({ rows: backward ? rows.reverse() : rows, count: total });
  };
