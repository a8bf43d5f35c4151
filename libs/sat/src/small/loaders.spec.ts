import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as sat from '../catalogues/index.js';
import { openCatalogueFolder, readManifest } from '../large/directory.js';
import { loadCatalogues, LoadFailure } from '../large/load/load.js';
import { temporaryFolder, tsv, withTitles, workbook, type Rows } from '../large/testing.js';
import { useSmallCatalogues } from './loaders.js';
import { SMALL_CATALOGUES } from './registry.js';
import { SMALL_TABLE_IDS, SMALL_TABLES } from './tables.js';

const DATES = ['Fecha inicio de vigencia', 'Fecha fin de vigencia'];

describe('a small catalogue that is loaded', () => {
  let source: ReturnType<typeof temporaryFolder>;
  let target: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    source = temporaryFolder();
    target = temporaryFolder();
  });
  afterEach(() => {
    useSmallCatalogues(new Map());
    source.remove();
    target.remove();
  });
  const put = (name: string, bytes: Buffer): string => {
    const path = join(source.path, name);
    writeFileSync(path, bytes);
    return path;
  };
  /** Loads a file and uses it, as the next start of a service does. */
  const use = (name: string, bytes: Buffer, force = true) => {
    const report = loadCatalogues({ from: put(name, bytes), to: target.path, force });
    const older = openCatalogueFolder(target.path).useSmall();
    return { ...report, older };
  };
  const failure = (name: string, bytes: Buffer, force = true): string => {
    try {
      use(name, bytes, force);
    } catch (error) {
      if (error instanceof LoadFailure) return error.message;
      throw error;
    }
    throw new Error('it was loaded');
  };
  const methods = (rows: readonly (readonly string[])[]) =>
    tsv(['id', 'texto', 'vigencia_desde', 'vigencia_hasta'], rows);

  it('takes the place of the built-in one, with its dates and its edition', () => {
    use(
      'cfdi_40_metodos_pago.tsv',
      methods([
        ['PUE', 'Pago en una sola exhibición', '2022-01-01', ''],
        ['PPD', 'Pago en parcialidades o diferido', '2022-01-01', '2026-12-31'],
        ['PXX', 'Pago nuevo', '2027-01-01', ''],
      ]),
    );
    const on = (day: string) => ['PUE', 'PPD', 'PXX'].map((key) => sat.metodosPago.has(key, day));
    expect(on('2026-12-31T23:59:59')).toEqual([true, true, false]);
    expect(on('2027-01-01')).toEqual([true, false, true]);
    expect(sat.metodosPago.loadedEdition).toBe('2027-01-01');
    // Others stay as they are, and without the folder all are.
    expect(sat.formasPago.loadedEdition).toBeUndefined();
    useSmallCatalogues(new Map());
    expect([sat.metodosPago.has('PXX'), sat.metodosPago.loadedEdition]).toEqual([false, undefined]);
  });

  it('has several rows of a key, each for its time', () => {
    use(
      'cfdi_40_regimenes_fiscales.tsv',
      tsv(
        ['id', 'texto', 'aplica_fisica', 'aplica_moral', 'vigencia_desde', 'vigencia_hasta'],
        [
          ['626', 'Régimen nuevo', '1', '', '2027-01-01', ''],
          ['626', 'Régimen Simplificado de Confianza', '1', '1', '2022-01-01', '2026-12-31'],
        ],
      ),
    );
    const find = (key: string, day?: string) => sat.regimenesFiscales.find(key, day);
    const has = (key: string, day?: string) => sat.regimenesFiscales.has(key, day);
    expect(find('626', '2026-05-01')?.personas).toEqual(['fisica', 'moral']);
    expect(find('626', '2027-05-01')?.personas).toEqual(['fisica']);
    expect(find('626')?.label).toBe('Régimen nuevo');
    expect([has('626', '2021-12-31'), has('626', '2026-12-31'), has('626', '2027-01-01')]).toEqual([
      false,
      true,
      true,
    ]);
    // What only the API knows stays known, and stays no key of a document.
    expect([find('609')?.label, has('609')]).toEqual(['Consolidación', false]);
  });

  it('decides who may use a document, from the tables of SAT', () => {
    const { loaded } = use('catCFDI.xls', workbook('biff8', CFDI));
    expect(loaded.map(({ name, rows, edition }) => [name, rows, edition])).toEqual([
      ['c_TasaOCuota', 3, TITLE],
      ['c_RegimenFiscal', 2, TITLE],
      ['c_UsoCFDI', 2, TITLE],
      ['c_FormaPago', 2, TITLE],
      ['c_Moneda', 2, TITLE],
    ]);
    expect(sat.isRegimeAllowed('631', 'moral')).toBe(true);
    expect(sat.isRegimeAllowed('631', 'fisica')).toBe(false);
    expect(sat.isUseAllowed('G03', '631', 'moral')).toBe(true);
    expect(sat.isUseAllowed('G03', '612', 'fisica')).toBe(false);
    expect(sat.isUseAllowed('D11', '605', 'fisica')).toBe(true);
    expect(sat.monedas.find('XYZ')).toMatchObject({ decimales: 3, variacion: 5, validFrom: '2026-02-01' });
  });

  it('decides the rates, by the day of the document', () => {
    use('catCFDI.xls', workbook('biff8', CFDI));
    const iva = (tasa: string, day: string) =>
      sat.isRateAllowed({ impuesto: sat.IVA, factor: 'Tasa', retencion: false, tasa }, day);
    expect([iva('0.16', '2026-12-31'), iva('0.16', '2027-01-01')]).toEqual([true, false]);
    expect([iva('0.17', '2026-12-31'), iva('0.17', '2027-01-01')]).toEqual([false, true]);
    const isr = (tasa: string) =>
      sat.isRateAllowed({ impuesto: sat.ISR, factor: 'Tasa', retencion: true, tasa }, '2026-05-01');
    expect([isr('0.2'), isr('0.35')]).toEqual([true, false]);
    // The rates of the law of 2026, which the tax authority's own table of that year lacks.
    expect(
      sat.isRateAllowed({ impuesto: sat.IEPS, factor: 'Tasa', retencion: false, tasa: '2' }, '2026-05-01'),
    ).toBe(true);
  });

  it('keeps what it knows of accounts, and reads it of new forms of payment', () => {
    use('catCFDI.xls', workbook('biff8', CFDI));
    expect(sat.isCuentaAllowed('03', 'ordenante', '012345678901234567')).toBe(true);
    expect(sat.formasPago.find('32')).toMatchObject({ label: 'Pago con código', validFrom: '2026-02-01' });
    expect(sat.isCuentaAllowed('32', 'ordenante', '1234567890')).toBe(true);
    expect(sat.isCuentaAllowed('32', 'ordenante', '12345')).toBe(false);
    expect(sat.isCuentaAllowed('32', 'beneficiario', '1234567890')).toBe(false);
  });

  it('is not that of another standard whose sheet has the same name', () => {
    const rows = withTitles(
      ['c_Periodicidad', 'Descripción', ...DATES],
      [['06', 'Trimestral', 44_562, null]],
    );
    const { loaded } = use(
      'retenciones.xls',
      workbook('biff8', {
        c_Periodicidad: rows,
        c_CveRetenc: withTitles(['c_CveRetenc', 'Descripción'], [['01', 'X']]),
      }),
    );
    expect(loaded.map(({ id }) => id)).toEqual(['clavesRetencion', 'periodicidadesRetenciones']);
    expect([sat.periodicidades.has('06'), sat.periodicidadesRetenciones.has('06')]).toEqual([false, true]);
    // Without the workbook's other sheets nobody knows whose it is.
    expect(failure('otro.xls', workbook('biff8', { c_Periodicidad: rows }))).toContain(
      'none of the catalogues',
    );
  });

  it('is left out where the built-in one is newer, and taken with --force, with a word at the start', () => {
    const old = methods([
      ['01', 'No aplica', '2022-01-01', ''],
      ['02', 'Definitiva', '2022-01-01', ''],
      ['03', 'Temporal', '2022-01-01', ''],
    ]);
    const { loaded, skipped } = use('cfdi_40_exportaciones.tsv', old, false);
    expect(loaded).toEqual([]);
    expect(skipped).toEqual([
      'c_Exportacion of cfdi_40_exportaciones.tsv: the built-in edition is newer (--force loads it).',
    ]);
    expect(sat.exportaciones.has('04')).toBe(true);
    expect(use('cfdi_40_exportaciones.tsv', old).older).toEqual(['c_Exportacion']);
    expect(sat.exportaciones.has('04')).toBe(false);
  });

  it('is refused where it has fewer than half of the rows, or one that can not be right', () => {
    expect(failure('cfdi_40_meses.tsv', methods([['01', 'Enero', '2022-01-01', '']]), false)).toBe(
      'cfdi_40_meses.tsv: c_Meses has 1 rows, fewer than half of the 18 that are built in; ' +
        'if that is right, load it with --force.',
    );
    const pattern = tsv(['id', 'descripcion', 'patron'], [['PER01', 'Uno', 'PL/[0-9/EXP']]);
    expect(failure('hyp_10_tipos_permisos.tsv', pattern)).toContain(
      'hyp_10_tipos_permisos.tsv: c_TipoPermiso can not be used: ',
    );
    expect(failure('cfdi_40_metodos_pago.tsv', methods([['pue', 'Uno', '', '']]))).toContain(
      'row 2: "pue" can not be the id of c_MetodoPago',
    );
    expect(readManifest(target.path).catalogues).toEqual([]);
  });

  it('counts a row once that is there twice, the one without an end', () => {
    use(
      'cfdi_40_metodos_pago.tsv',
      methods([
        ['PUE', 'Con fin', '2022-01-01', '2022-12-31'],
        ['PUE', 'Sin fin', '2022-01-01', ''],
        ['PPD', 'Pago', '2022-01-01', ''],
      ]),
    );
    expect(sat.metodosPago.entries.map(({ key, label }) => [key, label])).toEqual([
      ['PUE', 'Sin fin'],
      ['PPD', 'Pago'],
    ]);
  });

  it('can be any but those whose keys the program is made of', () => {
    const fixed = Object.keys(SMALL_CATALOGUES).filter((id) => !Object.hasOwn(SMALL_TABLES, id));
    expect(fixed.sort()).toEqual(['impuestos', 'motivosCancelacion', 'tiposDeComprobante', 'tiposFactor']);
    expect(new Set(SMALL_TABLE_IDS.flatMap((id) => SMALL_TABLES[id].tsv)).size).toBe(SMALL_TABLE_IDS.length);
  });
});

