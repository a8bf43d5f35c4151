import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithMaterial, rowsOf } from '../../test/material.js';
import { postalCode } from '../postal/postal-code.js';
import { openCatalogueFolder, type CatalogueFolder } from './directory.js';
import { isSmall } from '../small/loaders.js';
import { loadCatalogues, type LoadReport } from './load/load.js';
import { verifyCatalogues } from './load/verify.js';
import { temporaryFolder } from './testing.js';

const TODAY = '2026-11-21';

describeWithMaterial('the large catalogues, all of them', () => {
  const target = temporaryFolder();
  let report: LoadReport;
  let folder: CatalogueFolder;
  beforeAll(() => {
    const from = resolve(process.env['SAT_MATERIAL'] ?? '../shared/sat', 'catalogs');
    report = loadCatalogues({ from, to: target.path });
    folder = openCatalogueFolder(target.path);
  });
  afterAll(() => target.remove());

  it('load with every row', () => {
    // The small ones have a spec of their own.
    const large = report.loaded.filter(({ id }) => !isSmall(id));
    expect(Object.fromEntries(large.map(({ name, rows }) => [name, rows]))).toEqual({
      c_ClaveProdServ: 52_514,
      c_ClaveUnidad: 2_418,
      c_CodigoPostal: 95_748,
      c_Colonia: 145_366,
      c_Municipio: 2_478,
      c_Localidad: 664,
      c_NumPedimentoAduana: 58_853,
      c_PatenteAduanal: 3_413,
      c_ClaveProdServCP: 48_757,
      c_FraccionArancelaria: 11_519,
      c_Estaciones: 5_280,
      c_MaterialPeligroso: 2_346,
    });
    expect(report.skipped).toEqual([]);
    expect(verifyCatalogues(target.path)).toEqual([]);
  });

  it('open within a second, in less than 80 MB of files', () => {
    const since = performance.now();
    openCatalogueFolder(target.path).preload();
    expect(performance.now() - since).toBeLessThan(1_000);
    expect(folder.loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(80_000_000);
  });

  it('say of every key what the tables say', () => {
    const { productos, unidades, productosCartaPorte, fracciones, estaciones } = folder.catalogues;
    const wrong: unknown[] = [];
    const same = (found: unknown, row: unknown, isSame: boolean) => isSame || wrong.push([found, row]);
    for (const row of rowsOf('cfdi_40_productos_servicios.tsv.gz')) {
      const found = productos.find(row['id'] ?? '');
      same(found, row, found?.label === row['texto']?.replace(/\s+/g, ' ').trim());
    }
    for (const row of rowsOf('cfdi_40_claves_unidades.tsv.gz'))
      same(row, row, unidades.check(row['id'] ?? '', TODAY) === 'known');
    for (const row of rowsOf('ccp_31_productos_servicios.tsv.gz')) {
      const found = productosCartaPorte.find(row['id'] ?? '', TODAY);
      same(found, row, found?.materialPeligroso === row['material_peligroso']);
    }
    for (const row of rowsOf('cce_20_fracciones_arancelarias.tsv.gz')) {
      const found = fracciones.find(row['fraccion'] ?? '');
      same(found, row, (found?.unidad ?? '') === row['unidad']);
    }
    for (const row of rowsOf('ccp_31_estaciones.tsv.gz')) {
      const found = estaciones.find(row['id'] ?? '', TODAY);
      same(
        found,
        row,
        found?.transporte === row['clave_transporte'] && found?.nacionalidad === row['nacionalidad'],
      );
    }
    expect(wrong).toEqual([]);
  });

  it('know places as the tables and the built-in ranges do', () => {
    const { codigosPostales, colonias, municipios, localidades } = folder.catalogues;
    const wrong = rowsOf('cfdi_40_codigos_postales.tsv.gz').filter((row) => {
      const found = codigosPostales.find(row['id'] ?? '', TODAY);
      const place = postalCode(row['id'] ?? '');
      return (
        !found ||
        found.estado !== place?.state ||
        found.estimulo !== place.borderStimulus ||
        (found.municipio !== undefined && !municipios.accepts(found.estado, found.municipio, TODAY)) ||
        (found.localidad !== undefined && !localidades.accepts(found.estado, found.localidad, TODAY))
      );
    });
    expect(wrong).toEqual([]);
    let count = 0;
    const codes = new Set(rowsOf('cfdi_40_colonias.tsv.gz').map((row) => row['codigo_postal'] ?? ''));
    for (const code of codes) count += colonias.placesOf(code, TODAY).length;
    expect(count).toBe(145_366);
    expect(colonias.placesOf('85203')).toHaveLength(355);
    expect(colonias.check('01000', '9999', TODAY)).toBe('well_formed');
    expect(colonias.accepts('01000', '9999', TODAY)).toBe(false);
    expect(colonias.find('01000', '0001')).toEqual({ key: '0001', label: 'San Ángel', of: '01000' });
    expect(municipios.placesOf('BCN', TODAY).map(({ key }) => key)).toEqual(
      '001 002 003 004 005 006 007'.split(' '),
    );
    expect(municipios.check('BCN', '007', '2025-12-31')).toBe('expired');
  });

  it('know pedimentos, hazardous materials and tariff codes', () => {
    const { pedimentos, materialesPeligrosos, fracciones } = folder.catalogues;
    expect(pedimentos.problem('25  47  6025  5000001', TODAY)).toBeUndefined();
    expect(pedimentos.problem('25  04  6025  5000001', TODAY)).toBe('aduana');
    expect(materialesPeligrosos.findAll('2031').map(({ clase }) => clase)).toHaveLength(3);
    expect(fracciones.find('0101210100', TODAY)?.unidad).toBe('07');
    const ended = rowsOf('cce_20_fracciones_arancelarias.tsv.gz').find((row) => row['vigencia_hasta'] !== '');
    expect(fracciones.check(ended?.['fraccion'] ?? '', TODAY)).toBe('expired');
  });

  it.each([
    ['ukelele', '60131324'],
    ['servicios de facturacion', '84111506'],
    ['café tostado', '50201706'],
    ['computadoras personales', '43211508'],
    ['laptop', '43211508'],
    ['8411150', '84111500'],
  ])('find %s first: %s', (text, key) => {
    const { hits } = folder.catalogues.productos.search(text, { limit: 5, date: TODAY });
    expect([text, hits[0]]).toEqual([text, expect.objectContaining({ key })]);
  });

  it('find units by name, key and symbol, and tariff codes and Carta Porte keys', () => {
    const { unidades, fracciones, productosCartaPorte } = folder.catalogues;
    expect(unidades.search('kilogramos').hits[0]?.key).toBe('KGM');
    expect(unidades.search('h87').hits[0]?.key).toBe('H87');
    expect(unidades.search('kg').hits.map(({ key }) => key)).toContain('KGM');
    expect(fracciones.search('vainilla papantla').hits.map(({ key }) => key)).toContain('0905100200');
    expect(productosCartaPorte.search('gatos vivos').hits[0]?.key).toBe('10101501');
  });
});
