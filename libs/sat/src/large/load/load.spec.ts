import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openCatalogueFolder, readManifest } from '../directory.js';
import {
  PRODUCT_HEADING,
  product,
  temporaryFolder,
  withTitles,
  tsv,
  workbook,
  type Rows,
} from '../testing.js';
import { loadCatalogues, LoadFailure, type LoadProgress } from './load.js';

const POSTAL_HEADING = [
  'c_CodigoPostal',
  'c_Estado',
  'c_Municipio',
  'c_Localidad',
  'Estímulo Franja Fronteriza',
  'Fecha inicio de vigencia',
  'Fecha fin de vigencia',
  'Referencias del Huso Horario',
];
const SECOND_LINE = [...Array<null>(7).fill(null), 'Descripción del Huso Horario'];
const PRODUCTS = [
  product('01010101', 'No existe en el catálogo', 'Público en general'),
  product(10101500, 'Animales vivos  de granja '),
  product('60131324', 'Ukelele', 'Guitarra hawaiana', '31/12/2025'),
];
const CFDI: Readonly<Record<string, Rows>> = {
  Portada: [['Catálogos del CFDI']],
  c_ClaveProdServ: withTitles(PRODUCT_HEADING, [...PRODUCTS, [null], ['Continúa en otra hoja']]),
  c_CodigoPostal_Parte_2: withTitles(POSTAL_HEADING, [
    SECOND_LINE,
    ['77500', 'ROO', '005', null, null, '01/01/2022'],
  ]),
  c_CodigoPostal_Parte_1: withTitles(POSTAL_HEADING, [
    SECOND_LINE,
    ['00000', null, null, null, null, 44_562],
    [1000, 'DIF', 10, 1, 0, 44_562],
    ['21000', 'BCN', '002', '02', 1, 44_562],
  ]),
  C_Municipio: withTitles(
    ['c_Municipio', 'c_Estado', 'Descripción', 'Fecha de inicio de vigencia', 'Fecha de fin de vigencia'],
    [
      [1, 'AGU', 'Aguascalientes', 44_562],
      ['005', 'ROO', 'Benito Juárez', '2022-01-01'],
    ],
  ),
};

