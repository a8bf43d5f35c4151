import { afterAll, describe, expect, it } from '@jest/globals';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

  it('ends the start with one sentence for a damaged file', () => {
    for (const file of readdirSync(to.path).filter((name) => name.endsWith('.bin')))
      writeFileSync(join(to.path, file), 'x');
    expect(() => openCatalogues(to.path, log)).toThrow(StartupError);
    expect(() => openCatalogues(to.path, log)).toThrow(/is not as it was loaded.*npm run catalogues -- load/);
  });
});
