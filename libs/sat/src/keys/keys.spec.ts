import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial, rowsOf } from '../../test/material.js';
import { builtInProductKeys, builtInUnitKeys, checkProductKey, checkUnitKey } from './built-in.js';
import { productos } from './productos.js';
import { sinonimos } from './sinonimos.js';
import { unidades } from './unidades.js';
import { readTable } from '../catalogue.js';
import { UNIT_KEY } from '../large/tables.js';

describe('product and unit keys', () => {
  it.each(['01010101', '84111506', '84111505', '60131324', '43231500', '80101500', '81112100', '50202306'])(
    'has %s built in',
    (key) => expect(checkProductKey(key)).toBe('known'),
  );
  it.each(['15101514', '15101515', '15101505'])('has the fuel %s', (key) =>
    expect(checkProductKey(key)).toBe('known'),
  );

  it('checks the rest by form', () => {
    expect(checkProductKey('99999999')).toBe('well_formed');
    for (const key of ['1234567', '123456789', 'ABCDEFGH', '', '1010101 '])
      expect(checkProductKey(key)).toBe('malformed');
    expect(checkUnitKey('H87')).toBe('known');
    expect(checkUnitKey('X99')).toBe('well_formed');
    for (const key of ['', 'H877', 'H-7', 'Ñ1']) expect(checkUnitKey(key)).toBe('malformed');
  });

  it.each([
    ['laptop', '43211508'],
    ['laptop', '43211503'],
    ['celular', '43191501'],
    ['hospedaje', '90111501'],
    ['gasolina magna', '15101514'],
    ['contador', '84111500'],
    ['flete', '78101800'],
    ['router', '43222600'],
  ])('finds for %s what people mean: %s', (words, key) => {
    const found = builtInProductKeys.search(words, { limit: 10 }).hits.map((hit) => hit.key);
    expect(found).toContain(key);
  });

  it.each([
    ['renta de oficina', '80131502'],
    ['Flete', '78101802'],
    ['comida', '90101501'],
    ['software', '81112501'],
    ['limpieza', '76111501'],
    ['peajes', '95111602'],
    ['plomero', '72101510'],
    ['electricista', '72151500'],
    ['anticipo', '84111506'],
    ['pagina web', '81112103'],
    ['hosting', '81112105'],
    ['flores', '10326000'],
  ])('says first for %s what people mean: %s', (words, key) => {
    const found = builtInProductKeys.search(words, { limit: 3 }).hits.map((hit) => hit.key);
    expect(found).toContain(key);
  });

  it('has no key twice where a name of it is also in its label', () => {
    const { total, hits } = builtInProductKeys.search('café', { limit: 50 });
    expect(new Set(hits.map(({ key }) => key)).size).toBe(total);
  });

  it('has synonyms of keys that it has, once for each', () => {
    const keys = readTable(sinonimos).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => checkProductKey(key) !== 'known')).toEqual([]);
  });

  it('says that it is not the whole catalogue', () => {
    expect(builtInProductKeys).toMatchObject({ complete: false, size: 7693 });
    expect(builtInUnitKeys).toMatchObject({ complete: false, size: 118 });
    expect(builtInUnitKeys.find('E48')?.label).toBe('Unidad de servicio');
  });
});

describeWithMaterial('built-in keys, row by row', () => {
  const plain = (text = ''): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');

  it('are keys of the catalogue in force, with its names, and none twice', () => {
    for (const [entries, file] of [
      [productos, 'cfdi_40_productos_servicios.tsv.gz'],
      [readTable(unidades), 'cfdi_40_claves_unidades.tsv.gz'],
    ] as const) {
      const rows = new Map(rowsOf(file).map((row) => [row['id'], row]));
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
      for (const { key, label } of entries) {
        expect([key, label]).toEqual([key, plain(rows.get(key)?.['texto'])]);
        expect([key, rows.get(key)?.['vigencia_hasta']]).toEqual([key, '']);
      }
    }
  });

  it('forms fit every key', () => {
    for (const row of rowsOf('cfdi_40_productos_servicios.tsv.gz'))
      if (checkProductKey(row['id'] ?? '') === 'malformed') throw new Error(`product ${row['id']}`);
    for (const row of rowsOf('cfdi_40_claves_unidades.tsv.gz')) expect(row['id']).toMatch(UNIT_KEY);
  });
});
