import { describe, expect, it } from '@jest/globals';
import type { Catalogue } from '../catalogue.js';
import * as catalogues from '../catalogues/index.js';
import { englishOf } from './english.js';
import { SMALL_CATALOGUES, SMALL_IDS } from './registry.js';

const isCatalogue = (one: unknown): one is Catalogue =>
  typeof one === 'object' && one !== null && 'name' in one && 'entries' in one && 'has' in one;

describe('the small catalogues', () => {
  it('are all in the registry, under the names that the library exports', () => {
    const exported = Object.entries(catalogues).flatMap(([name, one]) => (isCatalogue(one) ? [name] : []));
    expect([...SMALL_IDS].sort()).toEqual(exported.sort());
    for (const id of SMALL_IDS) expect(SMALL_CATALOGUES[id].catalogue).toBe(catalogues[id]);
  });

  it('have names of their own in addresses, in small letters', () => {
    const names = SMALL_IDS.map((id) => SMALL_CATALOGUES[id].name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each(SMALL_IDS)('%s has an English name for every key', (id) => {
    const { entries } = SMALL_CATALOGUES[id].catalogue;
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((entry) => !englishOf(id, entry)).map(({ key }) => key)).toEqual([]);
  });

  it('takes the names of countries and currencies from their ISO codes', () => {
    const english = (id: string, key: string) => englishOf(id, { key, label: '' });
    expect(english('paises', 'DEU')).toBe('Germany');
    expect(english('paises', 'ZZZ')).toBe('Undeclared countries');
    expect(english('paises', 'QQQ')).toBeUndefined();
    expect(english('paisesRetenciones', 'DE')).toBe('Germany');
    expect(english('monedas', 'USD')).toBe('US Dollar');
    expect(english('monedas', 'BYR')).toBe('Belarusian Ruble');
    expect(english('tiposPercepcion', '019')).toBe('overtime');
    expect(english('tiposPercepcion', '099')).toBeUndefined();
  });
});
