import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { MadeCertificate } from './certificates.js';

/** A proxy that takes CONNECT, and notes what it was asked for. */
export interface Proxy {
  readonly port: number;
  /** Targets of CONNECT, and the headers beside them. */
  readonly asked: readonly { readonly target: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

interface ProxyOptions {
  readonly tls?: MadeCertificate;
  /** Where a tunnel really leads; undefined: the proxy says 502. */
  readonly lead?: (target: string) => { readonly host: string; readonly port: number } | undefined;
  /** The one `Proxy-Authorization` that is let in. */
  readonly authorization?: string;
  /** Does something else with the connection. */
  readonly behave?: (socket: Socket) => void;
}

/** Starts a proxy on a free port of 127.0.0.1. */
export async function startProxy({ tls, lead, authorization, behave }: ProxyOptions = {}): Promise<Proxy> {
  const asked: { target: string; headers: IncomingHttpHeaders }[] = [];
  const sockets = new Set<Socket>();
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const target = request.url ?? '';
    asked.push({ target, headers: request.headers });
    socket.on('error', () => undefined);
    if (behave) return behave(socket);
    if (authorization !== undefined && request.headers['proxy-authorization'] !== authorization)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
    const to = lead?.(target);
    if (!to) return void socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    const upstream = connect(to.port, to.host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}
