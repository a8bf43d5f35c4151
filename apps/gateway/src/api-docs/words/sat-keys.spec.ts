import { describe, expect, it } from '@jest/globals';
import { SMALL_CATALOGUES } from '#sat';
import { CATALOGUE_OF_FIELD, satKeys } from './sat-keys.js';

describe('keys of the SAT in the document', () => {
  it.each(Object.entries(CATALOGUE_OF_FIELD))('%s tells all keys of %s and no others', (field, id) => {
    const { catalogue } = SMALL_CATALOGUES[id];
    const keys = catalogue.entries.map(({ key }) => key).filter((key) => catalogue.has(key));
    expect(Object.keys(satKeys[field] ?? {}).sort()).toEqual([...new Set(keys)].sort());
  });

  it('says each in Spanish and English', () => {
    for (const [field, meanings] of Object.entries(satKeys))
      for (const [key, meaning] of Object.entries(meanings))
        expect(`${field} ${key}: ${meaning}`).toMatch(/^.+: \S.+ \/ \S.+$/);
    expect(satKeys['payment_form']?.['03']).toBe(
      'Transferencia electrónica de fondos / Electronic funds transfer',
    );
    expect(satKeys['payment_method']?.['PPD']).toMatch(/^Pago en parcialidades o diferido \/ /);
  });
});
