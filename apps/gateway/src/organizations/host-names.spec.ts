import { describe, expect, it } from '@jest/globals';
import { isHostName, writeHost } from './host-names.js';

describe('a host name', () => {
  it.each([
    ['Facturas.Tienda.MX', 'facturas.tienda.mx'],
    ['facturas.tienda.mx.', 'facturas.tienda.mx'],
    ['facturas.ñandú.mx', 'facturas.xn--and-6ma2c.mx'],
    [' a1.b-2.com ', 'a1.b-2.com'],
    ['tienda.localhost', 'tienda.localhost'],
    ['tienda.test', 'tienda.test'],
  ])('is kept in one way: %s', (text, host) => expect(writeHost(text)).toBe(host));

  it.each([
    ...[
      '',
      'tienda',
      'localhost',
      '203.0.113.7',
      '[::1]',
      '::1',
      'a.mx:8080',
      'https://a.mx',
      'a.mx/x',
      'a..mx',
      '.mx',
    ],
    ...[
      '-a.mx',
      'a-.mx',
      'a_b.mx',
      '*.a.mx',
      'a.local',
      'a.1',
      `${'a'.repeat(64)}.mx`,
      `${'a.'.repeat(127)}mx`,
    ],
  ])('is not %j', (text) => expect(writeHost(text)).toBeUndefined());

  it('may be somebody’s own where it has several words and is no address', () => {
    const hosts = ['a.mx', 'localhost', 'gateway', '10.0.0.1', '[::1]'];
    expect(hosts.map(isHostName)).toEqual([true, false, false, false, false]);
  });
});
