import { describe, expect, it } from '@jest/globals';
import { paises } from '#sat';
import { countryName } from './countries.js';

describe('the name of a country', () => {
  it.each([
    ['USA', 'Estados Unidos', 'United States'],
    ['DEU', 'Alemania', 'Germany'],
    ['KOR', 'Corea del Sur', 'South Korea'],
    ['CHL', 'Chile', 'Chile'],
    ['SWE', 'Suecia', 'Sweden'],
  ])('of %s is in the language', (key, es, en) => {
    expect([countryName(key, 'es'), countryName(key, 'en')]).toEqual([es, en]);
  });

  it('is there for every country of the catalogue, and is that of no other', () => {
    for (const language of ['es', 'en'] as const) {
      const names = paises.entries.map(({ key }) => countryName(key, language));
      expect(names.filter((name) => name.length < 4)).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('is the tax authority’s name, except for its spelling', () => {
    const same = paises.entries.filter(({ key, label }) => countryName(key, 'es') === label);
    expect(same.length).toBeGreaterThan(150);
  });
});
