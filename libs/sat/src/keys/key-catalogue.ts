import { holdEntries } from '../large/built-in.js';
import type { SearchableCatalogue } from '../large/port.js';
import { specOf } from '../large/tables.js';
import { searchableCatalogue } from '../large/typed.js';

/** A catalogue of product or unit keys, built in or loaded. */
export type KeyCatalogue = SearchableCatalogue;

/** A catalogue of product or unit keys over entries held in memory. */
export const keyCatalogue = (
  of: 'productos' | 'unidades',
  entries: readonly { readonly key: string; readonly label: string }[],
  complete = false,
): KeyCatalogue => searchableCatalogue(specOf(of), holdEntries(of, entries, complete), () => ({}));
