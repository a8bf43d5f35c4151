import { describe, expect, it } from '@jest/globals';
import { SPECIAL_NETWORKS, specialNetworkOf } from './special.js';
import { AddressRules } from './outgoing.js';

const NOTHING_OWN = {
  listensOn: () => false,
  talksTo: () => false,
  talksToNamed: () => false,
  isThisMachine: () => false,
};

/** First, middle and last address of a network, reckoned apart from what is tested. */
function addressesOf(network: string): string[] {
  const [address = '', bits = ''] = network.split('/');
  const isV4 = !address.includes(':');
  const size = isV4 ? 32n : 128n;
  const span = 1n << (size - BigInt(bits));
  const first = isV4 ? fromV4(address) : fromV6(address);
  return [first, first + span / 2n, first + span - 1n].map((value) => (isV4 ? toV4(value) : toV6(value)));
}

const fromV4 = (text: string) => text.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
const toV4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');

function fromV6(text: string): bigint {
  const [head = '', tail = ''] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [left, right] = [groups(head), groups(tail)];
  const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return all.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}
const toV6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16)).join(
    ':',
  );

describe('special networks', () => {
  it.each(
    SPECIAL_NETWORKS.flatMap(({ network, name }) => addressesOf(network).map((at) => [at, network, name])),
  )('%s of %s (%s) is not called', (address) => {
    expect(specialNetworkOf(address)).toBeDefined();
    expect(new AddressRules([], NOTHING_OWN).refusalOf(address, 443)).toBe('special network');
  });

  it.each(SPECIAL_NETWORKS.map(({ network, name }) => [network, name]))(
    '%s has its own name',
    (network, name) => {
      // Of an address in several networks the narrowest is told; some are covered up to here by narrower ones.
      const names = addressesOf(network).map((address) => specialNetworkOf(address)?.name);
      expect(names).toContain(name);
    },
  );

  it.each([
    ...[
      '1.1.1.1',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
    ],
    ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255'],
    ...['192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
    ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '168.63.129.15'],
    ...[
      '2606:4700::1111',
      '2001:200::1',
      '2001:4860:4860::8888',
      '2001:db7:ffff::1',
      '2001:db9::1',
      '2003::1',
    ],
    ...['2001:200:ffff::', '2a00:1450::1', '3ffe:ffff::1', '3fff:1000::1', '2620:4f:8001::1'],
  ])('%s is of the public internet', (address) => {
    expect(specialNetworkOf(address)).toBeUndefined();
  });

  it.each(['', 'localhost', '1.2.3', '0177.0.0.1', '2130706433', '::g', '1.2.3.4/24'])(
    '%j is no address, and so not public',
    (text) => expect(specialNetworkOf(text)).toBeDefined(),
  );

  it('looks past the interface of an address', () => {
    expect(specialNetworkOf('fe80::1%eth0')?.name).toBe('link local');
  });
});
