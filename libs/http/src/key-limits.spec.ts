import { describe, expect, it } from '@jest/globals';
import { judgeLimits, type KeyLimits } from './key-limits.js';

const use = { operation: 'read.customers.list', ip: '203.0.113.7' };
const messageOf = (limits: KeyLimits, over: object = {}) =>
  judgeLimits(limits, { ...use, ...over })?.details?.[0]?.message;

describe('a key', () => {
  it('that is whole does everything from everywhere', () => {
    expect(judgeLimits(undefined, use)).toBeUndefined();
    expect(judgeLimits({}, { ...use, ip: undefined })).toBeUndefined();
  });

  it('does what it is narrowed to, and nothing else', () => {
    const limits = { operations: ['read.customers.list', 'read.customers.detail'] };
    expect(judgeLimits(limits, use)).toBeUndefined();
    for (const operation of ['write.customers.create', 'read.customers', 'read.customers.list.all', ''])
      expect(judgeLimits(limits, { ...use, operation })).toMatchObject({
        code: 'forbidden',
        details: [{ code: 'not_allowed', path: 'authorization', location: 'headers' }],
      });
    expect(messageOf(limits, { operation: 'write.customers.create' })).toEqual({
      es: 'Esta llave no tiene la operación write.customers.create.',
      en: 'This key does not have the operation write.customers.create.',
    });
  });

  it('works from where it is narrowed to; whoever found it does not learn where that is', () => {
    const limits = { allowed_ips: ['203.0.113.0/24'] };
    expect(judgeLimits(limits, use)).toBeUndefined();
    const refusal = judgeLimits(limits, { ...use, ip: '198.51.100.1' });
    expect(refusal).toMatchObject({ code: 'forbidden' });
    expect(JSON.stringify(refusal)).toContain('198.51.100.1');
    expect(JSON.stringify(refusal)).not.toContain('203.0.113');
    expect(judgeLimits(limits, { ...use, ip: undefined })).toMatchObject({ code: 'forbidden' });
  });

  it('of both is told of the address first: elsewhere nobody learns what it can do', () => {
    const limits = { operations: ['read.customers.list'], allowed_ips: ['203.0.113.7'] };
    expect(messageOf(limits, { operation: 'write.customers.create', ip: '198.51.100.1' })).toMatchObject({
      en: 'This key cannot be used from the address 198.51.100.1.',
    });
  });
});
