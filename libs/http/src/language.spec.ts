import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language.js';

describe('languageOf', () => {
  it.each([
    [undefined, 'es'],
    ['', 'es'],
    ['es', 'es'],
    ['en', 'en'],
    ['EN-us', 'en'],
    ['es-MX', 'es'],
    ['es-419,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['es;q=0.8, en;q=0.9', 'en'],
    ['en;q=0.5,es;q=0.50', 'en'],
    ['es;q=0.5,en;q=0.5', 'es'],
    ['fr', 'es'],
    ['fr-FR, en;q=0.1', 'en'],
    ['*', 'es'],
    ['*;q=0.5, en;q=0.4', 'es'],
    ['es;q=0, *', 'en'],
    ['es;q=0', 'es'],
    ['en;q=0, fr', 'es'],
    ['en;q=0.001', 'en'],
    ['en;q=2', 'es'],
    ['en;q=abc', 'es'],
    ['en; q=0.9 , es ;q=0.1', 'en'],
    ['english', 'es'],
    ['en-US-x-private;q=1.000', 'en'],
    [',,;;en', 'es'],
    ['x'.repeat(100_000), 'es'],
  ])('%.60s is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
