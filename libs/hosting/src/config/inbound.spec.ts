import { describe, expect, it } from '@jest/globals';
import { inboundMailConfig } from './inbound.js';

const secret = 's'.repeat(32);
const read = (domain?: string, given?: string) =>
  inboundMailConfig({ TIMBRA_INBOUND_DOMAIN: domain, TIMBRA_INBOUND_SECRET: given });

describe('the settings of mails that come in', () => {
  it('let mails in where both are there; others may know the domain', () => {
    expect(read()).toBeUndefined();
    expect(read('', '')).toBeUndefined();
    expect(read('In.Example.com', secret)).toEqual({ domain: 'in.example.com', secret });
    expect(read('in.example.com')).toBeUndefined();
    expect(() => read(undefined, secret)).toThrow('TIMBRA_INBOUND_DOMAIN must be a domain');
  });

  it.each(['example', 'https://example.com', '@example.com', 'in..mx', '-a.mx', `${'a.'.repeat(120)}mx`])(
    'refuse the domain %s',
    (domain) => {
      expect(() => read(domain, secret)).toThrow('TIMBRA_INBOUND_DOMAIN must be a domain');
    },
  );

  it.each(['short', 'x'.repeat(201), `${secret} x`, `${secret}:x`, `${secret}ñ`])(
    'refuse a secret that is short or can not be sent, and do not repeat it',
    (wrong) => {
      expect(() => read('in.example.com', wrong)).toThrow(/^(?!.*sss)TIMBRA_INBOUND_SECRET must have 32/);
    },
  );
});
