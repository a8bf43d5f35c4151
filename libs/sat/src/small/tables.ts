import type { TableSpec } from '../large/columns.js';
import type { SmallId } from './registry.js';
import { cartaPorteTables } from './tables/carta-porte.js';
import { cfdiTables } from './tables/cfdi.js';
import { nominaTables } from './tables/nomina.js';
import { otherTables } from './tables/others.js';

/**
 * How the small catalogues are recognised and read in the tax authority's workbooks and in tables: all but those whose
 * keys the program itself is made of.
 */
export const SMALL_TABLES = {
  ...cfdiTables,
  ...nominaTables,
  ...cartaPorteTables,
  ...otherTables,
} as const satisfies Readonly<Partial<Record<SmallId, TableSpec>>>;

export type SmallTableId = keyof typeof SMALL_TABLES;
export const SMALL_TABLE_IDS = Object.keys(SMALL_TABLES) as readonly SmallTableId[];
