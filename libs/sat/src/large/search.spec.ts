import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keyCatalogue } from '../keys/key-catalogue.js';
import { searchTable } from './search.js';
import { encodeTable, openTable } from './table.js';
import { fold, singular, wordsOf } from './words.js';

const catalogue = keyCatalogue('productos', [
  { key: '10000001', label: 'Café' },
  { key: '10000002', label: 'Café tostado' },
  { key: '10000003', label: 'Molino para café tostado' },
  { key: '10000004', label: 'Tostado de granos de café' },
  { key: '10000005', label: 'Cafetera' },
  { key: '10000006', label: 'Servicio de facturación' },
  { key: '10000007', label: 'Servicios de contabilidad y facturación' },
  { key: '10000008', label: 'Luz de emergencia' },
  { key: '20000001', label: 'Motor eléctrico de 10 caballos' },
]);
const keys = (text: string, options = {}) =>
  catalogue.search(text, options).hits.map(({ key }) => Number(key.slice(-1)));

describe('searching a catalogue', () => {
  it('puts whole labels first, then phrases, whole words and words that are begun', () => {
    expect(keys('café tostado')).toEqual([2, 3, 4]);
    expect(keys('cafe')).toEqual([1, 2, 3, 4, 5]);
    expect(keys('CAFÉ TOST')).toEqual([2, 3, 4]);
    const scores = catalogue.search('cafe').hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
  });

  it('finds plurals, and does not insist on small words', () => {
    expect(keys('servicios de facturacion')).toEqual([6, 7]);
    expect(keys('facturaciones')).toEqual([6, 7]);
    expect(keys('luces')).toEqual([8]);
    expect(keys('motores')).toEqual([1]);
    expect(keys('tostados granos')).toEqual([4]);
    expect(keys('café para el molino')).toEqual([3]);
    expect(keys('para')).toEqual([3]);
  });

  it('only begins the last word', () => {
    expect(keys('tost granos')).toEqual([4]);
    expect(catalogue.search('tost granos').hits[0]?.score).toBeLessThan(0.09);
    expect(keys('tostado ca')).toEqual([2, 3, 4]);
  });

  it('finds what has some of the words where nothing has all of them', () => {
    expect(keys('cafe descafeinado')).toEqual([1, 2, 3, 4]);
    expect(keys('molino de cafe descafeinado').at(0)).toBe(3);
    expect(keys('descafeinado')).toEqual([]);
  });

  it('finds keys by their beginning', () => {
    expect(keys('2000')).toEqual([1]);
    expect(catalogue.search('10000004').hits).toEqual([
      { key: '10000004', label: 'Tostado de granos de café', score: 1 },
    ]);
    // A number in a label comes after the keys that begin with it.
    expect(keys('10').at(-1)).toBe(1);
    expect(catalogue.search('10').total).toBe(9);
  });

  it('gives pages, everything for nothing, and nothing for what has no words', () => {
    expect(catalogue.search('cafe', { offset: 1, limit: 2 })).toMatchObject({
      total: 5,
      hits: [{ key: '10000002' }, { key: '10000003' }],
    });
    expect(catalogue.search('  ', { limit: 3 })).toMatchObject({
      total: 9,
      hits: [{ key: '10000001' }, {}, {}],
    });
    expect(catalogue.search('...').total).toBe(0);
    expect(catalogue.search('cafe', { offset: 50 })).toEqual({ total: 5, hits: [] });
    expect(keys('cafe', { date: '2021-12-31' })).toEqual([]);
  });

  it('finds similar words, after all others, and no phrase across two of them', () => {
    const table = openTable(
      encodeTable(
        'c_X',
        new Map([
          ['key', ['1', '2', '3', '4']],
          ['label', ['Cerdos', 'Guitarra', 'Gatos', 'Perro del monte']],
          ['similares', ['Cochinos, Puercos del monte', 'Ukelele', 'Monte puerco', 'Puercos']],
        ]),
        true,
      ),
    );
    const search = (text: string) => searchTable(table, text, {}, () => true).hits.map(({ key }) => key);
    expect(search('ukelele')).toEqual(['2']);
    expect(search('monte')).toEqual(['4', '1', '3']);
    expect(search('puercos del monte')).toEqual(['4', '1', '3']);
    expect(search('cochinos puercos')).toEqual(['1']);
    expect(search('gatos monte')).toEqual(['3']);
  });

  it('bears anything that is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string()), (text) => {
        const { total, hits } = catalogue.search(text, { limit: 3 });
        expect(hits.length).toBe(Math.min(3, total));
      }),
      { seed: 2 },
    );
    expect(catalogue.search(`${'a '.repeat(5_000)}cafe`).total).toBe(0);
  });
});

describe('words', () => {
  it('are folded and parted', () => {
    expect(fold('ÑANDÚ Güero')).toBe('nandu guero');
    expect(wordsOf('Cable "jack" 3.5mm, (azul)')).toEqual(['cable', 'jack', '3', '5mm', 'azul']);
  });
  it.each([
    ['servicio', 'servicios'],
    ['motor', 'motores'],
    ['luz', 'luces'],
    ['clase', 'clases'],
    ['computador', 'computadoras'],
    ['café', 'cafés'],
    ['facturación', 'facturaciones'],
  ])('%s and %s have the same singular', (one, many) =>
    expect(singular(fold(one))).toBe(singular(fold(many))),
  );
  it('keeps short words and numbers', () => {
    expect(['gas', 'mes', '1000s', 'x3es'].map(singular)).toEqual(['gas', 'mes', '1000s', 'x3es']);
  });
});
