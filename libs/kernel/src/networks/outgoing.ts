import { isIP } from 'node:net';
import { networkFilter } from './network.js';
import { specialNetworkOf } from './special.js';
import { readUrl } from './url.js';

/** What this process listens on and connects to: nobody may have it called for them. */
export interface OwnPlaces {
  /** Whether it listens on this port, or talks to its own machine there. */
  listensOn(port: number): boolean;
  /** Whether it talks to this port of this host, by its address or its name. */
  talksTo(host: string, port: number): boolean;
  /** Whether it talks to this port of some host that it knows by name. */
  talksToNamed(port: number): boolean;
  /** Whether this is an address of this machine. */
  isThisMachine(address: string): boolean;
}

/** Why an address is not called: the network that it is in, or that it is a place of our own. */
export type AddressRefusal = 'special network' | 'own port';

/** Where strangers' URLs may lead: what is public, and what the operator allows besides. */
export class AddressRules {
  private readonly isAllowed: (address: string) => boolean;

  constructor(
    /** Networks that the operator allows, as CIDRs. */
    readonly allow: readonly string[],
    private readonly own: OwnPlaces,
  ) {
    this.isAllowed = networkFilter(allow);
  }

  /** Why we don't connect to an address at a port; undefined where we do. */
  refusalOf(address: string, port: number): AddressRefusal | undefined {
    const special = specialNetworkOf(address);
    if (special && !this.allowsSpecial(address, special.name)) return 'special network';
    if (this.isOwn(address, port, special !== undefined)) return 'own port';
    // Where the operator's network translates, the address that it translates to is the one that counts.
    const held = special?.name === 'NAT64' ? ipv4Within(address) : undefined;
    return held === undefined ? undefined : this.refusalOf(held, port);
  }

  /** Whether a name and a port are a place that this process itself talks to. */
  isOwnName = (name: string, port: number): boolean => this.own.talksTo(name.replace(/\.$/, ''), port);

  private allowsSpecial(address: string, name: string): boolean {
    // One address is written in one way: an allowed network of IPv4 says nothing about other ways to get there.
    return !name.startsWith('IPv4-') && this.isAllowed(address);
  }

  private isOwn(address: string, port: number, special: boolean): boolean {
    if (this.own.listensOn(port) && this.own.isThisMachine(address)) return true;
    // Names resolve to what they will by then: where only the operator's list lets us in, their ports are enough.
    return this.own.talksTo(address, port) || (special && this.own.talksToNamed(port));
  }
}

/** The last 32 bits of an IPv6 address as one of IPv4. */
function ipv4Within(address: string): string | undefined {
  const [, high, low] =
    /:([0-9a-f]{0,4}):([0-9a-f]{0,4})$/.exec(new URL(`http://[${address}]`).hostname.slice(1, -1)) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bytes = [high, low].flatMap((group) => {
    const value = parseInt(group || '0', 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}

/** What is wrong with a URL that strangers want called. */
export type UrlProblem =
  /** Not an absolute URL. */
  | 'not_a_url'
  /** Neither http nor https. */
  | 'protocol'
  /** http, in Live. */
  | 'https_only'
  /** It holds a user or a password, which would be logged and shown. */
  | 'credentials'
  /** Its host is an address that is not called, or a place of our own. */
  | 'address_not_allowed';

/**
 * Judges a URL before it is kept. Addresses are judged in every way to write one, as the URL standard reads them
 * (`http://0x7f.1` is 127.0.0.1). What a name leads to is judged at each call, when it is looked up.
 */
export function judgeUrl(
  text: string,
  { livemode, rules }: { readonly livemode: boolean; readonly rules: AddressRules },
): UrlProblem | undefined {
  const url = readUrl(text);
  if (url === undefined) return 'not_a_url';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'protocol';
  if (livemode && url.protocol !== 'https:') return 'https_only';
  if (url.username !== '' || url.password !== '') return 'credentials';
  const host = hostOf(url);
  const allowed =
    isIP(host) === 0 ? !rules.isOwnName(host, portOf(url)) : !rules.refusalOf(host, portOf(url));
  return allowed ? undefined : 'address_not_allowed';
}

/** The host of a URL, an address of IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
