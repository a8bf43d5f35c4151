import { cartaPorteLoaders } from './loaders/carta-porte.js';
import { cfdiLoaders } from './loaders/cfdi.js';
import { nominaLoaders } from './loaders/nomina.js';
import { comercioExteriorLoaders, hidrocarburosLoaders, retencionesLoaders } from './loaders/others.js';
import type { SmallLoader } from './loader.js';
import { SMALL_TABLE_IDS, type SmallTableId } from './tables.js';
import type { Table } from '../large/table.js';

/** What each small catalogue that can be loaded does with a table. */
export const SMALL_LOADERS: Readonly<Record<SmallTableId, SmallLoader>> = {
  ...cfdiLoaders,
  ...nominaLoaders,
  ...cartaPorteLoaders,
  ...comercioExteriorLoaders,
  ...hidrocarburosLoaders,
  ...retencionesLoaders,
};

export const isSmall = (id: string): id is SmallTableId => Object.hasOwn(SMALL_LOADERS, id);

/** Whether the newest row of a table began before the newest one that is built in: it is an earlier edition. */
export function isOlder(id: SmallTableId, table: Table): boolean {
  let newest = '';
  for (let row = 0; row < table.rows; row += 1) {
    const day = table.text('validFrom', row);
    if (day > newest) newest = day;
  }
  return newest !== '' && newest < SMALL_LOADERS[id].builtIn.newest;
}

/** An edition of a small catalogue that an installation has loaded. */
export interface LoadedSmall {
  readonly table: Table;
  readonly edition: string;
}

/**
 * Makes the small catalogues those of an installation: the loaded ones by their tables, all others as they are built in.
 * The rules of the whole process (or of the thread) judge by them from now on.
 */
export function useSmallCatalogues(loaded: ReadonlyMap<string, LoadedSmall>): void {
  for (const id of SMALL_TABLE_IDS) {
    const own = loaded.get(id);
    SMALL_LOADERS[id].use(own?.table, own?.edition);
  }
}
