import { describe, expect, it } from '@jest/globals';
import { SMALL_CATALOGUES, SMALL_IDS } from '#sat';
import { nearNames, searchIndex, searchReference } from './reference.js';

const docsOf = (name: string, q?: string): Record<string, unknown>[] => {
  const found = searchReference(name, q);
  if (!found.ok) throw new Error(`no catalogue ${name}`);
  return found.value(0, 1_000).docs as Record<string, unknown>[];
};
const keysOf = (name: string, q?: string) => docsOf(name, q).map(({ key }) => key);

describe('a small catalogue of the API', () => {
  it('says what each use is called, who may have it and since when', () => {
    expect(docsOf('cfdi-uses', 'd01')).toEqual([
      {
        key: 'D01',
        description: 'Honorarios médicos, dentales y gastos hospitalarios',
        description_en: 'medical and hospital',
        valid_from: '2022-01-01',
        valid_to: null,
        person_types: ['fisica'],
        tax_systems: ['605', '606', '607', '608', '611', '612', '614', '615', '625'],
      },
    ]);
  });

  it('has rows that ended, and those that are yet to begin', () => {
    expect(docsOf('payroll-deductions', '063')).toMatchObject([{ valid_to: '2026-03-01' }]);
    expect(docsOf('retention-years', '2027')).toMatchObject([{ valid_from: '2027-01-01' }]);
  });

  it('leaves out keys that only the API knows', () => {
    expect(keysOf('relationships')).toEqual(['01', '02', '03', '04', '05', '06', '07']);
    expect(keysOf('tax-systems')).not.toContain('609');
    expect(keysOf('cartaporte-transports')).toEqual(['01', '02', '03', '04']);
  });

  it.each([
    ['payment-forms', 'ELECTRONICA', ['03']],
    ['payment-forms', 'electronic money', ['06']],
    ['countries', 'mexico', ['MEX']],
    ['countries', 'germany', ['DEU']],
    ['tax-systems', '60', ['601', '603', '605', '606', '607', '608']],
    ['tax-systems', 'xyzzy', []],
  ])('finds in %s by %s, in both languages, whatever the accents and the case', (name, q, keys) => {
    expect(keysOf(name, q)).toEqual(keys);
  });

  it('gives keys before names', () => {
    expect(keysOf('countries', 'isl').slice(0, 2)).toEqual(['ISL', 'ALA']);
  });

  it('gives rates with their bounds, the tax and where they may be', () => {
    expect(docsOf('tax-rates', 'ieps tasa 2.')).toEqual([
      {
        key: 'IEPS Tasa 2.000000 traslado retención',
        description: 'IEPS Tasa 2.000000, traslado y retención',
        description_en: 'IEPS rate 2.000000, transferred or withheld',
        ...{ valid_from: '2026-01-01', valid_to: null },
        ...{
          tax: '003',
          factor: 'Tasa',
          min: '2.000000',
          max: '2.000000',
          transferred: true,
          withheld: true,
        },
      },
    ]);
  });

  it('refuses a name that is not there, with those that are near', () => {
    expect(searchReference('payment-form')).toMatchObject({
      ok: false,
      refusal: {
        ...{ code: 'catalog_not_found', path: 'name', location: 'params' },
        params: { name: 'payment-form', near: expect.stringMatching(/^payment-forms/) },
      },
    });
    expect(nearNames('payment-form')[0]).toBe('payment-forms');
    expect(nearNames('c_RegimenFiscal')[0]).toBe('tax-systems');
    expect(nearNames('formas de pago')[0]).toBe('payment-forms');
    expect(nearNames('UsoCFDI')[0]).toBe('cfdi-uses');
    for (const nothing of ['xyzzy', '', '../../etc/passwd', '%00']) expect(nearNames(nothing)).toEqual([]);
  });
});

describe('the index of the small catalogues', () => {
  it('lists each of them, and all can be asked for', () => {
    const { total, docs } = searchIndex()(0, 1_000);
    expect([total, docs.length]).toEqual([SMALL_IDS.length, SMALL_IDS.length]);
    for (const doc of docs as { name: string; entries: number }[])
      expect(docsOf(doc.name)).toHaveLength(doc.entries);
    expect(docs[1]).toEqual({
      name: 'tax-systems',
      description: 'Regímenes fiscales',
      description_en: 'Tax systems',
      sat_name: 'c_RegimenFiscal',
      standard: 'CFDI 4.0',
      edition: 'built-in',
      entries: 19,
    });
  });

  it('finds by the Spanish name, that of the tax authority and the standard', () => {
    const names = (q: string) => (searchIndex(q)(0, 100).docs as { name: string }[]).map(({ name }) => name);
    expect(names('regimenes fiscales')).toEqual(['tax-systems']);
    expect(names('c_usocfdi')).toEqual(['cfdi-uses']);
    expect(names('carta porte').every((name) => name.startsWith('cartaporte-'))).toBe(true);
  });

  it('has no two entries of a catalogue with the same key and first day', () => {
    for (const id of SMALL_IDS) {
      const rows = docsOf(SMALL_CATALOGUES[id].name).map(({ key, valid_from }) =>
        [key, valid_from].join(' '),
      );
      expect(new Set(rows).size).toBe(rows.length);
    }
  });
});
