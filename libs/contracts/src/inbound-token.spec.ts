import { describe, expect, it } from '@jest/globals';
import { newId } from '#kernel';
import { newInboundToken, tenantOfToken } from './inbound-token.js';

describe('the token of an address for mails', () => {
  it.each([true, false])('names its tenant, in letters that fit before an @ (livemode %s)', (livemode) => {
    const tenant = { organizationId: newId(), livemode };
    const token = newInboundToken(tenant);
    expect(token).toMatch(/^[a-z2-7]{42}$/);
    expect(tenantOfToken(token)).toEqual(tenant);
    expect(newInboundToken(tenant)).not.toBe(token);
  });

  it('is none where anything else is written', () => {
    const token = newInboundToken({ organizationId: 'f'.repeat(24), livemode: true });
    for (const wrong of [
      '',
      'facturas',
      token.slice(1),
      `${token}a`,
      token.toUpperCase(),
      `${token.slice(1)}1`,
    ])
      expect(tenantOfToken(wrong)).toBeUndefined();
    // An environment that there is not.
    expect(tenantOfToken('7'.repeat(42))).toBeUndefined();
  });
});
