import { afterAll, describe, expect, it } from '@jest/globals';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportaciones } from '#sat';
import { loadCatalogues } from '#sat/large/load/load';
import { temporaryFolder, tsv } from '#sat/large/testing';
import { createLogger } from '#hosting/logging/logger';
import { StartupError } from '#hosting/postgres/startup-error';
import { openCatalogues } from './catalogues.js';

describe('openCatalogues', () => {
  const from = temporaryFolder({
    'cfdi_40_claves_unidades.tsv': tsv(
      ['id', 'texto', 'simbolo', 'vigencia_desde', 'vigencia_hasta'],
      [['H87', 'Pieza', '', '2022-01-01', '']],
    ),
  });
  const to = temporaryFolder();
  afterAll(() => [from, to].forEach((folder) => folder.remove()));

  const lines: string[] = [];
  const log = createLogger({ level: 'info', to: { write: (line) => void lines.push(line) } });

  it('has what is built in where nothing is loaded', () => {
    const { large, loaded } = openCatalogues(join(to.path, 'nowhere'), log);
    expect(loaded).toEqual([]);
    expect([large.unidades.complete, large.unidades.accepts('ZZ9')]).toEqual([false, true]);
    expect(lines.pop()).toContain('no catalogues are loaded');
  });

  it('has what is loaded, and says which edition', () => {
    loadCatalogues({ from: from.path, to: to.path });
    const { large, loaded } = openCatalogues(to.path, log);
    expect(loaded).toMatchObject([{ name: 'c_ClaveUnidad', rows: 1 }]);
    expect([large.unidades.accepts('H87'), large.unidades.accepts('ZZ9')]).toEqual([true, false]);
    expect(large.productos.complete).toBe(false);
    expect(JSON.parse(lines.pop() ?? '')).toMatchObject({
      name: 'c_ClaveUnidad',
      edition: loaded[0]?.edition,
    });
  });

  it('makes the rules judge by the small catalogues that are loaded, and by the built-in ones without them', () => {
    const [exports, folder] = [temporaryFolder(), temporaryFolder()];
    const rows = ['01', '02', '03', '05'].map((key) => [key, 'Exportación', '2026-12-01', '']);
    writeFileSync(
      join(exports.path, 'cfdi_40_exportaciones.tsv'),
      tsv(['id', 'texto', 'vigencia_desde', 'vigencia_hasta'], rows),
    );
    loadCatalogues({ from: exports.path, to: folder.path });
    const { loaded } = openCatalogues(folder.path, log);
    expect(loaded).toMatchObject([{ name: 'c_Exportacion', rows: 4, edition: '2026-12-01' }]);
    expect(['04', '05'].map((key) => exportaciones.has(key, '2026-12-01'))).toEqual([false, true]);
    expect(exportaciones.has('05', '2026-11-30')).toBe(false);
    openCatalogues(join(folder.path, 'nowhere'), log);
    expect(['04', '05'].map((key) => exportaciones.has(key, '2026-12-01'))).toEqual([true, false]);
    for (const one of [exports, folder]) one.remove();
  });

  it('ends the start with one sentence for a damaged file', () => {
    for (const file of readdirSync(to.path).filter((name) => name.endsWith('.bin')))
      writeFileSync(join(to.path, file), 'x');
    expect(() => openCatalogues(to.path, log)).toThrow(StartupError);
    expect(() => openCatalogues(to.path, log)).toThrow(/is not as it was loaded.*npm run catalogues -- load/);
  });
});
