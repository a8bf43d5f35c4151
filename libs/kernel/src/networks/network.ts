import { BlockList, isIP } from 'node:net';

/** An address, or a network of them: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  /** How many bits of the address are the network's. */
  readonly bits: number;
}

const MAPPED_BITS = 96;
const BITS = /^(?:0|[1-9]\d{0,2})$/;

/** Reads an address or a network (CIDR) of IPv4 or IPv6; undefined for anything else, such as a name or a zone. */
export function readNetwork(text: string): Network | undefined {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const plain = readAddress(address);
  if (!plain || rest.length > 0 || (bits !== undefined && !BITS.test(bits))) return undefined;
  // What an IPv6 writer has counted of an IPv4 address begins after the 96 bits that say that it is one.
  const before = plain.family === 'ipv4' && isIP(address) === 6 ? MAPPED_BITS : 0;
  const all = plain.family === 'ipv4' ? 32 : 128;
  const own = bits === undefined ? all : Number(bits) - before;
  return own < 0 || own > all ? undefined : { ...plain, bits: own };
}

/** An address or a network as it is kept and shown: written in one way. Undefined for what is neither. */
export function writeNetwork(text: string): string | undefined {
  const network = readNetwork(text);
  if (!network) return undefined;
  const { address, family, bits } = network;
  return bits === (family === 'ipv4' ? 32 : 128) ? address : `${address}/${bits}`;
}

/** The address that somebody came from, written in one way. Undefined for what is none. */
export const plainAddress = (text = ''): string | undefined => readAddress(withoutZone(text))?.address;

/** A link-local address names the interface it came by, which is no part of it. */
const withoutZone = (text: string): string => text.split('%', 1)[0] ?? '';

/** Looks whether an address is one of these, or in a network of these. What can't be read is in none. */
export function networkFilter(texts: readonly string[]): (address: string | undefined) => boolean {
  // Apart: a list of both takes an address of IPv4 for one that is written as IPv6, which `::/0` then has.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of texts.map(readNetwork))
    if (network) lists[network.family].addSubnet(network.address, network.bits, network.family);
  return (text = '') => {
    const address = readAddress(withoutZone(text));
    return address !== undefined && lists[address.family].check(address.address, address.family);
  };
}

/** An address in one way of writing it; one of IPv4 that is written as IPv6 (`::ffff:203.0.113.7`) is of IPv4. */
function readAddress(text: string): Pick<Network, 'address' | 'family'> | undefined {
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return { address: text, family: 'ipv4' };
  const address = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return { address, family: 'ipv6' };
  const bytes = [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]);
  return { address: bytes.join('.'), family: 'ipv4' };
}
