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
  /** The entry of a key, whether or not it may be stamped. */
  find(key: string): E | undefined;
  /**
   * Whether a key may be written in a CFDI 4.0.
   * @param atDate the document's local date, 'YYYY-MM-DD' or longer; without it the dates are not checked
   */
  has(key: string, atDate?: string): boolean;
}

/** The date from which CFDI 4.0 and most of its catalogues apply (Anexo 20, edition of 2022). */
export const CFDI_40_START = '2022-01-01';

/** Builds a catalogue; entries without a first day of validity get {@link CFDI_40_START}. */
export function catalogue<E extends CatalogueEntry>(name: string, rows: readonly E[]): Catalogue<E> {
  const entries = rows.map((row) => ({ validFrom: CFDI_40_START, ...row }));
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  if (byKey.size !== entries.length) throw new Error(`repeated key in ${name}`);
  return {
    name,
    entries,
    find: (key) => byKey.get(key),
    has: (key, atDate) => {
      const entry = byKey.get(key);
      if (!entry || entry.outsideCfdi) return false;
      if (atDate === undefined) return true;
      const day = atDate.slice(0, 10);
      return day >= entry.validFrom && (entry.validTo === undefined || day <= entry.validTo);
    },
  };
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
