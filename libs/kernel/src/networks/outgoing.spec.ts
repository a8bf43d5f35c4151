import { describe, expect, it } from '@jest/globals';
import { AddressRules, judgeUrl, type OwnPlaces } from './outgoing.js';
import { specialNetworkOf } from './special.js';

const own: OwnPlaces = {
  listensOn: (port) => port === 3000,
  talksTo: (host, port) => (host === '10.1.0.5' || host === 'db.internal') && port === 5432,
  talksToNamed: (port) => port === 5432,
  isThisMachine: (address) =>
    ['127.0.0.1', '127.9.9.9', '::1', '0.0.0.0', '10.1.0.9', '8.8.4.4'].includes(address),
};
const nothing = new AddressRules([], own);
const loopback = new AddressRules(['127.0.0.0/8', '::1/128'], own);
const internal = new AddressRules(['10.1.0.0/16'], own);
const judge = (url: string, rules = nothing, livemode = false) => judgeUrl(url, { livemode, rules });

describe('the URL of an endpoint', () => {
  it.each([
    ...[
      'https://example.com/hook',
      'http://example.com:8080/hook?a=b',
      'https://1.1.1.1/',
      'https://ñandú.example/',
    ],
    ...['https://[2606:4700::1111]:8443/', 'https://sub.example.com./x', 'https://localhost.example.com/'],
  ])('may be %s', (url) => expect(judge(url)).toBeUndefined());

  it.each([
    ...['', 'example.com/hook', '/hook', 'https://', 'http://256.1.1.1/', 'http://1.2.3.4.5/', 'http://[::1'],
    ...['http://[fe80::1%25eth0]/', 'http://[fe80::1%eth0]/', 'https://exa mple.com', 'http://a:99999/'],
  ])('may not be %j: it is no URL', (url) => expect(judge(url)).toBe('not_a_url'));

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://example.com',
    'unix:/run/x',
    'javascript:1',
  ])('may not be %s: nothing but http and https is called', (url) => expect(judge(url)).toBe('protocol'));

  it('is https in Live', () => {
    expect(judge('http://example.com/', nothing, true)).toBe('https_only');
    expect(judge('https://example.com/', nothing, true)).toBeUndefined();
  });

  it.each(['https://user@example.com/', 'https://user:secret@example.com/', 'https://:secret@example.com/'])(
    'may not be %s: others would read it',
    (url) => expect(judge(url)).toBe('credentials'),
  );

  it.each([
    ['as usual', 'http://127.0.0.1/'],
    ['with a port', 'https://127.0.0.1:8443/'],
    ['as one number', 'http://2130706433/'],
    ['as one hexadecimal number', 'http://0x7f000001/'],
    ['as one octal number', 'http://017700000001/'],
    ['in hexadecimal parts', 'http://0x7f.0x0.0x0.0x1/'],
    ['hexadecimal and short', 'http://0x7f.1/'],
    ['in octal parts', 'http://0177.0.0.1/'],
    ['short', 'http://127.1/'],
    ['shorter', 'http://127.0.1/'],
    ['in mixed parts', 'http://0x7f.0.00.0x1/'],
    ['with a dot at its end', 'http://127.0.0.1./'],
    ['with full-width digits', 'http://１２７.０.０.１/'],
    ['with circled digits', 'http://①②⑦.0.0.1/'],
    ['with ideographic dots', 'http://127。0。0。1/'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['with backslashes', 'http:\\\\127.0.0.1\\'],
    ['with one slash', 'http:/127.0.0.1/'],
    ['with spaces around', '  http://127.0.0.1/  '],
    ['with a line break in it', 'http://127.0\n.0.1/'],
    ['in capitals', 'HTTP://0X7F.0.0.1/'],
    ['zero', 'http://0/'],
    ['zeros', 'http://0.0.0.0/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 loopback in full', 'http://[0000:0000:0000:0000:0000:0000:0000:0001]/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['IPv4-mapped', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped in hexadecimal', 'http://[::FFFF:7F00:1]/'],
    ['IPv4-mapped in full', 'http://[0:0:0:0:0:ffff:7f00:0001]/'],
    ['IPv4-mapped, of a public address', 'http://[::ffff:8.8.8.8]/'],
    ['IPv4-compatible', 'http://[::127.0.0.1]/'],
    ['IPv4-compatible, of a public address', 'http://[::8.8.8.8]/'],
    ['NAT64 of loopback', 'http://[64:ff9b::127.0.0.1]/'],
    ['NAT64 of a public address', 'http://[64:ff9b::808:808]/'],
    ['NAT64 of the local prefix', 'http://[64:ff9b:1::a00:1]/'],
    ['6to4', 'http://[2002:7f00:1::]/'],
    ['Teredo', 'http://[2001:0:53aa:64c::1]/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['metadata as a number', 'http://2852039166/'],
    ['metadata over IPv6', 'http://[fd00:ec2::254]/'],
    ['metadata of Alibaba', 'http://100.100.100.200/'],
    ['services of Azure', 'http://168.63.129.16/'],
    ['private', 'https://192.168.1.1/'],
    ['broadcast', 'http://255.255.255.255/'],
  ])('may not be an address that is not public, %s', (_how, url) => {
    expect(judge(url)).toBe('address_not_allowed');
  });

  it('is judged by the address that it means, however that is written', () => {
    let seed = 20;
    const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    const radix = (value: number): string =>
      [
        String(value),
        `0x${value.toString(16)}`,
        `0${value.toString(8)}`,
        `0X${value.toString(16).toUpperCase()}`,
      ][random(4)] ?? '';
    for (let round = 0; round < 5_000; round += 1) {
      const bytes = [random(256), random(256), random(256), random(256)];
      if (round % 2 === 0)
        bytes.splice(
          0,
          2,
          ...([
            [127, 0],
            [10, 1],
            [169, 254],
            [192, 168],
          ][random(4)] ?? []),
        );
      const parts = 1 + random(4);
      const rest = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
      const written = [...bytes.slice(0, parts - 1), rest].map(radix).join('.');
      const expected = specialNetworkOf(bytes.join('.')) ? 'address_not_allowed' : undefined;
      expect([written, judge(`http://${written}${random(2) ? '.' : ''}/`)]).toEqual([written, expected]);
    }
  });

  it('may be what the operator allows, in every way to write it but as another address', () => {
    expect(judge('http://127.0.0.1:4000/', loopback)).toBeUndefined();
    expect(judge('http://0x7f.1:4000/', loopback)).toBeUndefined();
    expect(judge('http://[::1]:4000/', loopback)).toBeUndefined();
    expect(judge('http://[::ffff:127.0.0.1]:4000/', loopback)).toBe('address_not_allowed');
    expect(judge('http://[::127.0.0.1]:4000/', loopback)).toBe('address_not_allowed');
    expect(judge('http://0.0.0.0:4000/', loopback)).toBe('address_not_allowed');
    expect(judge('http://10.0.0.1/', loopback)).toBe('address_not_allowed');
    expect(judge('https://127.0.0.1/', loopback, true)).toBeUndefined();
    expect(judge('http://127.0.0.1/', loopback, true)).toBe('https_only');
  });

  it('never leads to our own ports, whatever is allowed', () => {
    const all = new AddressRules(['0.0.0.0/0', '::/0'], own);
    for (const url of [
      ...['http://127.0.0.1:3000/', 'http://127.9.9.9:3000/', 'http://[::1]:3000/', 'http://0.0.0.0:3000/'],
      ...[
        'http://10.1.0.9:3000/',
        'http://8.8.4.4:3000/',
        'http://10.1.0.5:5432/',
        'http://db.internal:5432/',
      ],
      ...['http://DB.internal.:5432/', 'http://10.7.7.7:5432/'],
    ])
      expect([url, judge(url, all)]).toEqual([url, 'address_not_allowed']);
    expect(judge('http://10.1.0.8:3000/', all)).toBeUndefined();
    expect(judge('http://db.internal:5433/', all)).toBeUndefined();
    expect(judge('http://9.9.9.9:5432/', all)).toBeUndefined();
  });

  it('leads to an allowed network alone', () => {
    expect(judge('http://10.1.255.255/', internal)).toBeUndefined();
    expect(judge('http://10.2.0.0/', internal)).toBe('address_not_allowed');
    expect(judge('http://127.0.0.1/', internal)).toBe('address_not_allowed');
  });

  it('is judged by what an allowed translator leads to', () => {
    const nat64 = new AddressRules(['64:ff9b::/96', '10.1.0.0/16'], own);
    expect(judge('https://[64:ff9b::8.8.8.8]/', nat64)).toBeUndefined();
    expect(judge('https://[64:ff9b::10.1.0.1]/', nat64)).toBeUndefined();
    expect(judge('https://[64:ff9b::10.2.0.1]/', nat64)).toBe('address_not_allowed');
    expect(judge('https://[64:ff9b::127.0.0.1]/', nat64)).toBe('address_not_allowed');
    expect(judge('https://[64:ff9b::]/', nat64)).toBe('address_not_allowed');
    expect(judge('http://[64:ff9b::10.1.0.5]:5432/', nat64)).toBe('address_not_allowed');
  });

  it('knows nothing of IPv4 by a network of IPv6', () => {
    expect(judge('http://10.0.0.1/', new AddressRules(['::/0'], own))).toBe('address_not_allowed');
  });
});
