import { packMembers, PACK_FROM } from '#kernel';
import { roughBytes } from '../memory.js';
import type { ProjectedRow } from './projection.js';

/** Rows as the text of a JSON array for the server: values that are large JSON are packed, all others as they are. */
export async function readStoredRows(rows: readonly ProjectedRow[]): Promise<string> {
  const stored = await Promise.all(rows.map(readStoredRow));
  return `[${stored.join(',')}]`;
}

async function readStoredRow(row: ProjectedRow): Promise<string> {
  return roughBytes(row) < PACK_FROM ? JSON.stringify(row) : packMembers(row);
}
