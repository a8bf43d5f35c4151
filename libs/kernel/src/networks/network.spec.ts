import { describe, expect, it } from '@jest/globals';
import { networkFilter, writeNetwork } from './network.js';

describe('an address or network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::7', '2001:db8::7'],
    ['2001:0db8:0000::/32', '2001:db8::/32'],
    ['2001:db8::7/128', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
  ])('%j is kept as %j', (text, kept) => expect(writeNetwork(text)).toBe(kept));

  it.each([
    ...['', '203.0.113', '203.0.113.256', '010.0.0.1', '203.0.113.7/33', '203.0.113.7/', '203.0.113.7/-1'],
    ...['203.0.113.7/08', '203.0.113.7/24/8', '2001:db8::/129', '2001:db8:::7', 'fe80::1%eth0', 'localhost'],
    ...[
      'example.com',
      '203.0.113.7:443',
      '[2001:db8::7]',
      '203.0.113.1-203.0.113.9',
      '::ffff:203.0.113.7/64',
    ],
  ])('%j is none', (text) => expect(writeNetwork(text)).toBeUndefined());
});

describe('the filter of addresses', () => {
  const isIn = networkFilter(['203.0.113.7', '198.51.100.0/25', '2001:db8:1::/48']);

  it.each([
    ...['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:CB00:7107', '198.51.100.0', '198.51.100.127'],
    ...['::ffff:198.51.100.9', '2001:db8:1::1', '2001:DB8:1:ffff::'],
  ])('has %s', (ip) => expect(isIn(ip)).toBe(true));

  it.each([
    ...['203.0.113.8', '198.51.100.128', '2001:db8:2::1', '::203.0.113.7', '::ffff:203.0.113.8', ''],
    ...['not an address', undefined],
  ])('has not %s', (ip) => expect(isIn(ip)).toBe(false));

  it('reads a network that is written with an address of it', () => {
    expect(networkFilter(['198.51.100.77/24'])('198.51.100.1')).toBe(true);
  });

  it('looks past the interface of a link-local address', () => {
    expect(networkFilter(['fe80::/10'])('fe80::1%eth0')).toBe(true);
  });
});
