import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EfosList } from './efos/read.js';
import { readListManifest, type ListManifest } from './manifest.js';
import type { EfosAnswer, EfosEntry, ListId, Obligations, RegisteredRfc } from './port.js';
import { openRfcTable } from './rfc-table/open.js';

/** A list that is open: how it is asked, and what it is. */
export interface Open<Answer> {
  readonly manifest: ListManifest;
  ask(rfc: string): Answer;
  /** Nobody asks it any more; who is asking gets the answer. */
  close(): void;
}

/** How often a list is looked for anew that was replaced between its manifest and its file. */
const TRIES = 3;

/** What is loaded of a list; undefined where nothing is, or what is there can't be used. */
function openList<Answer>(
  folder: string,
  id: ListId,
  open: (path: string) => Omit<Open<Answer>, 'manifest'> | undefined,
): Open<Answer> | undefined {
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const manifest = readListManifest(folder, id);
    if (!manifest) return undefined;
    try {
      const list = open(join(folder, manifest.file));
      return list && { manifest, ...list };
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

function openTable<Answer>(
  folder: string,
  id: ListId,
  read: (value: number) => Answer,
): Open<Promise<Answer | null>> | undefined {
  return openList(folder, id, (path) => {
    const table = openRfcTable(path);
    return (
      table && {
        ask: async (rfc) => {
          const value = await table.find(rfc);
          return value === undefined ? null : read(value);
        },
        close: () => {
          table.close();
        },
      }
    );
  });
}

export type OpenLrfc = Open<Promise<RegisteredRfc | null>>;
export const openLrfc = (folder: string): OpenLrfc | undefined =>
  openTable(folder, 'lrfc', (value) => ({ sncf: (value & 1) === 1, subcontratacion: (value & 2) === 2 }));

export type OpenLco = Open<Promise<Obligations | null>>;
export const openLco = (folder: string): OpenLco | undefined =>
  openTable(folder, 'lco', (value) => value as Obligations);

export type OpenEfos = Open<EfosAnswer>;
export const openEfos = (folder: string): OpenEfos | undefined =>
  openList(folder, '69b', (path) => {
    const { updatedOn, entries } = JSON.parse(readFileSync(path, 'utf8')) as EfosList;
    const byRfc = new Map<string, EfosEntry[]>();
    for (const entry of entries) byRfc.set(entry.rfc, [...(byRfc.get(entry.rfc) ?? []), entry]);
    return {
      ask: (rfc) => ({ updatedOn, entries: byRfc.get(rfc) ?? [] }),
      close: () => undefined,
    };
  });