type Row = Rows[number];
const TITLE = 'Catálogo de prueba; Versión CFDI Versión catálogo; 4.0 7.0';
const PERSONS_BELOW: Row = [null, null, 'Física', 'Moral'];
const EMPTY: Row = Array<null>(9).fill(null);
const BANK = [
  ...['Bancarizado', 'Número de operación', 'RFC del Emisor de la cuenta ordenante', 'Cuenta Ordenante'],
  ...['Patrón para cuenta ordenante', 'RFC del Emisor Cuenta de Beneficiario', 'Cuenta de Benenficiario'],
  ...['Patrón para cuenta Beneficiaria', 'Tipo Cadena Pago'],
  'Nombre del Banco emisor de la cuenta ordenante en caso de extranjero',
];

/** Sheets as the tax authority has them, with headings of one line and of two. */
const CFDI: Readonly<Record<string, Rows>> = {
  c_FormaPago: withTitles(
    ['c_FormaPago', 'Descripción', ...BANK, ...DATES],
    [
      [3, 'Transferencia electrónica de fondos', 'Sí', ...EMPTY, 44_562],
      [
        32,
        'Pago con código',
        'Sí',
        null,
        'Sí',
        'Sí',
        '[0-9]{10}',
        'No',
        'No',
        null,
        'No',
        'No',
        '01/02/2026',
      ],
    ],
  ),
  c_RegimenFiscal: withTitles(
    ['c_RegimenFiscal', 'Descripción', 'Aplica para tipo persona', '', ...DATES],
    [PERSONS_BELOW, [601, 'General', 'No', 'Sí', 44_562], [631, 'Nuevo', 'No', 'Sí', '01/02/2026']],
  ),
  c_UsoCFDI: withTitles(
    ['c_UsoCFDI', 'Descripción', 'Aplica para tipo persona', '', ...DATES, 'Régimen Fiscal Receptor'],
    [
      PERSONS_BELOW,
      ['G03', 'Gastos en general.', 'Sí', 'Sí', 44_562, null, '601, 631'],
      ['D11', 'Deducción nueva', 'Sí', 'No', '01/02/2026', null, '605,612'],
    ],
  ),
  c_TasaOCuota: withTitles(
    ['Rango o Fijo', 'c_TasaOCuota', '', 'Impuesto', 'Factor', 'Traslado', 'Retención', ...DATES],
    [
      [null, 'Valor mínimo', 'Valor máximo'],
      ['Fijo', null, 0.16, 'IVA', 'Tasa', 'Sí', 'No', 44_562, '31/12/2026'],
      ['Fijo', null, '0.170000', 'IVA', 'Tasa', 'Sí', 'No', '01/01/2027'],
      ['Rango', 0, '0.200000', 'ISR', 'Tasa', 'No', 'Sí', 44_562],
    ],
  ),
  c_Moneda: withTitles(
    ['c_Moneda', 'Descripción', 'Decimales', 'Porcentaje variación', ...DATES],
    [
      ['MXN', 'Peso Mexicano', 2, '5%', 44_562],
      ['XYZ', 'Moneda nueva', 3, 5, '01/02/2026'],
    ],
  ),
};
