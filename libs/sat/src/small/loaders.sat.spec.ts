import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithMaterial } from '../../test/material.js';
import { plain } from '../../test/same-rows.js';
import type { CatalogueEntry } from '../catalogue.js';
import { isCuentaAllowed } from '../catalogues/index.js';
import { openCatalogueFolder } from '../large/directory.js';
import { loadCatalogues, type LoadReport } from '../large/load/load.js';
import { temporaryFolder } from '../large/testing.js';
import { useSmallCatalogues } from './loaders.js';
import { SMALL_CATALOGUES } from './registry.js';
import { SMALL_TABLE_IDS, SMALL_TABLES } from './tables.js';

/** Rows as they are compared: labels without their final stop, patterns as text, and no English names. */
const comparable = (entries: readonly CatalogueEntry[]) =>
  entries.map((entry) => {
    const { en: _, label, ...rest } = { ...entry };
    const facts = Object.entries(rest).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? plain(value) : value,
    ]);
    return { label: plain(label), ...(Object.fromEntries(facts) as object) };
  });

/** Of the platforms' keys there is no table, only the schema, which the spec of Retenciones compares. */
const TABLED = SMALL_TABLE_IDS.filter((id) => SMALL_TABLES[id].family !== 'plataformas');

describeWithMaterial('the small catalogues, loaded', () => {
  const target = temporaryFolder();
  const builtIn = new Map(
    SMALL_TABLE_IDS.map((id) => [id, comparable(SMALL_CATALOGUES[id].catalogue.entries)]),
  );
  let report: LoadReport;
  beforeAll(() => {
    const from = resolve(process.env['SAT_MATERIAL'] ?? '../shared/sat', 'catalogs');
    report = loadCatalogues({ from, to: target.path });
    expect(openCatalogueFolder(target.path).useSmall()).toEqual([]);
  });
  afterAll(() => {
    useSmallCatalogues(new Map());
    target.remove();
  });

  it('are all in the tables, none older than what is built in', () => {
    const small = report.loaded.filter(({ id }) => SMALL_TABLE_IDS.some((one) => one === id));
    expect(small.map(({ id }) => id)).toEqual(TABLED);
    expect(report.skipped).toEqual([]);
  });

  // Numbers of permits: the tax authority writes dots that mean any character; forms of payment keep our patterns.
  it.each(TABLED.filter((id) => id !== 'tiposPermisoHyp'))('%s say what the built-in ones say', (id) => {
    const { entries, loadedEdition } = SMALL_CATALOGUES[id].catalogue;
    expect(loadedEdition).toBeTruthy();
    expect(comparable(entries)).toEqual(builtIn.get(id));
  });

  it('forms of payment keep what they say of accounts', () => {
    expect(isCuentaAllowed('03', 'ordenante', '012345678901234567')).toBe(true);
  });
});
