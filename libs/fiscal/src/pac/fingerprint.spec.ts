import { describe, expect, it } from '@jest/globals';
import { pacsConfig } from '#hosting/config/pacs';
import { fingerprintOf } from './fingerprint.js';

const { sw, finkok, prodigia } = pacsConfig({});
const ofSw = (over: object) => fingerprintOf('sw', { ...sw, user: 'a@acme.mx', password: 'p', ...over });
const ofProdigia = (over: object) =>
  fingerprintOf('prodigia', { ...prodigia, contract: 'c', user: 'u', password: 'p', ...over });

describe('the fingerprint of an account', () => {
  it('stays with a new password, and changes with who logs in, and where', () => {
    expect(ofSw({ password: 'new' })).toBe(ofSw({}));
    expect(ofSw({ user: 'b@acme.mx' })).not.toBe(ofSw({}));
    expect(ofSw({ url: 'https://services.test.sw.com.mx' })).not.toBe(ofSw({}));
    expect(ofProdigia({ contract: 'd' })).not.toBe(ofProdigia({}));
    expect(ofProdigia({ user: 'v' })).not.toBe(ofProdigia({}));
    const one = { ...finkok, user: 'same', password: 'p' };
    expect(fingerprintOf('finkok', one)).not.toBe(ofSw({ user: 'same' }));
  });

  it('of a token is that token’s: nothing else is known of its account', () => {
    expect(ofSw({ token: 't1' })).not.toBe(ofSw({ token: 't2' }));
    expect(ofSw({ token: 't1', user: 'other' })).toBe(ofSw({ token: 't1' }));
    // A user that is called like a token is no token.
    expect(ofSw({ user: 't1' })).not.toBe(ofSw({ token: 't1' }));
  });

  it('shows neither user nor contract nor token', () => {
    for (const text of [ofSw({ token: 'secret-token' }), ofSw({}), ofProdigia({})])
      expect(text).toMatch(/^[A-Za-z0-9_-]{20}$/);
  });
});
