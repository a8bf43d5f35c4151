import { describe, expect, it } from '@jest/globals';
import { unidadesAduana } from '../catalogues/index.js';
import { builtInCatalogues } from './built-in.js';
import { TABLES } from './tables.js';

const { estaciones, materialesPeligrosos, fracciones } = builtInCatalogues;
const keysOf = (of: Pick<typeof estaciones, 'search'>) =>
  of.search('', { limit: 1_000 }).hits.map(({ key }) => key);

describe('the common keys of catalogues that are not loaded', () => {
  it.each([
    ['estaciones', estaciones, 186],
    ['materialesPeligrosos', materialesPeligrosos, 171],
    ['fracciones', fracciones, 105],
  ] as const)('%s have the form of their keys, and a first day', (id, catalogue, count) => {
    const pattern = TABLES[id].columns.find(({ kind }) => kind === 'key')?.pattern ?? /^$/;
    const keys = keysOf(catalogue);
    expect([catalogue.size, keys.length]).toEqual([count, count]);
    for (const key of keys) {
      expect([key, pattern.test(key)]).toEqual([key, true]);
      const entry = catalogue.find(key, '2026-11-27');
      expect([key, entry?.label === '', /^2024-0[17]-1[78]$/.test(entry?.validFrom ?? '')]).toEqual([
        key,
        false,
        true,
      ]);
      expect(catalogue.check(key, '2023-01-01')).toBe('expired');
    }
  });

  it('are searched by names and designators', () => {
    expect(estaciones.search('cancun').hits.map(({ key }) => key)).toContain('EA0458');
    expect(estaciones.search('GDL').hits[0]).toMatchObject({ key: 'EA0440' });
    expect(materialesPeligrosos.search('gasolina').hits.map(({ key }) => key)).toContain('1203');
    expect(fracciones.search('guitarras').hits[0]).toMatchObject({ key: '9202900200' });
  });

  it('have what documents need of them', () => {
    expect(estaciones.find('EA0426')).toMatchObject({
      transporte: '03',
      nacionalidad: 'México',
      iata: 'MEX',
    });
    expect(materialesPeligrosos.find('1830')).toMatchObject({ clase: '8' });
    for (const key of keysOf(fracciones))
      expect([key, unidadesAduana.has(fracciones.find(key)?.unidad ?? '')]).toEqual([key, true]);
  });

  it('are not all that there are: another key goes by its form', () => {
    expect([
      estaciones.accepts('EA9999'),
      materialesPeligrosos.accepts('3500'),
      fracciones.accepts('9999999999'),
    ]).toEqual([true, true, true]);
  });
});