describe('loading workbooks and tables', () => {
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
  const put = (name: string, bytes: Buffer): string => {
    const path = join(source.path, name);
    writeFileSync(path, bytes);
    return path;
  };
  const load = (from: string, force = false) => loadCatalogues({ from, to: target.path, force });
  const contents = () =>
    readdirSync(target.path)
      .sort()
      .map((name) => [name, readFileSync(join(target.path, name)).toString('latin1')]);
  const products = (rows: Rows, heading = PRODUCT_HEADING) =>
    workbook('xlsx', { c_ClaveProdServ: withTitles(heading, rows) });
  const failure = (from: string): string => {
    try {
      load(from);
    } catch (error) {
      if (error instanceof LoadFailure) return error.message;
      throw error;
    }
    throw new Error('it was loaded');
  };

  it.each([
    ['biff8', 'catCFDI.xls'],
    ['xlsx', 'catCFDI.xlsx'],
  ] as const)('reads %s', (kind, name) => {
    const { loaded } = load(put(name, workbook(kind, CFDI)));
    expect(loaded.map((entry) => [entry.name, entry.rows, entry.source, entry.rank])).toEqual([
      ['c_ClaveProdServ', 3, name, 0],
      ['c_CodigoPostal', 3, name, 0],
      ['c_Municipio', 2, name, 0],
    ]);
    expect(loaded[0]?.edition).toBe('Catálogo de prueba; Versión CFDI Versión catálogo; 4.0 7.0');
    const { catalogues } = openCatalogueFolder(target.path);
    expect(catalogues.productos.find('10101500')).toEqual({
      key: '10101500',
      label: 'Animales vivos de granja',
      validFrom: '2022-01-01',
      estimuloFrontera: true,
    });
    expect(catalogues.productos.check('60131324', '2025-12-31')).toBe('known');
    expect(catalogues.productos.check('60131324', '2026-01-01T10:00:00')).toBe('expired');
    expect(catalogues.productos.accepts('10101501')).toBe(false);
    expect(catalogues.codigosPostales.find('01000')).toMatchObject({
      estado: 'CMX',
      municipio: '010',
      localidad: '01',
      estimulo: null,
    });
    expect(catalogues.codigosPostales.find('21000')?.estimulo).toBe('north');
    expect(catalogues.codigosPostales.find('77500')).not.toHaveProperty('localidad');
    expect(catalogues.codigosPostales.find('00000')).toBeUndefined();
    expect(catalogues.municipios.find('AGU', '001')?.label).toBe('Aguascalientes');
    expect(catalogues.unidades.complete).toBe(false);
  });

  it('gives the same bytes for the same input, and tells its progress', () => {
    const path = put('catCFDI.xls', workbook('biff8', CFDI));
    load(path);
    const before = contents();
    const seen: LoadProgress[] = [];
    const { loaded } = loadCatalogues({ from: path, to: target.path, onProgress: (one) => seen.push(one) });
    expect(contents()).toEqual(before);
    expect(before.map(([name]) => name)).not.toContain('lock');
    expect(loaded.every(({ sha256, before: old }) => old?.sha256 === sha256)).toBe(true);
    expect(seen[0]).toMatchObject({ total: 0 });
    expect(seen.filter(({ catalogue }) => catalogue === 'c_CodigoPostal').at(-1)).toMatchObject({
      done: 14,
      total: 14,
    });
  });

  it('reads tables, gzipped or not, and leaves others alone', () => {
    const units = tsv(
      ['id', 'texto', 'vigencia_desde', 'vigencia_hasta', 'simbolo'],
      [
        ['KGM', 'Kilogramo', '2022-01-01', '', 'kg'],
        ['5', 'Lifts', '2022-01-01', '', ''],
      ],
    );
    const folder = temporaryFolder({
      'cfdi_40_claves_unidades.tsv.gz': units,
      'cfdi_40_impuestos.tsv': tsv(['id'], [['01']]),
      'ccp_31_municipios.tsv': tsv(
        ['municipio', 'estado', 'texto', 'vigencia_desde'],
        [['001', 'AGU', 'Aguascalientes', '2024-07-17']],
      ),
      'notes.txt': Buffer.from('x'),
    });
    expect(load(folder.path).loaded.map(({ name, edition, rank }) => [name, edition, rank])).toEqual([
      ['c_ClaveUnidad', '2022-01-01', 0],
      ['c_Municipio', '2024-07-17', 1],
    ]);
    folder.remove();
    const { unidades } = openCatalogueFolder(target.path).catalogues;
    expect(unidades.find('KGM')?.simbolo).toBe('kg');
    expect(unidades.find('05')?.label).toBe('Lifts');
    expect(unidades.search('kg').hits.map(({ key }) => key)).toEqual(['KGM']);
  });

  it('takes shared catalogues from the CFDI first', () => {
    load(put('catCFDI.xls', workbook('biff8', CFDI)));
    const cartaPorte = put(
      'CatalogosCartaPorte31.xls',
      workbook('biff8', {
        c_ClaveProdServCP: withTitles(
          [
            'c_ClaveProdServ',
            'Descripción',
            'Palabras similares',
            'Material Peligroso',
            'FechaInicioVigencia',
            'FechaFinVigencia',
          ],
          [
            ['01010101', 'No existe en el catálogo', null, '0,1', 44_562],
            ['10101500', 'Animales', null, 0, 44_562],
          ],
        ),
        c_Municipio: CFDI['C_Municipio'] ?? [],
      }),
    );
    const { loaded, skipped } = load(cartaPorte);
    expect(loaded.map(({ name }) => name)).toEqual(['c_ClaveProdServCP']);
    expect(skipped).toEqual(['c_Municipio of CatalogosCartaPorte31.xls: that of catCFDI.xls goes before.']);
    expect(load(cartaPorte, true).loaded.map(({ name }) => name)).toEqual([
      'c_Municipio',
      'c_ClaveProdServCP',
    ]);
    const { productosCartaPorte } = openCatalogueFolder(target.path).catalogues;
    expect(productosCartaPorte.find('01010101')?.materialPeligroso).toBe('0,1');
  });

  it('refuses fewer than half of the rows of what is loaded, unless told to', () => {
    load(put('a.xlsx', products(PRODUCTS)));
    const before = contents();
    const one = put('b.xlsx', products(PRODUCTS.slice(0, 1)));
    expect(failure(one)).toBe(
      'b.xlsx: c_ClaveProdServ has 1 rows, fewer than half of the 3 that are loaded; if that is right, load it with --force.',
    );
    expect(contents()).toEqual(before);
    expect(load(one, true).loaded[0]).toMatchObject({ rows: 1, before: { rows: 3 } });
  });

  it('names sheet and row of what is wrong, and then loads nothing', () => {
    const long = [...PRODUCTS, product('1010150', 'Siete cifras'), product('A0101500', 'No es clave')];
    expect(failure(put('a.xlsx', products(long)))).toBe(
      'a.xlsx, sheet c_ClaveProdServ, row 9: "A0101500" can not be the id of c_ClaveProdServ.',
    );
    const dated = [...PRODUCTS, product('10101501', 'Gatos', '', '31/02/2022')];
    expect(failure(put('a.xlsx', products(dated)))).toContain(
      'row 8: "31/02/2022" can not be the vigencia_hasta',
    );
    const lacking = put('a.xlsx', products(PRODUCTS, PRODUCT_HEADING.with(1, 'Otra cosa').with(5, 'Otra')));
    expect(failure(lacking)).toBe(
      'a.xlsx, sheet c_ClaveProdServ, row 4: c_ClaveProdServ lacks the columns for texto, vigencia_desde.',
    );
    expect(failure(put('a.xlsx', workbook('xlsx', { c_ClaveProdServ: [['nada']] })))).toContain(
      'no row names',
    );
    expect(failure(put('a.xlsx', products([])))).toBe('a.xlsx: c_ClaveProdServ has no rows.');
    const { c_CodigoPostal_Parte_2: second = [] } = CFDI;
    expect(failure(put('a.xlsx', workbook('xlsx', { c_CodigoPostal_Parte_2: second })))).toBe(
      'a.xlsx: the sheets of c_CodigoPostal are not its parts 1 to 1.',
    );
    expect(failure(put('a.xlsx', workbook('xlsx', { Otra: [['x']] })))).toContain(
      'holds none of the catalogues',
    );
    const table = tsv(
      ['id', 'texto', 'vigencia_desde'],
      [
        ['KGM', 'Kilogramo', '2022-01-01'],
        ['KGMX', 'x', ''],
      ],
    );
    expect(failure(put('cfdi_40_claves_unidades.tsv', table))).toContain(
      'tsv, row 3: "KGMX" can not be the id',
    );
    expect(readManifest(target.path).catalogues).toEqual([]);
  });

  it('refuses what it can not read', () => {
    expect(failure(join(source.path, 'absent.xls'))).toContain('does not exist');
    expect(failure(put('a.txt', Buffer.from('x')))).toContain('is not .xls');
    rmSync(join(source.path, 'a.txt'));
    expect(failure(source.path)).toContain('holds no .xls');
    expect(failure(put('a.xlsx', Buffer.from('PK\u0003\u0004 broken')))).toContain('a.xlsx');
    expect(failure(put('cfdi_40_colonias.tsv.gz', Buffer.from([0x1f, 0x8b, 1, 2])))).toContain(
      'can not be read',
    );
    expect(failure(put('cfdi_40_colonias.tsv', Buffer.from([0x61, 0xff])))).toContain('can not be read');
    writeFileSync(join(target.path, 'lock'), `${process.ppid}\n`);
    expect(failure(put('a.xlsx', products(PRODUCTS)))).toContain('Another load is under way');
    writeFileSync(join(target.path, 'lock'), '999999999\n');
    expect(load(join(source.path, 'a.xlsx')).loaded).toHaveLength(1);
  });
});
