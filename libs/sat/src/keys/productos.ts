import { readFileSync } from 'node:fs';
import { readTable } from '../catalogue.js';
import { sinonimos } from './sinonimos.js';

/** A product key with the tax authority's name, and what else it is called: words that a search finds it by. */
export interface ProductKey {
  readonly key: string;
  readonly label: string;
  readonly similares: string;
}

const called = new Map(readTable(sinonimos).map(({ key, label }) => [key, label]));

/**
 * The keys of c_ClaveProdServ that invoices of shops, offices, restaurants, building, transport and services use, with the
 * tax authority's names and similar words (`productos.tsv`: key, name, similar words; the catalogue in force, as published).
 */
export const productos: readonly ProductKey[] = readFileSync(
  new URL('productos.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [key = '', label = '', similar = ''] = line.split('\t');
    return {
      key,
      label,
      similares: [similar, called.get(key) ?? ''].filter((words) => words !== '').join(', '),
    };
  });
