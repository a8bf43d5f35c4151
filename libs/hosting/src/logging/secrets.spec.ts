import { describe, expect, it } from '@jest/globals';
import { scrub, withoutSecrets } from './secrets.js';

describe('what is logged', () => {
  it.each([
    ...['password', 'PASSWORD', 'csd_password', 'smtpPassword', 'passphrase', 'secret', 'client-secret'],
    ...['apiKey', 'api_key', 'x-api-key', 'test_key', 'liveKey', 'user_key', 'privateKey', 'masterKey'],
    ...['TIMBRA_DOCUMENTS_KEY', 'TIMBRA_SIGNING_KEY_ALSO', 'busKey', 'dataKeys', 'signing_key'],
    ...['authorization', 'Authorization', 'cookie', 'set-cookie', 'token', 'access_token', 'edit_link'],
  ])('hides %s at any depth', (name) => {
    let nested: Record<string, unknown> = { [name]: 'hunter2', [`${name}s`]: 1 };
    // Deeper down nothing is shown at all, secret or not.
    for (let depth = 0; depth < 6; depth += 1) {
      const text = JSON.stringify(withoutSecrets(nested));
      expect(text).not.toContain('hunter2');
      if (depth < 4) expect(text).toContain('[secret]');
      nested = { below: [nested], beside: 'kept' };
    }
    expect(JSON.stringify(withoutSecrets(nested))).toContain('kept');
  });

  it.each(['key', 'keyId', 'key_hash', 'tokens_left', 'offset', 'sello'])('keeps %s', (name) => {
    expect(withoutSecrets({ [name]: 'kept' })).toEqual({ [name]: 'kept' });
  });

  it('is a copy of bounded size, whatever was logged', () => {
    const circle: Record<string, unknown> = { bytes: Buffer.alloc(5_000), long: 'x'.repeat(1e6) };
    circle['self'] = circle;
    circle['list'] = Array.from({ length: 10_000 }, (_, n) => ({ n }));
    circle['position'] = 12n;
    const copy = withoutSecrets(circle);
    expect(copy).toMatchObject({ bytes: '[5000 bytes]', self: '[more]', position: '12' });
    expect(JSON.stringify(copy).length).toBeLessThan(10_000);
    expect(circle['self']).toBe(circle);
  });

  it('keeps of errors what tells where they come from', () => {
    const cause = Object.assign(new Error('away'), { code: 'ECONNREFUSED', password: 'hunter2' });
    const { err } = withoutSecrets({ err: new Error('failed', { cause }) }) as {
      err: Record<string, unknown>;
    };
    expect(err).toMatchObject({ type: 'Error', message: expect.stringContaining('failed') });
    expect(err['stack']).toContain('secrets.spec');
    const own = withoutSecrets({ err: cause });
    expect(own).toMatchObject({ err: { code: 'ECONNREFUSED', password: '[secret]' } });
  });
});

describe('a line', () => {
  const key = 'aB3'.repeat(14);
  it.each([
    [`no such key: sk_test_${key}`, key],
    [`GET /v2/x?q=%20sk_test_${key}`, key],
    [`api_key_sk_user_${key}`, key],
    [`Bearer sk_live_${key} is not allowed`, key],
    [`connect postgresql://timbra:hunter2@db:5432/timbra failed`, 'hunter2'],
    [`smtps://user:hunter2@mail.example.com`, 'hunter2'],
    [`authorization: Basic c2tfdGVzdF9odW50ZXIyOg==`, 'c2tfdGVzd'],
    [`GET /tax-info/${'0a'.repeat(20)} failed`, '0a0a'],
    [`GET /support-email/${'0a'.repeat(20)} failed`, '0a0a'],
    [`POST /invitation/${'0a'.repeat(20)} failed`, '0a0a'],
    [`POST /onboarding/${'0a'.repeat(20)} failed`, '0a0a'],
    [`GET /v2/files?token=abc.def-ghi&x=1`, 'abc.def'],
    [`-----BEGIN ENCRYPTED PRIVATE KEY-----\\nMIIhunter2\\n-----END ENCRYPTED PRIVATE KEY-----`, 'hunter2'],
    [`-----BEGIN PRIVATE KEY-----\\nMIIhunter2`, 'hunter2'],
  ])('loses what has the shape of a secret: %s', (text, secret) => {
    const line = scrub(JSON.stringify({ level: 40, msg: text, after: 'kept' }));
    expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toMatchObject({ level: 40, after: 'kept' });
  });

  it('stays as it is otherwise', () => {
    const line = JSON.stringify({
      msg: 'invoice 6743f1c2a1b2c3d4e5f60718 of EKU9003173C9 for compras@example.com at http://x:3000/v2',
    });
    expect(scrub(line)).toBe(line);
  });
});
