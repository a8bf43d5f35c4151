import { describe, expect, it } from '@jest/globals';
import type { InvoiceContent, IssuerSnapshot, Tax } from '#contracts';
import { SANDBOX_OBLIGATIONS, sandboxObligations, type Obligations } from '#sat';
import { refuseByObligations } from './obligations.js';

const tax = (rate: string | null, change: Partial<Tax> = {}) =>
  ({ type: 'IVA', factor: rate === null ? 'Exento' : 'Tasa', rate, withholding: false, ...change }) as Tax;
const judge = (obligations: Obligations, zip: string, ...taxes: Tax[]) => {
  const content = { type: 'I', items: [{ product: { taxes } }] } as unknown as InvoiceContent;
  const refused = refuseByObligations(content, { address: { zip } } as IssuerSnapshot, obligations);
  return (
    refused && [refused.refusal.code, refused.refusal.details?.map(({ code, path }) => `${code} ${path}`)]
  );
};
/** Tijuana, Tapachula and Ixmiquilpan. */
const [NORTH, SOUTH, INLAND] = ['22000', '30700', '42501'] as const;
const border = tax('0.08');
const refusedRate = ['invalid_request', ['not_allowed items[0].product.taxes[0].rate']];

describe('the obligations of an issuer', () => {
  it('are 0: it may issue nothing', () => {
    expect(judge(0, NORTH, tax('0.16'))).toEqual([
      'organization_tax_info_invalid',
      ['not_allowed organization'],
    ]);
  });

  it.each([1, 2, 3, 4] as const)('are %j: exempt, 0 % and 16 % are for everybody', (obligations) => {
    for (const zip of [NORTH, SOUTH, INLAND])
      expect(judge(obligations, zip, tax(null), tax('0'), tax('0.16'))).toBeUndefined();
  });

  it.each([
    [1, { north: false, south: false, inland: false }],
    [2, { north: true, south: false, inland: false }],
    [3, { north: false, south: true, inland: false }],
    [4, { north: true, south: true, inland: true }],
  ] as const)('are %j: 8 %% is for %j', (obligations, may) => {
    const found = [NORTH, SOUTH, INLAND].map((zip) => judge(obligations, zip, border));
    expect(found).toEqual([may.north, may.south, may.inland].map((one) => (one ? undefined : refusedRate)));
  });

  it('name each line and tax with the rate, however it is written, and no other tax', () => {
    const others = [tax('0.08', { type: 'IEPS' }), tax('0.08', { withholding: true }), tax('0.8')];
    expect(judge(1, INLAND, ...others, tax('0.080000'))).toEqual([
      'invalid_request',
      ['not_allowed items[0].product.taxes[3].rate'],
    ]);
  });

  it('are all rates in Test, but for the issuers of the sandbox’s list', () => {
    expect([...SANDBOX_OBLIGATIONS.values()]).toEqual([0, 1, 2, 3]);
    expect(sandboxObligations('EKU9003173C9')).toBe(4);
  });
});
