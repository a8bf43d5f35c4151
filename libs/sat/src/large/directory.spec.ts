import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DamagedCatalogue, unpackBlocks } from './blocks.js';
import { CatalogueFolderError, openCatalogueFolder } from './directory.js';
import { loadCatalogues } from './load/load.js';
import { verifyCatalogues } from './load/verify.js';
import { MANIFEST } from './manifest.js';
import { encodeTable, openTable } from './table.js';
import { PRODUCT_HEADING, product, temporaryFolder, withTitles, workbook } from './testing.js';

describe('a folder of catalogues', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    const sheet = withTitles(PRODUCT_HEADING, [
      product('10101500', 'Animales'),
      product('10101501', 'Gatos'),
    ]);
    const source = temporaryFolder({ 'a.xlsx': workbook('xlsx', { c_ClaveProdServ: sheet }) });
    loadCatalogues({ from: source.path, to: folder.path });
    source.remove();
    file = join(folder.path, readdirSync(folder.path).find((name) => name.startsWith('c_')) ?? '');
  });
  afterEach(() => folder.remove());

  const changeManifest = (change: (text: string) => string) => {
    const path = join(folder.path, MANIFEST);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };

  it('holds what is built in where nothing is loaded', () => {
    const { catalogues, loaded } = openCatalogueFolder(join(folder.path, 'absent'));
    expect(loaded).toEqual([]);
    expect(catalogues.productos).toMatchObject({ complete: false, size: 7693 });
    expect(catalogues.productos.check('99999999')).toBe('well_formed');
    expect(catalogues.productos.accepts('99999999')).toBe(true);
    expect(catalogues.productos.accepts('9999999')).toBe(false);
    expect(catalogues.colonias.accepts('01000', '0001')).toBe(true);
    expect(catalogues.colonias.accepts('01000', '1')).toBe(false);
    expect(catalogues.fracciones.check('0101210100')).toBe('well_formed');
    expect(catalogues.unidades.search('pieza').hits[0]).toEqual({ key: 'H87', label: 'Pieza', score: 0.969 });
  });

  it('opens files when they are first asked for', () => {
    rmSync(file);
    const { catalogues, preload } = openCatalogueFolder(folder.path);
    expect(catalogues.productos).toMatchObject({ complete: true, size: 2 });
    expect(() => catalogues.productos.find('10101500')).toThrow(/is missing\. Load the catalogues again/);
    expect(preload).toThrow(CatalogueFolderError);
  });

  it.each([
    ['changed', () => writeFileSync(file, readFileSync(file).fill(0x41, 500, 510))],
    ['cut off', () => truncateSync(file, 100)],
    ['empty', () => truncateSync(file, 0)],
    ['of another sum', () => changeManifest((text) => text.replace(/"sha256": "..../, '"sha256": "0000'))],
  ])('does not use a file that is %s', (_, damage) => {
    damage();
    const { catalogues } = openCatalogueFolder(folder.path);
    expect(() => catalogues.productos.check('10101500')).toThrow(CatalogueFolderError);
    expect(verifyCatalogues(folder.path)).toEqual([expect.stringContaining('is not as it was loaded')]);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, 50)],
    ['of another format', (text: string) => text.replace('"format": 1', '"format": 2')],
    ['with a path out of the folder', (text: string) => text.replace(/"file": "/, '"file": "../')],
    ['with rows that are no number', (text: string) => text.replace(/"rows": 2/, '"rows": "2"')],
  ])('refuses a manifest %s', (_, change) => {
    changeManifest(change);
    expect(() => openCatalogueFolder(folder.path)).toThrow(CatalogueFolderError);
  });

  it('leaves out catalogues that it does not know', () => {
    changeManifest((text) => text.replace('"id": "productos"', '"id": "futuros"'));
    expect(openCatalogueFolder(folder.path).catalogues.productos.complete).toBe(false);
  });
});

describe('bytes of a table', () => {
  const columns = new Map([
    ['key', ['A', 'BB', 'Bá']],
    ['label', ['uno', 'dos', 'tres']],
  ]);

  it('come back as they were, also at an odd place in memory', () => {
    const bytes = encodeTable('c_X', columns, true);
    const moved = Buffer.concat([Buffer.from('x'), bytes]).subarray(1);
    for (const table of [openTable(bytes), openTable(moved)]) {
      expect([0, 1, 2].map((row) => [table.key(row), table.text('label', row)])).toEqual([
        ['A', 'uno'],
        ['BB', 'dos'],
        ['Bá', 'tres'],
      ]);
      expect(['', 'A', 'AA', 'B', 'Bá', 'C'].map(table.seek)).toEqual([0, 0, 1, 1, 2, 3]);
      expect(table.keyIs(2, 'Bá')).toBe(true);
      expect(table.keyIs(3, 'C')).toBe(false);
    }
  });

  it('are refused wherever they are cut off', () => {
    const bytes = encodeTable('c_X', columns, true);
    for (let length = 0; length < bytes.length - 3; length += 1)
      expect(() => openTable(bytes.subarray(0, length)).words?.()).toThrow(DamagedCatalogue);
    expect(() => unpackBlocks(bytes).numbers('other')).toThrow(DamagedCatalogue);
  });
});
