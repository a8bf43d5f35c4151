import { describe, expect, it } from '@jest/globals';
import { cleanAddress, cleanUserAgent } from './entry.js';

describe('a user agent in the log', () => {
  it.each<[string, string | undefined, string | null]>([
    ['as it came', 'facturapi-node/5.1', 'facturapi-node/5.1'],
    ['none', undefined, null],
    ['nothing but spaces', '  ', null],
    ['ends of lines and escapes', 'a\r\nX-Evil: 1\u001b[31m\u0000b', 'a X-Evil: 1 [31m b'],
    ['marks that turn text around', 'a\u202e\u2066txt.exe\u200b\u2028b', 'a txt.exe b'],
    ['half of a character', 'a\ud83db\udc00', 'a b'],
    ['a key', `curl sk_live_${'x'.repeat(40)}`, 'curl sk_live_[secret]'],
    ['a key that hangs on a word', `token_sk_user_${'x'.repeat(40)}`, 'token_sk_user_[secret]'],
    ['credentials', 'x Bearer abcdefgh12345678', 'x Bearer [secret]'],
    ['a link', 'https://f.mx/onboarding/0123456789abcdef', 'https://f.mx/onboarding/[secret]'],
    ['markup, which is text', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%s', (_, header, shown) => expect(cleanUserAgent(header)).toBe(shown));

  it('is cut to 300 characters, none of them in half', () => {
    expect(cleanUserAgent('x'.repeat(16_000))).toHaveLength(300);
    const shown = cleanUserAgent('💥'.repeat(400)) ?? '';
    expect([...shown]).toHaveLength(300);
    expect(shown).toBe('💥'.repeat(300));
  });
});

describe('an address in the log', () => {
  it.each<[string | undefined, string | null]>([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
    ["10.0.0.1'; --", null],
    ['', null],
    [undefined, null],
  ])('%s is %s', (address, shown) => expect(cleanAddress(address)).toBe(shown));
});
