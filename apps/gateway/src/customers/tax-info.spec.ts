import { describe, expect, it } from '@jest/globals';
import { emptyAddress, type CustomerDoc } from '#contracts';
import { listRegister } from '#sat';
import { validateTaxInfo } from './tax-info.js';

const customer = {
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { ...emptyAddress, zip: '42501', country: 'MEX' },
  sat_validated_at: null,
} as CustomerDoc;
const listed = listRegister({ registered: async () => ({ sncf: false, subcontratacion: false }) });
const unlisted = listRegister({ registered: async () => null });
const ask = async (register: typeof listed, change: Partial<CustomerDoc> = {}) => {
  const answer = await validateTaxInfo({ ...customer, ...change }, register, 'en');
  return answer.ok
    ? [answer.value.is_valid, answer.value.errors.map(({ code }) => code)]
    : answer.refusal.code;
};

describe('the validation of tax information in Live', () => {
  it('is not to be had where only the RFC could be judged, or where the register fails', async () => {
    expect(await ask(listed)).toBe('customer_tax_info_unavailable');
    const broken = listRegister({ registered: () => Promise.reject(new Error('the disk')) });
    expect(await ask(broken)).toBe('customer_tax_info_unavailable');
  });

  it('tells of an RFC that is not registered, and of what is wrong by itself', async () => {
    expect(await ask(unlisted)).toEqual([false, ['tax_id_not_found']]);
    expect(await ask(listed, { tax_system: '605' })).toEqual([false, ['tax_system_not_allowed_for_tax_id']]);
  });

  it('believes a stamp with the same data, unless the RFC has been cancelled since', async () => {
    const sat_validated_at = '2026-11-27T12:00:00.000Z';
    expect(await ask(listed, { sat_validated_at })).toEqual([true, []]);
    expect(await ask(unlisted, { sat_validated_at })).toEqual([false, ['tax_id_not_found']]);
  });
});
