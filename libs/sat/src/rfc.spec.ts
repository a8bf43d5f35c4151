import { describe, expect, it } from '@jest/globals';
import { parseCurp } from './curp.js';
import { parseRfc, rfcCheckDigit } from './rfc.js';

describe('RFC', () => {
  it('tells persons apart and upper-cases', () => {
    expect(parseRfc(' eku9003173c9 ')).toEqual({
      rfc: 'EKU9003173C9',
      person: 'moral',
      checksumMatches: true,
    });
    expect(parseRfc('CACX7605101P8')).toEqual({
      rfc: 'CACX7605101P8',
      person: 'fisica',
      checksumMatches: true,
    });
  });

  it('takes Ñ and &, composed or not', () => {
    expect(parseRfc('haÑ930228sm9')?.checksumMatches).toBe(true);
    expect(parseRfc('HAN\u0303930228SM9')?.rfc).toBe('HAÑ930228SM9');
    expect(parseRfc('L&O950913MSA')).toMatchObject({ person: 'moral', checksumMatches: true });
  });

  it('knows the generic ones', () => {
    expect(parseRfc('xaxx010101000')).toMatchObject({ generic: 'national', person: 'fisica' });
    expect(parseRfc('XEXX010101000')).toMatchObject({ generic: 'foreign' });
    expect(parseRfc('EKU9003173C9')).not.toHaveProperty('generic');
  });

  it('accepts a failing check digit and says so', () => {
    expect(parseRfc('EKU9003173C8')).toMatchObject({ rfc: 'EKU9003173C8', checksumMatches: false });
    expect(rfcCheckDigit('EKU9003173C8')).toBe('9');
  });

  it.each([
    'EKU901317',
    'EKU9013173C9', // month 13
    'EKU9002303C9', // 30 February
    'EKU9002293C9', // 29 February of 1990
    'EKU9004313C9', // 31 April
    'EKU9003003C9', // day 0
    'EKU9003173CB', // check character
    'EKÚ9003173C9',
    'EKU-900317-3C9',
    'XXEKU9003173C9',
    '',
    'A'.repeat(100_000),
  ])('refuses %.20s', (text) => expect(parseRfc(text)).toBeUndefined());

  it('lets 29 February pass in leap years of any century', () => {
    expect(parseRfc('EKU0002293C9')).toBeDefined();
    expect(parseRfc('EKU9602293C9')).toBeDefined();
  });
});

describe('CURP', () => {
  it.each(['CACX760510MGTSHC04', 'VADA800927HSRSRL05', 'MISC491214MCCRNC01', 'XOJI740919MQTDMN02'])(
    'takes %s and its check digit',
    (text) => expect(parseCurp(text.toLowerCase())).toEqual({ curp: text, checksumMatches: true }),
  );

  it('checks the digit', () => {
    expect(parseCurp('HEGG560427MVZRRL04')?.checksumMatches).toBe(true);
    expect(parseCurp('HEGG560427MVZRRL05')?.checksumMatches).toBe(false);
  });

  it.each(['HEGG561327MVZRRL04', 'HEGG560230MVZRRL04', 'HEGG560427MZZRRL04', 'HEGG560427XVZRRL0', ''])(
    'refuses %s',
    (text) => expect(parseCurp(text)).toBeUndefined(),
  );
});
