import { readFile, stat } from 'node:fs/promises';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#kernel';
import { codesOf, NAME_NOT_FOUND, SendFailure } from './failures.js';

/** Looks up all addresses of a name. */
export interface Names {
  addressesOf(host: string): Promise<readonly string[]>;
}

const HOSTS_FILE = '/etc/hosts';
/** How long to wait for the addresses of the other family once there are some (RFC 8305 has 50 ms). */
const OTHER_FAMILY_MS = 300;
/** A name needs no more; each is tried in turn. */
const MOST_EACH = 4;
/** A resolver reads once who the name servers are; a laptop goes from one network to another. */
const RESOLVER_MS = 30_000;
const NONE = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];
const NOT_LOOKED_UP = 'name could not be looked up';

/** What asks the name servers: `Resolver` of node:dns. */
export type Lookups = Pick<Resolver, 'resolve4' | 'resolve6'>;

const openResolver = (): Lookups => new Resolver({ timeout: 2_500, tries: 2 });

/**
 * Names by the name servers, and the machine's own in /etc/hosts before them. Not by getaddrinfo: it takes one of the
 * process's few threads for as long as a stranger's name server likes, and files and keys would wait for those.
 */
export class DnsNames implements Names {
  private hosts:
    { readonly changed: number; readonly names: ReadonlyMap<string, readonly string[]> } | undefined;

  private resolver: { readonly lookups: Lookups; readonly since: number } | undefined;

  constructor(private readonly openLookups = openResolver) {}

  /** @throws {SendFailure} where there are none */
  async addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) > 0) return [host];
    const name = host.toLowerCase().replace(/\.$/, '');
    const known = (await this.readHosts()).get(name);
    if (known) return known;
    // RFC 6761: these are never asked for.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    return this.ask(name);
  }

  private async ask(name: string): Promise<readonly string[]> {
    const found: string[] = [];
    const codes: string[] = [];
    const look = async (lookup: Promise<readonly string[]>): Promise<void> => {
      try {
        found.push(...(await lookup).slice(0, MOST_EACH));
      } catch (error) {
        codes.push(codesOf(error)[0] ?? 'EUNKNOWN');
      }
    };
    const lookups = this.currentLookups();
    const families = [look(lookups.resolve4(name)), look(lookups.resolve6(name))];
    await Promise.race(families);
    // Who has an address does not wait for a server that drops questions about the other family.
    const enough = found.length > 0 ? [sleep(OTHER_FAMILY_MS, undefined, { ref: false })] : [];
    await Promise.race([Promise.all(families), ...enough]);
    if (found.length > 0) return [...found];
    throw new SendFailure(codes.every((code) => NONE.includes(code)) ? NAME_NOT_FOUND : NOT_LOOKED_UP);
  }

  private currentLookups(): Lookups {
    if (!this.resolver || monotonicMs() - this.resolver.since > RESOLVER_MS)
      this.resolver = { lookups: this.openLookups(), since: monotonicMs() };
    return this.resolver.lookups;
  }

  private async readHosts(): Promise<ReadonlyMap<string, readonly string[]>> {
    try {
      const { mtimeMs } = await stat(HOSTS_FILE);
      if (this.hosts?.changed !== mtimeMs)
        this.hosts = { changed: mtimeMs, names: readHostsFile(await readFile(HOSTS_FILE, 'utf8')) };
      return this.hosts.names;
    } catch {
      return new Map();
    }
  }
}

/** Names of a hosts file with their addresses. */
export function readHostsFile(text: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...of] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of of.map((one) => one.toLowerCase()))
      names.set(name, [...(names.get(name) ?? []), address]);
  }
  return names;
}
