import { BlockList, isIP } from 'node:net';

/** A network that is not for strangers: nothing outside is reached there, or it is somebody's inside. */
export interface SpecialNetwork {
  readonly network: string;
  readonly name: string;
  /** Who says so. */
  readonly source: string;
}

/** IANA's IPv4 Special-Purpose Address Registry, and what else is no address of one server outside. */
const IPV4: readonly (readonly [network: string, name: string, source: string])[] = [
  ['0.0.0.0/8', 'this network', 'RFC 791'],
  ['0.0.0.0/32', 'this host on this network', 'RFC 1122'],
  ['10.0.0.0/8', 'private use', 'RFC 1918'],
  ['100.64.0.0/10', 'shared address space (CGNAT)', 'RFC 6598'],
  ['127.0.0.0/8', 'loopback', 'RFC 1122'],
  ['169.254.0.0/16', 'link local, with the metadata of clouds', 'RFC 3927'],
  ['172.16.0.0/12', 'private use', 'RFC 1918'],
  ['192.0.0.0/24', 'IETF protocol assignments', 'RFC 6890'],
  ['192.0.0.0/29', 'IPv4 service continuity', 'RFC 7335'],
  ['192.0.0.8/32', 'IPv4 dummy address', 'RFC 7600'],
  ['192.0.0.9/32', 'port control protocol anycast', 'RFC 7723'],
  ['192.0.0.10/32', 'TURN anycast', 'RFC 8155'],
  ['192.0.0.170/31', 'NAT64 and DNS64 discovery', 'RFC 8880'],
  ['192.0.2.0/24', 'documentation (TEST-NET-1)', 'RFC 5737'],
  ['192.31.196.0/24', 'AS112', 'RFC 7535'],
  ['192.52.193.0/24', 'AMT', 'RFC 7450'],
  ['192.88.99.0/24', '6to4 relay anycast', 'RFC 7526'],
  ['192.168.0.0/16', 'private use', 'RFC 1918'],
  ['192.175.48.0/24', 'AS112, direct delegation', 'RFC 7534'],
  ['198.18.0.0/15', 'benchmarking', 'RFC 2544'],
  ['198.51.100.0/24', 'documentation (TEST-NET-2)', 'RFC 5737'],
  ['203.0.113.0/24', 'documentation (TEST-NET-3)', 'RFC 5737'],
  ['224.0.0.0/4', 'multicast', 'RFC 5771'],
  ['240.0.0.0/4', 'reserved', 'RFC 1112'],
  ['255.255.255.255/32', 'limited broadcast', 'RFC 919'],
  // Public in name only: machines there reach their host's services at it.
  ['168.63.129.16/32', 'platform services of a cloud', 'Microsoft Azure'],
];

/** IANA's IPv6 Special-Purpose Address Registry, and all that is not global unicast. */
const IPV6: readonly (readonly [network: string, name: string, source: string])[] = [
  ['::/128', 'unspecified', 'RFC 4291'],
  ['::1/128', 'loopback', 'RFC 4291'],
  ['::/96', 'IPv4-compatible', 'RFC 4291'],
  ['::ffff:0:0/96', 'IPv4-mapped', 'RFC 4291'],
  ['::ffff:0:0:0/96', 'IPv4-translated', 'RFC 2765'],
  ['64:ff9b::/96', 'NAT64', 'RFC 6052'],
  ['64:ff9b:1::/48', 'NAT64, local use', 'RFC 8215'],
  ['100::/64', 'discard only', 'RFC 6666'],
  ['100:0:0:1::/64', 'dummy prefix', 'RFC 9780'],
  ['2001::/23', 'IETF protocol assignments', 'RFC 2928'],
  ['2001::/32', 'Teredo', 'RFC 4380'],
  ['2001:1::1/128', 'port control protocol anycast', 'RFC 7723'],
  ['2001:1::2/128', 'TURN anycast', 'RFC 8155'],
  ['2001:1::3/128', 'service registration anycast', 'RFC 9665'],
  ['2001:2::/48', 'benchmarking', 'RFC 5180'],
  ['2001:3::/32', 'AMT', 'RFC 7450'],
  ['2001:4:112::/48', 'AS112', 'RFC 7535'],
  ['2001:10::/28', 'ORCHID', 'RFC 4843'],
  ['2001:20::/28', 'ORCHIDv2', 'RFC 7343'],
  ['2001:30::/28', 'drone remote identification', 'RFC 9374'],
  ['2001:db8::/32', 'documentation', 'RFC 3849'],
  ['2002::/16', '6to4', 'RFC 3056'],
  ['2620:4f:8000::/48', 'AS112, direct delegation', 'RFC 7534'],
  ['3fff::/20', 'documentation', 'RFC 9637'],
  ['5f00::/16', 'segment routing', 'RFC 9602'],
  ['fc00::/7', 'unique local', 'RFC 4193'],
  ['fe80::/10', 'link local', 'RFC 4291'],
  ['fec0::/10', 'site local', 'RFC 3879'],
  ['ff00::/8', 'multicast', 'RFC 4291'],
  // All but 2000::/3, global unicast: nothing there has been given to anybody.
  ['::/3', 'not global unicast', 'RFC 4291'],
  ['4000::/2', 'not global unicast', 'RFC 4291'],
  ['8000::/1', 'not global unicast', 'RFC 4291'],
];

const listed = (rows: typeof IPV4, family: 'ipv4' | 'ipv6') =>
  rows.map(([network, name, source]) => {
    const list = new BlockList();
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
    return { network, name, source, bits: Number(bits), list };
  });

// Apart: a list of both takes any IPv4 address for one that is written as IPv6.
const LISTS = { ipv4: listed(IPV4, 'ipv4'), ipv6: listed(IPV6, 'ipv6') };

/** Every network that we don't call unless the operator allows it. */
export const SPECIAL_NETWORKS: readonly SpecialNetwork[] = [...LISTS.ipv4, ...LISTS.ipv6].map(
  ({ network, name, source }) => ({ network, name, source }),
);

/**
 * The narrowest special network that an address is in; undefined for one of the public internet. An IPv6 address that
 * holds one of IPv4 is special as it is, whatever it holds. What can't be read is not public either.
 */
export function specialNetworkOf(text: string): SpecialNetwork | undefined {
  const address = text.split('%', 1)[0] ?? '';
  const version = isIP(address);
  if (version === 0) return { network: text, name: 'not an address', source: 'isIP' };
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const [narrowest] = LISTS[family]
    .filter(({ list }) => list.check(address, family))
    .sort((one, other) => other.bits - one.bits);
  return narrowest && { network: narrowest.network, name: narrowest.name, source: narrowest.source };
}
