import { request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { SendFailure } from './failures.js';
import type { Names } from './names.js';

/** The operator's proxy (TIMBRA_WEBHOOK_PROXY). */
export interface ProxySettings {
  readonly tls: boolean;
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** Where a tunnel ends: one of these addresses, which have been judged. */
export interface TunnelTarget {
  readonly addresses: readonly string[];
  readonly port: number;
  readonly signal: AbortSignal;
}

/** How the proxy itself is reached: as any server, but where it is is the operator's word. */
export interface ProxyReach {
  readonly connect: (target: TunnelTarget) => Promise<Socket>;
  readonly secure: (
    socket: Socket,
    options: { host: string; signal: AbortSignal; ca?: string | undefined },
  ) => Promise<Socket>;
}

/** A proxy that can't reach one address says so by these; another one may do. */
const TRY_NEXT = [502, 503, 504];
const MOST_ADDRESSES = 3;

/**
 * Connections through a proxy by CONNECT. The proxy is told an address, never a name: it looks nothing up, so what was
 * judged here is where it leads.
 */
export class Tunnels {
  constructor(
    private readonly proxy: ProxySettings,
    private readonly reach: ProxyReach & { readonly names: Names; readonly ca?: string | undefined },
  ) {}

  /** @throws {SendFailure} and the errors of sockets */
  async open({ addresses, port, signal }: TunnelTarget): Promise<Socket> {
    let last = 0;
    for (const address of addresses.slice(0, MOST_ADDRESSES)) {
      const answer = await this.ask(`${isIP(address) === 6 ? `[${address}]` : address}:${port}`, signal);
      if (typeof answer !== 'number') return answer;
      last = answer;
      if (!TRY_NEXT.includes(answer)) break;
    }
    throw new SendFailure(last === 407 ? 'proxy refused our credentials' : `proxy answered ${last}`);
  }

  /** A tunnel to an address and port, or the status that the proxy refuses it with. */
  private async ask(target: string, signal: AbortSignal): Promise<Socket | number> {
    const socket = await this.toProxy(signal);
    return new Promise((resolve, reject) => {
      const asking = request({
        ...{ method: 'CONNECT', path: target, signal, createConnection: () => socket },
        headers: { host: target, ...this.credentials() },
      });
      asking.once('connect', ({ statusCode = 0 }, tunnel: Socket, head) => {
        if (head.length > 0) tunnel.unshift(head);
        if (statusCode >= 200 && statusCode < 300) return resolve(tunnel);
        tunnel.on('error', () => undefined).destroy();
        resolve(statusCode);
      });
      asking.once('response', ({ statusCode = 0 }) => {
        socket.destroy();
        resolve(statusCode);
      });
      asking.on('error', () => {
        socket.destroy();
        reject(new SendFailure('proxy closed the connection'));
      });
      asking.end();
    });
  }

  private async toProxy(signal: AbortSignal): Promise<Socket> {
    const { host, port, tls } = this.proxy;
    try {
      const addresses = await this.reach.names.addressesOf(host);
      const socket = await this.reach.connect({ addresses, port, signal });
      return tls ? await this.reach.secure(socket, { host, signal, ca: this.reach.ca }) : socket;
    } catch {
      signal.throwIfAborted();
      throw new SendFailure('proxy not reachable');
    }
  }

  private credentials(): Record<string, string> {
    const { user, password = '' } = this.proxy;
    if (user === undefined) return {};
    return { 'proxy-authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  }
}
