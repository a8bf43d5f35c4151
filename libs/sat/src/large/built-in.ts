import { CFDI_40_START, readTable } from '../catalogue.js';
import { bienes } from '../keys/bienes.js';
import { servicios } from '../keys/servicios.js';
import { unidades } from '../keys/unidades.js';
import { largeCatalogues } from './catalogues.js';
import type { LargeCatalogues } from './port.js';
import { encodeTable, openTable, type Table } from './table.js';
import { specOf, type TableId } from './tables.js';
import type { Held } from './typed.js';

interface KeyAndLabel {
  readonly key: string;
  readonly label: string;
}

/** What is held of a catalogue, from keys and labels in memory. */
export function holdEntries(id: TableId, entries: readonly KeyAndLabel[], complete: boolean): Held {
  let table: Table | undefined;
  const open = (): Table => {
    const { name, searched } = specOf(id);
    const sorted = [...entries].sort((a, b) => (a.key < b.key ? -1 : 1));
    const columns = new Map([
      ['key', sorted.map(({ key }) => key)],
      ['label', sorted.map(({ label }) => label)],
      ['validFrom', sorted.map(() => CFDI_40_START)],
    ]);
    return openTable(encodeTable(name, columns, searched));
  };
  return { complete, rows: entries.length, table: () => (table ??= open()) };
}

const builtInEntries: Readonly<Partial<Record<TableId, readonly KeyAndLabel[]>>> = {
  productos: [...readTable(bienes), ...readTable(servicios)],
  unidades: readTable(unidades),
};

/** What holds of a catalogue that is not loaded: the common product and unit keys, and of others nothing. */
export const builtIn = (id: TableId): Held => holdEntries(id, builtInEntries[id] ?? [], false);

/** The large catalogues of an installation that has loaded none. */
export const builtInCatalogues: LargeCatalogues = largeCatalogues(builtIn);
