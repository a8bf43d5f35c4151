import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openCatalogueFolder } from '../directory.js';
import { PRODUCT_HEADING, product, temporaryFolder, withTitles, workbook } from '../testing.js';
import { realFiles, type Files } from './files.js';
import { loadCatalogues } from './load.js';
import { verifyCatalogues } from './verify.js';

/** Real files whose n-th operation does half of its work, if it can, and then ends as a killed process would. */
function killedAt(n: number): { files: Files; count: () => number } {
  let calls = 0;
  const step =
    <A extends unknown[], R>(action: (...args: A) => R, half?: (...args: A) => void) =>
    (...args: A): R => {
      calls += 1;
      if (calls > n) throw new Error('killed');
      if (calls < n) return action(...args);
      half?.(...args);
      throw new Error('killed');
    };
  const files: Files = {
    makeFolder: step(realFiles.makeFolder),
    list: step(realFiles.list),
    write: step(realFiles.write, (path, bytes) => writeFileSync(path, bytes.subarray(0, bytes.length / 2))),
    rename: step(realFiles.rename),
    remove: step(realFiles.remove),
    syncFolder: step(realFiles.syncFolder),
  };
  return { files, count: () => calls };
}

const book = (label: string): Buffer =>
  workbook('xlsx', {
    c_ClaveProdServ: withTitles(PRODUCT_HEADING, [product('10101500', label), product('10101501', 'Gatos')]),
    c_Colonia_1: withTitles(
      ['c_Colonia', 'c_CodigoPostal', 'Nombre del asentamiento'],
      [['0001', '01000', label]],
    ),
  });

describe('a load that is killed', () => {
  it.each([true, false])('leaves the old or the new whole (something loaded before: %s)', (hasOld) => {
    const source = temporaryFolder({ 'old.xlsx': book('viejo'), 'new.xlsx': book('nuevo') });
    const results = new Set<string>();
    for (let n = 1; ; n += 1) {
      const target = temporaryFolder();
      const from = join(source.path, 'new.xlsx');
      if (hasOld) loadCatalogues({ from: join(source.path, 'old.xlsx'), to: target.path });
      const { files, count } = killedAt(n);
      const load = () => loadCatalogues({ from, to: target.path, files });
      if (hasKilled(load)) {
        const { catalogues } = openCatalogueFolder(target.path);
        const labels = [
          catalogues.productos.complete ? catalogues.productos.find('10101500')?.label : 'none',
          catalogues.colonias.complete ? catalogues.colonias.find('01000', '0001')?.label : 'none',
        ];
        expect(new Set(labels).size).toBe(1);
        results.add(labels[0] ?? 'lost');
        expect(verifyCatalogues(target.path)).toEqual([]);
        // The next load removes the leftovers.
        loadCatalogues({ from, to: target.path });
        loadCatalogues({ from, to: target.path });
        expect(readdirSync(target.path).sort()).toEqual([
          expect.stringMatching(/^c_ClaveProdServ\..*\.bin$/),
          expect.stringMatching(/^c_Colonia\..*\.bin$/),
          'manifest.json',
        ]);
        target.remove();
      } else {
        target.remove();
        expect(count()).toBe(n - 1);
        break;
      }
    }
    source.remove();
    expect([...results].sort()).toEqual([hasOld ? 'viejo' : 'none', 'nuevo'].sort());
  });

  it('keeps the edition before for a service that is using it', () => {
    const source = temporaryFolder({ 'old.xlsx': book('viejo'), 'new.xlsx': book('nuevo') });
    const target = temporaryFolder();
    loadCatalogues({ from: join(source.path, 'old.xlsx'), to: target.path });
    const { catalogues } = openCatalogueFolder(target.path);
    loadCatalogues({ from: join(source.path, 'new.xlsx'), to: target.path });
    expect(catalogues.productos.find('10101500')?.label).toBe('viejo');
    source.remove();
    target.remove();
  });
});

function hasKilled(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch (error) {
    if (error instanceof Error && error.message === 'killed') return true;
    throw error;
  }
}
