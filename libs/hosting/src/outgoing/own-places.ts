import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { monotonicMs, networkFilter, type OwnPlaces } from '#kernel';
import type { Config } from '../config/config.js';

/** This machine from within: what is sent to `0.0.0.0` arrives at loopback. */
const isLoopback = networkFilter(['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128']);
/** Receivers have these too: at them a server of ours is known by its name or address only. */
const EVERYBODYS = [80, 443];
const LOOK_AGAIN_MS = 10_000;

/** A host and a port that this process connects to. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** The ports that this process listens on, and the servers that it uses: no stranger's URL may lead there. */
export class KnownPlaces implements OwnPlaces {
  private readonly listening = new Set<number>();
  private readonly places = new Set<string>();
  private readonly namedPorts = new Set<number>();
  private addresses: { readonly has: (address: string) => boolean; readonly at: number } | undefined;

  /** Notes a port that this process listens on. */
  noteListening(port: number): void {
    this.listening.add(port);
  }

  /** Notes a server that this process uses. */
  noteServer({ host: written, port }: Place): void {
    const host = written.replace(/^\[|\]$/g, '').toLowerCase();
    this.places.add(placeOf(host, port));
    if (host === 'localhost' || isLoopback(host)) this.listening.add(port);
    else if (isIP(host) === 0 && !EVERYBODYS.includes(port)) this.namedPorts.add(port);
  }

  listensOn = (port: number): boolean => this.listening.has(port);
  talksTo = (host: string, port: number): boolean => this.places.has(placeOf(host, port));
  talksToNamed = (port: number): boolean => this.namedPorts.has(port);

  isThisMachine(address: string): boolean {
    if (isLoopback(address)) return true;
    if (!this.addresses || monotonicMs() - this.addresses.at > LOOK_AGAIN_MS)
      this.addresses = { has: networkFilter(interfaceAddresses()), at: monotonicMs() };
    return this.addresses.has(address);
  }
}

const placeOf = (host: string, port: number): string => `${host.toLowerCase()} ${port}`;

const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map(({ address }) => address.split('%', 1)[0] ?? ''),
  );

/** What a process knows of itself by its settings; ports that it is given when it listens are noted then. */
export function knownPlaces(config: Config, databaseUrl: string): KnownPlaces {
  const known = new KnownPlaces();
  for (const port of [config.port, config.operations.port]) if (port) known.noteListening(port);
  const { eventStore, kafka, smtp, browser, webhooks, operations } = config;
  const urls = [
    ...[databaseUrl, ...config.ownDatabases.values()].map((url) => ({ url, port: 5432 })),
    ...(eventStore.kind === 'eventstoredb' ? eventStoreUrls(eventStore.url) : []),
    ...[browser?.url, operations.collector].flatMap((url) => (url ? [{ url, port: usualPort(url) }] : [])),
  ];
  const brokers = (kafka?.brokers ?? []).map((broker) => ({ url: `kafka://${broker}`, port: 9092 }));
  for (const { url, port } of [...urls, ...brokers]) {
    if (!URL.canParse(url)) continue;
    const { hostname, port: written } = new URL(url);
    if (hostname !== '') known.noteServer({ host: hostname, port: written === '' ? port : Number(written) });
  }
  if (smtp) known.noteServer(smtp);
  if (webhooks.proxy) known.noteServer(webhooks.proxy);
  return known;
}

const usualPort = (url: string): number => (/^(?:wss|https):/.test(url) ? 443 : 80);

/** `esdb://user:password@one:2113,two:2113?tls=true`: a URL for each. */
function eventStoreUrls(text: string): { url: string; port: number }[] {
  const [, rest = ''] = text.split('://');
  const hosts = (rest.split(/[/?]/, 1)[0] ?? '').split('@').at(-1) ?? '';
  return hosts.split(',').map((host) => ({ url: `esdb://${host}`, port: 2113 }));
}
