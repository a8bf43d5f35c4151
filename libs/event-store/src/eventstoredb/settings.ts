import { readFileSync } from 'node:fs';

/** What is wrong with a connection string, in one sentence that repeats nothing of it: it may hold a password. */
export class EventStoreUrlError extends Error {
  override readonly name = 'EventStoreUrlError';
}

export interface Node {
  readonly address: string;
  readonly port: number;
}

/** A connection string, taken apart. */
export interface EventStoreDbSettings {
  /** One node; several to ask for the leader; or a DNS name to ask for them. */
  readonly hosts: readonly Node[];
  readonly dnsDiscover: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly tls: boolean;
  readonly rootCertificate: Buffer | undefined;
  readonly clientCertificate: { readonly certificate: Buffer; readonly key: Buffer } | undefined;
  /** Options of the client, in milliseconds except gossipTimeout, which is in seconds. */
  readonly tuning: Readonly<Partial<Record<Tuning, number>>>;
  readonly connectionName: string | undefined;
}

const TUNING = [
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
] as const;
type Tuning = (typeof TUNING)[number];

const TEXTS = [
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'nodePreference',
] as const;

const FORM = /^esdb(\+discover)?:\/\/(?:([^:@/?]+):([^@/?]*)@)?([^@/?]+)\/?(?:\?(.*))?$/;

/**
 * Reads `esdb://user:password@host:2113?tls=true` (several hosts with commas, or esdb+discover://name).
 * It is read here and not by the client, because the client writes the whole string, password and all, to the
 * console when it does not know an option.
 * @throws {EventStoreUrlError}
 */
export function eventStoreDbSettings(url: string): EventStoreDbSettings {
  const form = FORM.exec(url.trim());
  if (!form) throw new EventStoreUrlError('it must look like esdb://user:password@host:2113?tls=true');
  const [, discover, username, password, hosts = '', query = ''] = form;
  const options = optionsOf(query);
  const tls = options.get('tls') ?? 'true';
  if (tls !== 'true' && tls !== 'false') throw new EventStoreUrlError('its tls must be true or false');
  if (tls === 'false' && username !== undefined)
    throw new EventStoreUrlError('with tls=false no user and password are sent: leave them out, or use TLS');
  if ((options.get('nodePreference') ?? 'leader').toLowerCase() !== 'leader')
    throw new EventStoreUrlError('its nodePreference must be leader: other nodes are behind');
  const certificate = file(options, 'userCertFile');
  const key = file(options, 'userKeyFile');
  if ((certificate === undefined) !== (key === undefined))
    throw new EventStoreUrlError('its userCertFile and userKeyFile belong together');
  return {
    hosts: hosts.split(',').map(node),
    dnsDiscover: discover !== undefined,
    credentials:
      username === undefined
        ? undefined
        : { username: decodeSetting(username), password: decodeSetting(password ?? '') },
    tls: tls === 'true',
    rootCertificate: file(options, 'tlsCAFile'),
    clientCertificate: certificate && key ? { certificate, key } : undefined,
    tuning: Object.fromEntries(
      TUNING.flatMap((name) => (options.has(name) ? [[name, number(options, name)]] : [])),
    ),
    connectionName: options.get('connectionName'),
  };
}

/** Options by their known names; upper and lower case, _ and - make no difference, as for the client. */
function optionsOf(query: string): Map<string, string> {
  const flat = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');
  const known = new Map([...TUNING, ...TEXTS].map((name) => [flat(name), name]));
  const options = new Map<string, string>();
  for (const [given, value] of new URLSearchParams(query)) {
    const name = known.get(flat(given));
    if (name === undefined)
      throw new EventStoreUrlError(`it has an unknown option; known are ${[...known.values()].join(', ')}`);
    options.set(name, value);
  }
  return options;
}

function node(text: string): Node {
  const [, address, port = '2113'] = /^([A-Za-z0-9._-]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (address === undefined || Number(port) > 65_535)
    throw new EventStoreUrlError('one of its hosts is not of the form name:port');
  return { address, port: Number(port) };
}

function number(options: ReadonlyMap<string, string>, name: string): number {
  const text = options.get(name) ?? '';
  if (!/^\d{1,9}$/.test(text)) throw new EventStoreUrlError(`its ${name} must be a whole number`);
  return Number(text);
}

function file(options: ReadonlyMap<string, string>, name: string): Buffer | undefined {
  const path = options.get(name);
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch {
    throw new EventStoreUrlError(`its ${name} cannot be read`);
  }
}

function decodeSetting(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new EventStoreUrlError('its user or password is not percent-encoded');
  }
}
