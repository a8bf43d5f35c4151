import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { SignedUrls, type SignedFile } from './signed-urls.js';

const secret = Buffer.alloc(32, 7);
const urls = new SignedUrls(secret);
const NOW = new Date('2026-11-21T18:00:00.500Z');
const UNTIL = new Date('2026-11-21T18:15:00.000Z');
const file: SignedFile = {
  tenant: { organizationId: '6743f1c2a1b2c3d4e5f60718', livemode: false },
  keyId: '6743f1c2a1b2c3d4e5f60720',
  kind: 'invoice',
  id: '6743f1c2a1b2c3d4e5f60719',
  format: 'pdf',
};
const token = urls.sign(file, UNTIL);

/** The result for a token: the file, or the message in English. */
const told = (text: string, now = NOW) => {
  const verified = urls.verify(text, now);
  if (verified.ok) return verified.value;
  const [detail] = verified.refusal.details ?? [];
  const message = typeof detail?.message === 'object' ? detail.message.en : '';
  return `${verified.refusal.code}: ${message}`;
};
const INVALID = 'forbidden: The download link is not valid.';
const EXPIRED = 'forbidden: The download link has expired. Request a new one.';

/** As who has the secret, but says something else, signs it. */
const signed = (claims: string) => {
  const payload = Buffer.from(claims).toString('base64url');
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`;
};

describe('a token', () => {
  it('returns what was signed, until its last second and no longer', () => {
    expect(told(token)).toEqual(file);
    expect(told(token, new Date(UNTIL.getTime() - 1))).toEqual(file);
    expect(told(token, UNTIL)).toBe(EXPIRED);
  });

  it('keeps tenants, environments, files and formats apart', () => {
    const others: SignedFile[] = [
      { ...file, tenant: { ...file.tenant, livemode: true } },
      { ...file, tenant: { ...file.tenant, organizationId: 'f'.repeat(24) } },
      { ...file, id: 'e'.repeat(24) },
      { ...file, keyId: 'd'.repeat(24) },
      { ...file, format: 'xml' },
      { ...file, kind: 'receipt' },
    ];
    const tokens = others.map((other) => urls.sign(other, UNTIL));
    expect(tokens.map((one) => told(one))).toEqual(others);
    // The seal of one with the claims of another.
    for (const other of tokens) {
      const [payload] = other.split('.');
      expect(told(`${payload}.${token.split('.')[1]}`)).toBe(INVALID);
    }
  });

  it('is refused if any character changes', () => {
    for (let at = 0; at < token.length; at += 1)
      for (const other of ['A', 'B', '_', '.'])
        if (token[at] !== other) expect(told(token.slice(0, at) + other + token.slice(at + 1))).toBe(INVALID);
  });

  it('bears nothing cut off, put before or behind it', () => {
    for (let length = 0; length < token.length; length += 1)
      expect(told(token.slice(0, length))).toBe(INVALID);
    for (const text of [`${token}=`, `${token}.`, `${token}.x`, ` ${token}`, `${token}\n`, 'x'.repeat(5_000)])
      expect(told(text)).toBe(INVALID);
  });

  it('is not another secret’s', () => {
    expect(told(new SignedUrls(Buffer.alloc(32, 8)).sign(file, UNTIL))).toBe(INVALID);
  });

  it.each([
    [
      'a kind that there is not',
      '6743f1c2a1b2c3d4e5f60718/test/key/constructor/6743f1c2a1b2c3d4e5f60719/pdf/9999999999',
    ],
    [
      'a format that the kind has not',
      '6743f1c2a1b2c3d4e5f60718/test/key/preview/6743f1c2a1b2c3d4e5f60719/zip/9999999999',
    ],
    ['no identifier', '6743f1c2a1b2c3d4e5f60718/test/key/invoice/../zip/9999999999'],
  ])('with %s opens nothing, even signed', (_, claims) => {
    expect(told(signed(claims))).toBe(INVALID);
  });

  it('without an instant has expired', () => {
    expect(told(signed('6743f1c2a1b2c3d4e5f60718/test/key/invoice/6743f1c2a1b2c3d4e5f60719/pdf/x'))).toBe(
      EXPIRED,
    );
  });
});
