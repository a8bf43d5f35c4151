import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import sqlite from 'node-sqlite3-wasm';
import { openCatalogueFolder } from '../directory.js';
import { product, PRODUCT_HEADING, temporaryFolder, tsv, withTitles, type Rows } from '../testing.js';
import { loadCatalogues, LoadFailure } from './load.js';

const COLUMNS = [
  ...['id', 'texto', 'iva_trasladado', 'ieps_trasladado', 'complemento', 'vigencia_desde', 'vigencia_hasta'],
  ...['estimulo_frontera', 'similares'],
];
const PRODUCTS = [
  ['10101500', 'Animales vivos de granja', '0', '0', '', '2022-01-01', '', '1', ''],
  ['60131324', 'Ukelele', '0', '0', '', '2022-01-01', '', '0', 'Guitarra hawaiana; cavaquinho, "uke"'],
];
/** Periodicities of CFDI 4.0, whose sheet has the name of one of Nómina. */
const PERIODS: Rows = [
  ['c_Periodicidad', 'Descripción', 'Fecha inicio de vigencia', 'Fecha fin de vigencia'],
  ...['Diario', 'Semanal', 'Quincenal', 'Mensual', 'Bimestral'].map((name, n) => [
    `0${n + 1}`,
    name,
    '2022-01-01',
    '',
  ]),
];

/** Made by odfpy: make-ods.py beside it. */
const SAMPLE = 'libs/sat/src/large/load/samples/productos.ods';

/** As spreadsheets save a sheet. */
const csv = (rows: Rows, delimiter = ','): string =>
  rows
    .map((row) =>
      row.map((cell) =>
        /[,;"\n]/.test(String(cell))
          ? `"${String(cell).replaceAll('"', '""')}"`
          : cell === 44_562
            ? '01/01/2022'
            : (cell ?? ''),
      ),
    )
    .map((row) => row.join(delimiter))
    .join('\r\n');

describe('the formats that people have catalogues in', () => {
  let source: ReturnType<typeof temporaryFolder>;
  let target: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    source = temporaryFolder();
    target = temporaryFolder();
  });
  afterEach(() => {
    source.remove();
    target.remove();
  });
  const put = (name: string, bytes: Uint8Array | string): string => {
    writeFileSync(join(source.path, name), bytes);
    return join(source.path, name);
  };
  const load = (from: string, to = target.path) =>
    loadCatalogues({ from, to, force: true }).loaded.map(({ name, rows }) => [name, rows]);
  const failure = (from: string): string => {
    try {
      load(from);
    } catch (error) {
      if (error instanceof LoadFailure) return error.message;
      throw error;
    }
    throw new Error('it was loaded');
  };
  const productsIn = (folder: string): Buffer => {
    const [name = ''] = readdirSync(folder).filter((one) => one !== 'manifest.json');
    return readFileSync(join(folder, name));
  };
  function putDatabase(name: string): string {
    const path = join(source.path, name);
    const database = new sqlite.Database(path);
    database.exec(
      `CREATE TABLE "cfdi_40_productos_servicios" (${COLUMNS.map((one) => `"${one}" TEXT`).join(', ')})`,
    );
    for (const row of PRODUCTS)
      database.run(
        `INSERT INTO "cfdi_40_productos_servicios" VALUES (${row.map(() => '?').join(', ')})`,
        row,
      );
    database.exec('CREATE TABLE "cfdi_33_monedas" ("id" TEXT); CREATE TABLE "; DROP TABLE x" ("id" TEXT)');
    database.close();
    return path;
  }

  it('are the same catalogue: a database, a table as text or CSV, packed or in an archive', () => {
    const table = tsv(COLUMNS, PRODUCTS);
    const asCsv = csv([COLUMNS, ...PRODUCTS]);
    const files = [
      put('cfdi_40_productos_servicios.tsv', table),
      putDatabase('catalogs.db'),
      put('cfdi_40_productos_servicios.csv', asCsv),
      put('cfdi_40_productos_servicios.csv.gz', gzipSync(asCsv)),
      put(
        'todo.zip',
        zipSync({
          'sat/cfdi_40_productos_servicios.csv': Buffer.from(asCsv),
          'sat/léeme.txt': Buffer.from('x'),
        }),
      ),
    ];
    const bytes = files.map((file) => {
      const folder = temporaryFolder();
      expect(load(file, folder.path)).toEqual([['c_ClaveProdServ', 2]]);
      const found = productsIn(folder.path);
      folder.remove();
      return found.toString('latin1');
    });
    expect(new Set(bytes).size).toBe(1);
  });

  it.each([
    ['commas, UTF-8', ',', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['semicolons, Windows-1252', ';', (text: string) => Buffer.from(text, 'latin1')],
  ])('sheets saved as CSV: %s', (_, delimiter, encode) => {
    const rows = withTitles(PRODUCT_HEADING, [
      product('10101500', 'Fertilización; "orgánica", a granel'),
      product(1010101, 'Ceros'),
    ]);
    const path = put('catCFDI - c_ClaveProdServ.csv', encode(csv(rows, delimiter)));
    expect(load(path)).toEqual([['c_ClaveProdServ', 2]]);
    const { productos } = openCatalogueFolder(target.path).catalogues;
    expect(productos.find('10101500')?.label).toBe('Fertilización; "orgánica", a granel');
    expect(productos.find('01010101')?.label).toBe('Ceros');
  });

  it('a workbook as OpenDocument, with dates that are no numbers and a million empty rows', () => {
    const { loaded, skipped } = loadCatalogues({ from: SAMPLE, to: target.path, force: false });
    expect(loaded.map(({ name, rows }) => [name, rows])).toEqual([['c_ClaveProdServ', 3]]);
    expect(skipped).toEqual([]);
    const { productos } = openCatalogueFolder(target.path).catalogues;
    expect(productos.find('10101500')).toMatchObject({
      label: 'Animales vivos de granja',
      validFrom: '2022-01-01',
    });
    expect(productos.find('01010101')?.label).toBe('No existe en el catálogo');
    expect(productos.find('60131324')).toMatchObject({ estimuloFrontera: true });
    expect(productos.check('60131324', '2025-12-31')).toBe('known');
    expect(productos.check('60131324', '2026-01-01')).toBe('expired');
  });

  it('sheets of one workbook in a folder: beside others it is known whose they are', () => {
    put('c_Periodicidad.csv', csv(PERIODS));
    expect(failure(source.path)).toContain('holds none of the catalogues');
    put('c_ClaveProdServ.csv', csv(withTitles(PRODUCT_HEADING, [product('10101500', 'Animales')])));
    expect(load(source.path)).toEqual(
      expect.arrayContaining([
        ['c_ClaveProdServ', 1],
        ['c_Periodicidad', 5],
      ]),
    );
  });

  it('refuses what is packed otherwise, damaged, or too large, and says what to do', () => {
    expect(failure(put('catalogs.db.bz2', 'BZh9'))).toContain('unpack it');
    expect(failure(put('catalogs.db', 'SQLite format 3\0 no'))).toContain(
      'can not be read as a SQLite database',
    );
    expect(failure(put('a.zip', 'PK no'))).toContain('not an archive, or damaged');
    const nested = zipSync({ 'b.zip': zipSync({}), 'catalogs.db': Buffer.from('x') });
    expect(failure(put('c.zip', nested))).toContain('unpack it first');
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.csv`, new Uint8Array()]));
    expect(failure(put('d.zip', zipSync(many)))).toContain('500 files');
    expect(failure(put('cfdi_40_colonias.csv', 'id;"x'))).toContain('can not be read as CSV');
  });
});
