import { CFDI_40_START, readTable } from '../catalogue.js';
import { productos } from '../keys/productos.js';
import { unidades } from '../keys/unidades.js';
import { largeCatalogues } from './catalogues.js';
import { estaciones } from './common/estaciones.js';
import { fracciones } from './common/fracciones.js';
import { materialesPeligrosos } from './common/materiales-peligrosos.js';
import type { LargeCatalogues } from './port.js';
import { encodeTable, openTable, type Table } from './table.js';
import { specOf, type TableId } from './tables.js';
import type { Held } from './typed.js';
import type { WordIndex } from './word-index.js';

interface KeyAndLabel {
  readonly key: string;
  readonly label: string;
}

/** An entry with the other columns of its table; without a first day it is in force since CFDI 4.0 began. */
type BuiltInEntry = KeyAndLabel & {
  readonly validFrom?: string;
  readonly more?: Readonly<Record<string, string>>;
};

/** What is held of a catalogue, from keys and labels in memory. */
export function holdEntries(id: TableId, entries: readonly BuiltInEntry[], complete: boolean): Held {
  const { name, searched } = specOf(id);
  const encode = (withWords: boolean): Table => {
    const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
    const columns = new Map([
      ['key', sorted.map(({ key }) => key)],
      ['label', sorted.map(({ label }) => label)],
      ['validFrom', sorted.map(({ validFrom = CFDI_40_START }) => validFrom)],
    ]);
    for (const name of new Set(sorted.flatMap(({ more = {} }) => Object.keys(more))))
      columns.set(
        name,
        sorted.map(({ more }) => more?.[name] ?? ''),
      );
    return openTable(encodeTable(name, columns, withWords));
  };
  let indexed: Table | undefined;
  // To index words takes longer than all the rest, and who checks a key searches nothing.
  const words = (): WordIndex => {
    indexed ??= encode(true);
    if (!indexed.words) throw new Error(`${name} has no words`);
    return indexed.words();
  };
  const open = (): Table => ({ ...encode(false), words: searched ? words : undefined });
  let table: Table | undefined;
  return { complete, rows: entries.length, table: () => (table ??= open()) };
}

/** Reads a table written as lines of `key | label | …`, whose other columns have the names given. */
const readLines = (text: string, validFrom: string, more: readonly string[]): readonly BuiltInEntry[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', label = '', ...cells] = line.split('|').map((cell) => cell.trim());
      const named = more.map((name, index) => [name, cells[index] ?? ''] as const);
      return { key, label, validFrom, more: Object.fromEntries(named) };
    });

const CARTA_PORTE_31 = '2024-07-17';
const COMERCIO_EXTERIOR_20 = '2024-01-18';

/** Stations are searched by their IATA designator too; all of these are in Mexico. */
const stations = readLines(estaciones, CARTA_PORTE_31, ['transporte', 'iata']).map(({ more, ...entry }) => ({
  ...entry,
  more: { ...more, nacionalidad: 'México', similares: more?.iata ?? '' },
}));

const builtInEntries: Readonly<Partial<Record<TableId, readonly BuiltInEntry[]>>> = {
  productos: productos.map(({ similares, ...entry }) => ({ ...entry, more: { similares } })),
  unidades: readTable(unidades),
  estaciones: stations,
  materialesPeligrosos: readLines(materialesPeligrosos, CARTA_PORTE_31, [
    'clase',
    'peligroSecundario',
    'nombreTecnico',
  ]),
  fracciones: readLines(fracciones, COMERCIO_EXTERIOR_20, ['unidad']),
};

/** What holds of a catalogue that is not loaded: its common keys, and of places, pedimentos and goods of Carta Porte nothing. */
export const builtIn = (id: TableId): Held => holdEntries(id, builtInEntries[id] ?? [], false);

/** The large catalogues of an installation that has loaded none. */
export const builtInCatalogues: LargeCatalogues = largeCatalogues(builtIn);
