import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates, type TLSSocket } from 'node:tls';
import { hostOf, networkFilter, plainAddress, portOf, type AddressRules } from '#kernel';
import { ADDRESS_NOT_ALLOWED, SendFailure } from './failures.js';
import type { Names } from './names.js';
import type { Tunnels } from './tunnel.js';

export interface DialParts {
  readonly rules: AddressRules;
  readonly names: Names;
  /** The way through the operator's proxy, where there is one. */
  readonly tunnels: Tunnels | undefined;
  /** Authorities that are trusted besides the usual ones. */
  readonly ca?: string | undefined;
}

/** How long one address has before the next is tried as well; the last one has as long as the attempt. */
const NEXT_ADDRESS_MS = 1_000;
const isLoopback = networkFilter(['127.0.0.0/8', '::1/128']);

/**
 * Opens a connection to the server of a URL: looks up its name, judges every address, and dials those that passed, so
 * that no second look-up can put another address in their place.
 * @throws {SendFailure} and the errors of sockets
 */
export async function dial(url: URL, parts: DialParts, signal: AbortSignal): Promise<Socket> {
  const [host, port] = [hostOf(url), portOf(url)];
  const addresses = await unlessAborted(allowedAddresses(host, port, parts), signal);
  const connecting = connect({ addresses, port, signal }, parts);
  const socket = await unlessAborted(connecting, signal).catch((error: unknown) => {
    // One that came too late.
    void connecting.then((late) => late.destroy()).catch(() => undefined);
    throw error;
  });
  return url.protocol === 'https:' ? secure(socket, { host, signal, ca: parts.ca }) : socket;
}

/** A look-up can't be stopped, but nobody waits for it any more. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(new Error('given up'));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Of a name with several addresses those that are allowed: only they are dialled, so the others do no harm, and a name
 * that is published for inside and outside keeps working.
 */
async function allowedAddresses(
  host: string,
  port: number,
  { rules, names }: DialParts,
): Promise<readonly string[]> {
  if (rules.isOwnName(host, port)) throw new SendFailure(ADDRESS_NOT_ALLOWED);
  const allowed = (await names.addressesOf(host)).filter((address) => !rules.refusalOf(address, port));
  if (allowed.length === 0) throw new SendFailure(ADDRESS_NOT_ALLOWED);
  return allowed;
}

interface Target {
  readonly addresses: readonly string[];
  readonly port: number;
  readonly signal: AbortSignal;
}

async function connect(target: Target, { tunnels, rules }: DialParts): Promise<Socket> {
  // This machine is not behind the proxy: its loopback is another one.
  const direct = target.addresses.filter(isLoopback);
  if (tunnels && direct.length === 0) return tunnels.open(target);
  const addresses = tunnels ? direct : target.addresses;
  const socket = await connectDirectly({ ...target, addresses });
  const reached = plainAddress(socket.remoteAddress);
  const isChecked = addresses.some((address) => plainAddress(address) === reached);
  if (reached !== undefined && isChecked && !rules.refusalOf(reached, target.port)) return socket;
  socket.destroy();
  throw new SendFailure(ADDRESS_NOT_ALLOWED);
}

/** Connects to the first of these addresses that takes it. Nothing is looked up any more. */
export function connectDirectly({ addresses, port, signal }: Target): Promise<Socket> {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = connectTcp({
    ...{ host: 'checked.invalid', port, noDelay: true, keepAlive: true },
    ...{ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS },
    lookup: (_host, _options, callback) => callback(null, checked),
  });
  return settled(socket, 'connect', signal);
}

/** TLS over a connection, for a host: its certificate must be valid, and for that name or address. */
export function secure<S extends Socket>(
  socket: S,
  {
    host,
    signal,
    ca,
  }: { readonly host: string; readonly signal: AbortSignal; readonly ca?: string | undefined },
): Promise<TLSSocket> {
  const name = host.replace(/\.$/, '');
  const secured = connectTls({
    ...{ socket, host: name, servername: isIP(name) === 0 ? name : '', ALPNProtocols: ['http/1.1'] },
    // Not by the environment either: NODE_TLS_REJECT_UNAUTHORIZED=0 switches nothing off here.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
  });
  return settled(secured, 'secureConnect', signal);
}

/** Waits until a socket is there; it is destroyed where it fails, or where nobody waits any more. */
function settled<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', abort);
      socket.off('error', fail).off('close', close).off(event, succeed);
    };
    const fail = (error: Error): void => {
      end();
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const abort = (): void => fail(new Error('given up'));
    const close = (): void => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    const succeed = (): void => {
      end();
      resolve(socket);
    };
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', fail).once('close', close).once(event, succeed);
    if (signal.aborted) abort();
  });
}
