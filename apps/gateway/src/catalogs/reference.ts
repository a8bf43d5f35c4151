import {
  englishOf,
  monedas,
  regimenesFiscales,
  SMALL_CATALOGUES,
  SMALL_IDS,
  tasasOCuotas,
  usosCfdi,
  type CatalogueEntry,
  type SmallCatalogue,
  type SmallId,
} from '#sat';
import { fold } from '#sat/large/words';
import { formatDecimal, refuse, ok, type Result } from '#kernel';
import type { ReferenceCatalogue, ReferenceEntry } from './dto.js';
import type { Slice } from './search.js';

type Facts = Omit<ReferenceEntry, 'key' | 'description' | 'description_en' | 'valid_from' | 'valid_to'>;

/** What the API says of the keys of some catalogues, from the rows that are in force for the same key and day. */
const factsOf: Partial<Record<SmallId, (entry: CatalogueEntry) => Facts>> = {
  regimenesFiscales: ({ key, validFrom }) => ({
    person_types: regimenesFiscales.find(key, validFrom)?.personas ?? [],
  }),
  usosCfdi: ({ key, validFrom }) => {
    const { personas = [], regimenes = [] } = usosCfdi.find(key, validFrom) ?? {};
    return { person_types: personas, tax_systems: regimenes };
  },
  monedas: ({ key, validFrom }) => ({ decimals: monedas.find(key, validFrom)?.decimales ?? 2 }),
  tasasOCuotas: ({ key, validFrom }) => {
    const rate = tasasOCuotas.find(key, validFrom);
    if (!rate) return {};
    const written = (value: bigint): string => formatDecimal(value, { min: 6 });
    return {
      ...{ tax: rate.impuesto, factor: rate.factor, min: written(rate.min), max: written(rate.max) },
      ...{ transferred: rate.traslado, withheld: rate.retencion },
    };
  },
};

interface Prepared {
  readonly doc: object;
  /** Key and names as they are searched: small letters without accents. */
  readonly key: string;
  readonly names: string;
}

const toEntry = (id: SmallId, entry: CatalogueEntry): ReferenceEntry => ({
  key: entry.key,
  description: entry.label,
  description_en: englishOf(id, entry) ?? null,
  valid_from: entry.validFrom ?? '',
  valid_to: entry.validTo ?? null,
  ...factsOf[id]?.(entry),
});

const prepared = new WeakMap<readonly CatalogueEntry[], readonly Prepared[]>();

/** The rows of a catalogue, made once for each edition. Keys that only the API knows are no keys of the tax authority's. */
function prepare(id: SmallId): readonly Prepared[] {
  const { entries } = SMALL_CATALOGUES[id].catalogue;
  const known = prepared.get(entries);
  if (known) return known;
  const rows = entries
    .filter(({ outsideCfdi }) => outsideCfdi !== true)
    .map((entry) => {
      const doc = toEntry(id, entry);
      const names = fold(`${doc.description} ${doc.description_en ?? ''}`);
      return { doc, key: fold(entry.key), names };
    });
  prepared.set(entries, rows);
  return rows;
}

/** Keys that begin so, then names that have the text anywhere; everything in the catalogue's order for an empty one. */
function searchRows(rows: readonly Prepared[], q: string): readonly object[] {
  const text = fold(q.trim());
  const byKey = rows.filter(({ key }) => key.startsWith(text));
  const byName = rows.filter(({ key, names }) => !key.startsWith(text) && names.includes(text));
  return [...byKey, ...byName].map(({ doc }) => doc);
}

const sliceOf =
  (docs: readonly object[]): Slice =>
  (offset, limit) => ({ total: docs.length, docs: docs.slice(offset, offset + limit) });

const idOf = new Map(SMALL_IDS.map((id) => [SMALL_CATALOGUES[id].name, id]));

/** A search of the small catalogue of a name; catalog_not_found, with names that are near, for one that is not there. */
export function searchReference(name: string, q = ''): Result<Slice> {
  const id = idOf.get(name);
  if (id !== undefined) return ok(sliceOf(searchRows(prepare(id), q)));
  const near = nearNames(name);
  return refuse('catalog_not_found', {
    ...{ location: 'params', path: 'name' },
    params: { name: name.slice(0, 60), ...(near.length > 0 && { near: near.join(', ') }) },
  });
}

const toReferenceCatalogue = (id: SmallId): ReferenceCatalogue => {
  const { name, catalogue, standard, es, en } = SMALL_CATALOGUES[id];
  return {
    ...{ name, description: es, description_en: en, sat_name: catalogue.name, standard },
    edition: catalogue.loadedEdition ?? 'built-in',
    entries: prepare(id).length,
  };
};

/** A search of the catalogues themselves, by any of their names. */
export function searchIndex(q = ''): Slice {
  const rows = SMALL_IDS.map((id) => {
    const doc = toReferenceCatalogue(id);
    const names = fold(`${doc.description} ${doc.description_en} ${doc.sat_name} ${doc.standard}`);
    return { doc, key: doc.name, names };
  });
  return sliceOf(searchRows(rows, q));
}

const pairsOf = (text: string): ReadonlySet<string> => {
  const letters = fold(text).replace(/[^a-z0-9]/g, '');
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  );
};

/** How alike two texts are, from 0 to 1: by the pairs of letters that both have (Dice). */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

/** People also write the tax authority's name (c_FormaPago) or the Spanish one (formas de pago). */
const namesOf = ({ name, catalogue, es }: SmallCatalogue): readonly string[] => [
  name,
  catalogue.name.replace(/^c_/, ''),
  es,
];

const MOST_NEAR = 3;
const NEAR = 0.5;

/** The names of the catalogues that somebody may have meant, the best first. */
export function nearNames(asked: string): readonly string[] {
  const pairs = pairsOf(asked.slice(0, 60).replace(/^c_/i, ''));
  return SMALL_IDS.map((id) => SMALL_CATALOGUES[id])
    .map((one) => ({
      name: one.name,
      score: Math.max(...namesOf(one).map((name) => likeness(pairs, pairsOf(name)))),
    }))
    .filter(({ score }) => score >= NEAR)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
}
