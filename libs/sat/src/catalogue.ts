/** One key of a tax authority catalogue. Dates are 'YYYY-MM-DD', both ends included. */
export interface CatalogueEntry {
  readonly key: string;
  /** The tax authority's Spanish name. */
  readonly label: string;
  /** Short English name, where the API gives one. */
  readonly en?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
  /** Known by name in the API, but no key of CFDI 4.0's catalogue: never valid in a stamped document. */
  readonly outsideCfdi?: boolean;
}

/** A small catalogue of the tax authority: lookups are O(1) and know the dates of validity. */
export interface Catalogue<E extends CatalogueEntry = CatalogueEntry> {
  /** The catalogue's own name, such as c_FormaPago. */
  readonly name: string;
  /** Every entry in the catalogue's order, those outside of CFDI 4.0 included. */
  readonly entries: readonly E[];
  /** The edition that was loaded (docs/catalogues.md); undefined for the built-in one. */
  readonly loadedEdition: string | undefined;
  /** The entry of a key, whether or not it may be stamped: with a date the one in force on it, if any is. */
  find(key: string, atDate?: string): E | undefined;
  /**
   * Whether a key may be written in a CFDI 4.0.
   * @param atDate the document's local date, 'YYYY-MM-DD' or longer; without it the dates are not checked
   */
  has(key: string, atDate?: string): boolean;
}

/** The date from which CFDI 4.0 and most of its catalogues apply (Anexo 20, edition of 2022). */
export const CFDI_40_START = '2022-01-01';

/** Whether an entry is in force on a day; without a day every entry is. */
export const isInForce = (
  { validFrom = CFDI_40_START, validTo }: Pick<CatalogueEntry, 'validFrom' | 'validTo'>,
  atDate: string | undefined,
): boolean => {
  if (atDate === undefined) return true;
  // A day with a time is never before the day alone, so only the last day needs the time cut off.
  return atDate >= validFrom && (validTo === undefined || atDate.slice(0, 10) <= validTo);
};

interface Held<E> {
  readonly entries: readonly E[];
  /** A key has several rows where an edition changed what it says from a day on; the last one is the newest. */
  readonly byKey: ReadonlyMap<string, readonly E[]>;
  readonly edition: string | undefined;
}

function hold<E extends CatalogueEntry>(name: string, rows: readonly E[], edition?: string): Held<E> {
  const entries = rows.map((row) => ({ validFrom: CFDI_40_START, ...row }));
  const byKey = new Map<string, E[]>();
  for (const entry of entries) {
    const others = byKey.get(entry.key);
    if (!others) byKey.set(entry.key, [entry]);
    else if (others.some(({ validFrom }) => validFrom === entry.validFrom))
      throw new Error(`repeated key in ${name}: ${entry.key}`);
    else others.push(entry);
  }
  for (const same of byKey.values())
    if (same.length > 1) same.sort((a, b) => ((a.validFrom ?? '') < (b.validFrom ?? '') ? -1 : 1));
  return { entries, byKey, edition };
}

/** A catalogue whose rows a loaded edition may take the place of. */
export interface LoadableCatalogue<E extends CatalogueEntry> {
  readonly builtIn: readonly E[];
  /** Judges by these rows from now on, in the whole process; by the built-in ones without any. */
  readonly use: (rows?: readonly E[], edition?: string) => void;
}

const loadable = new WeakMap<object, unknown>();

/** Builds a catalogue; entries without a first day of validity get {@link CFDI_40_START}. */
export function catalogue<E extends CatalogueEntry>(name: string, rows: readonly E[]): Catalogue<E> {
  const builtIn = hold(name, rows);
  let held = builtIn;
  const made: Catalogue<E> = {
    name,
    get entries() {
      return held.entries;
    },
    get loadedEdition() {
      return held.edition;
    },
    find: (key, atDate) => {
      const same = held.byKey.get(key);
      if (same === undefined) return undefined;
      const last = same[same.length - 1];
      return same.length === 1 || atDate === undefined
        ? last
        : (same.find((entry) => isInForce(entry, atDate)) ?? last);
    },
    has: (key, atDate) => {
      const same = held.byKey.get(key);
      if (same === undefined) return false;
      for (const entry of same) if (entry.outsideCfdi !== true && isInForce(entry, atDate)) return true;
      return false;
    },
  };
  const own: LoadableCatalogue<E> = {
    builtIn: builtIn.entries,
    use: (others, edition) => {
      held = others === undefined ? builtIn : hold(name, others, edition);
    },
  };
  loadable.set(made, own);
  return made;
}

/**
 * The way to give a catalogue the rows of a loaded edition. A service does so once, before it takes its first request
 * (`useSmallCatalogues`), and nothing else does: the rows change under everything that judges by the catalogue.
 */
export function loadableOf<E extends CatalogueEntry>(one: Catalogue<E>): LoadableCatalogue<E> {
  const own = loadable.get(one);
  if (own === undefined) throw new Error(`${one.name} was not made by catalogue()`);
  return own as LoadableCatalogue<E>;
}

/** Reads a table written as `KEY Label; KEY Label;` into key and label pairs. */
export const readTable = (text: string): readonly { readonly key: string; readonly label: string }[] =>
  text
    .split(';')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const space = row.indexOf(' ');
      return { key: row.slice(0, space), label: row.slice(space + 1).trim() };
    });
