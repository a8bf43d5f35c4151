import { describe, expect, it } from '@jest/globals';
import { containsPattern, phrasePattern, searchText } from './search-text.js';

/** LIKE without escapes, as PostgreSQL reads it. */
const like = (pattern: string): RegExp =>
  new RegExp(pattern.replaceAll('%', '[\\s\\S]*').replaceAll('_', '[\\s\\S]'), 'u');
const trigramsOf = (pattern: string): string[] => pattern.split(/[_%]+/).filter((part) => part !== '');

describe('text for searches', () => {
  it('knows no accents, no capitals, and one kind of space', () => {
    expect(searchText('ÑANDÚ  del\tRÍO', null, 'Año 2')).toBe('nandu del rio\nano 2');
  });

  it('is searched literally, even if it means something to LIKE', () => {
    expect(containsPattern(' 100%_\\ ')).toBe('%100\\%\\_\\\\%');
  });
});

describe('the pattern of a phrase', () => {
  it('keeps four trigrams, of different words where there are as many', () => {
    expect(phrasePattern('distribuidora flores del pacifico')).toBe('%_____ibu______flo____del___cif___%');
    expect(phrasePattern('gomez diaz mendez')).toBe('%gom____iaz_men___%');
  });

  it('keeps short numbers with the spaces around them', () => {
    expect(phrasePattern('ukelele 31')).toBe('%uke____ 31%');
    expect(phrasePattern('mesa 4 sucursal 12')).toBe('%mes_ 4 _ucu____ 12%');
    expect(phrasePattern('31 ukelele')).toBe('%31 _kel___%');
    expect(phrasePattern('4 ukelele')).toBe('%__uke_ele%');
    expect(phrasePattern('a 4')).toBe('%_ 4%');
  });

  it('is the phrase itself where no word has three letters', () => {
    expect(phrasePattern('a b_c')).toBe(containsPattern('a b_c'));
  });

  it.each([
    'universidad robotica espanola',
    'juan perez',
    'ab 12 cd34',
    'renta 12 sucursal 12',
    'yo & tu, s.a. 100% _x_',
    'поставщик услуг ooo',
    '𝒜𝒷 abogados y asociados',
  ])('is matched by whatever holds the phrase: %s', (phrase) => {
    const pattern = phrasePattern(phrase);
    expect(`antes ${phrase}\ndespués`).toMatch(like(pattern));
    expect(Array.from(pattern)).toHaveLength(Array.from(phrase).length + 2);
    expect(trigramsOf(pattern).length).toBeLessThanOrEqual(4);
    expect(trigramsOf(pattern).every((part) => /^(?:[a-z0-9]{3}| 12 ?)$/.test(part))).toBe(true);
  });
});
