import { describe, expect, it } from '@jest/globals';
import { besideCertificate, selfInvoiceProblems } from './settings.js';

describe('fiscal data beside a certificate', () => {
  const CERTIFIED = 'EKU9003173C9';

  it('is as sent while there is no certificate', () => {
    const input = { tax_id: 'URE180429TM6' };
    expect(besideCertificate(input, null)).toEqual({ ok: true, value: input });
  });

  it.each([['EKU9003173C9'], [' eku9003173c9 '], [null]])(
    'keeps the RFC of the certificate: %s',
    (tax_id) => {
      expect(besideCertificate({ name: 'Kemper', tax_id }, CERTIFIED)).toEqual({
        ...{ ok: true, value: { name: 'Kemper' } },
      });
    },
  );

  it('refuses another RFC, and leaves what is none to the rules', () => {
    expect(besideCertificate({ tax_id: 'URE180429TM6' }, CERTIFIED)).toMatchObject({
      ok: false,
      refusal: {
        code: 'organization_tax_info_invalid',
        path: 'tax_id',
        details: [{ code: 'invalid_value' }],
      },
    });
    expect(besideCertificate({ tax_id: 'X' }, CERTIFIED)).toEqual({ ok: true, value: { tax_id: 'X' } });
  });
});

describe('the uses that customers may choose', () => {
  it('may be none, and every one of the catalogue', () => {
    expect(selfInvoiceProblems({})).toEqual([]);
    expect(selfInvoiceProblems({ allowed_cfdi_uses: ['G01', 'G03', 'D01', 'S01'] })).toEqual([]);
  });

  it('passes over what could not be read, and counts it', () => {
    const problems = selfInvoiceProblems({ allowed_cfdi_uses: [undefined, 'G99', undefined] });
    expect(problems.map(({ path }) => path)).toEqual(['allowed_cfdi_uses[1]']);
  });

  it('exist, and are there once', () => {
    const problems = selfInvoiceProblems({ allowed_cfdi_uses: ['G01', 'G99', 'G01'] });
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ['allowed_cfdi_uses[1]', 'invalid_value'],
      ['allowed_cfdi_uses[2]', 'invalid_value'],
    ]);
  });
});
