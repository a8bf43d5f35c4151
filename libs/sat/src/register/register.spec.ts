import { describe, expect, it } from '@jest/globals';
import { isRegimeAllowed, regimenesFiscales } from '../catalogues/regimenes.js';
import { withoutCorporateRegime } from '../legal-name.js';
import { postalCode } from '../postal/postal-code.js';
import { parseRfc } from '../rfc.js';
import { sandboxRegister } from './sandbox-register.js';
import { RFC_NOT_FOUND, RFC_NOT_FOUND_FISICA, sandboxTaxpayers } from './sandbox-taxpayers.js';
import type { TaxpayerQuery } from './taxpayer-register.js';
import { checkTaxInfo, receiverRfc, validateTaxInfo, type TaxInfo } from './validate-tax-info.js';

const kemper = { rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE', taxSystem: '601', zip: '42501' };
const ask = async (change: Partial<TaxpayerQuery>) =>
  (await sandboxRegister.validate({ ...kemper, ...change })).map(({ code, path }) => `${code} ${path}`);

describe('the sandbox register', () => {
  it('lists plausible taxpayers, once each', () => {
    expect(new Set(sandboxTaxpayers.map(({ rfc }) => rfc)).size).toBe(25);
    for (const { rfc, legalName, zip, taxSystems } of sandboxTaxpayers) {
      const parsed = parseRfc(rfc);
      if (!parsed) throw new Error(rfc);
      expect([rfc, parsed.checksumMatches]).toEqual([rfc, true]);
      expect(withoutCorporateRegime(legalName)).toEqual({ name: legalName });
      expect([rfc, postalCode(zip) !== undefined]).toEqual([rfc, true]);
      for (const regime of taxSystems) {
        expect([rfc, regime, isRegimeAllowed(regime, parsed.person)]).toEqual([rfc, regime, true]);
        expect(regimenesFiscales.has(regime)).toBe(true);
      }
    }
  });

  it('matches name, postal code and regime of a listed taxpayer', async () => {
    expect(await ask({})).toEqual([]);
    expect(await ask({ rfc: 'eku9003173c9', legalName: 'Escuela Kemper Urgate' })).toEqual([]);
    expect(await ask({ legalName: 'ESCUELA KEMPER URGATE SA DE CV' })).toEqual([
      'legal_name_mismatch legal_name',
    ]);
    expect(await ask({ zip: '42500' })).toEqual(['tax_address_zip_mismatch address.zip']);
    expect(await ask({ taxSystem: '603' })).toEqual(['tax_system_not_allowed_for_tax_id tax_system']);
    expect(await ask({ legalName: 'OTRA', zip: '01000', taxSystem: '620' })).toHaveLength(3);
  });

  it('compares the known data', async () => {
    const { rfc } = kemper;
    const known = async (query: TaxpayerQuery) =>
      (await sandboxRegister.validate(query)).map(({ code }) => code);
    expect(await known({ rfc })).toEqual([]);
    expect(await known({ rfc: RFC_NOT_FOUND })).toEqual(['tax_id_not_found']);
    expect(await known({ rfc, legalName: 'OTRA' })).toEqual(['legal_name_mismatch']);
    expect(await known({ rfc, zip: '01000' })).toEqual(['tax_address_zip_mismatch']);
    expect(await known({ rfc, taxSystem: '620' })).toEqual(['tax_system_not_allowed_for_tax_id']);
  });

  it('accepts an unlisted RFC and does not find the reserved ones', async () => {
    expect(await ask({ rfc: 'ACM010101AB1' })).toEqual([]);
    expect(await ask({ rfc: RFC_NOT_FOUND })).toEqual(['tax_id_not_found tax_id']);
    expect(await ask({ rfc: RFC_NOT_FOUND_FISICA })).toEqual(['tax_id_not_found tax_id']);
    expect(parseRfc(RFC_NOT_FOUND)?.person).toBe('moral');
    expect(parseRfc(RFC_NOT_FOUND_FISICA)?.person).toBe('fisica');
  });
});

describe('tax information', () => {
  const good: TaxInfo = {
    legalName: 'ESCUELA KEMPER URGATE',
    taxId: kemper.rfc,
    taxSystem: '601',
    zip: '42501',
  };
  const problems = (change: TaxInfo) =>
    validateTaxInfo({ ...good, ...change }).map(({ code, path }) => `${code} ${path}`);

  it.each<[string, TaxInfo, string[]]>([
    ['a match', {}, []],
    ['an unknown regime', { taxSystem: '999' }, ['tax_system_not_in_catalog tax_system']],
    ['a former regime of the right person', { taxSystem: '609' }, []],
    ['a regime of the other person', { taxSystem: '612' }, ['tax_system_not_allowed_for_tax_id tax_system']],
    ['no RFC', { taxId: 'EKU' }, ['invalid_format tax_id']],
    ['a zip with letters', { zip: '4250A' }, ['invalid_format address.zip']],
    ['a zip in no state', { zip: '00999' }, ['invalid_value address.zip']],
    ['a country that is none', { country: 'ZZQ', taxSystem: '616' }, ['invalid_value address.country']],
    ['the general public', { taxId: 'XAXX010101000', taxSystem: '616' }, []],
    ['a worker who has died', { taxId: 'XAXX010101000', taxSystem: '605' }, []],
    [
      'the general public with another regime',
      { taxId: 'XAXX010101000', taxSystem: '601' },
      ['tax_system_not_allowed_for_tax_id tax_system'],
    ],
    ['a foreign customer', { country: 'USA', taxId: '123456789', zip: '90210', taxSystem: '616' }, []],
    [
      'a foreign customer without a number',
      { country: 'FRA', taxId: undefined, zip: 'X', taxSystem: undefined },
      [],
    ],
    [
      'a foreign customer with a regime of residents',
      { country: 'USA', taxSystem: '601' },
      ['tax_system_not_allowed_for_tax_id tax_system'],
    ],
  ])('%s', (_name, change, expected) => expect(problems(change)).toEqual(expected));

  it('looks up national taxpayers in the register, with their known data', async () => {
    let asked = 0;
    const register = { validate: async () => ((asked += 1), []) };
    await checkTaxInfo(good, register);
    expect(asked).toBe(1);
    await checkTaxInfo({ ...good, taxId: 'XAXX010101000', taxSystem: '616' }, register);
    await checkTaxInfo({ ...good, country: 'USA', taxSystem: '616' }, register);
    await checkTaxInfo({ ...good, taxSystem: '612' }, register);
    await checkTaxInfo({ ...good, taxId: undefined }, register);
    expect(asked).toBe(1);
    await checkTaxInfo({ taxId: good.taxId }, register);
    expect(asked).toBe(2);
    expect(await checkTaxInfo({ ...good, zip: undefined, legalName: 'OTRA' }, sandboxRegister)).toMatchObject(
      [{ code: 'legal_name_mismatch' }],
    );
    expect(await checkTaxInfo({ ...good, legalName: 'OTRA' }, sandboxRegister)).toMatchObject([
      { code: 'legal_name_mismatch', path: 'legal_name', source: 'service' },
    ]);
  });

  it('writes foreign customers with the generic RFC', () => {
    expect(receiverRfc({ country: 'USA', taxId: '123456789' })).toBe('XEXX010101000');
    expect(receiverRfc({ taxId: 'eku9003173c9' })).toBe('EKU9003173C9');
    expect(receiverRfc({})).toBeUndefined();
  });
});
