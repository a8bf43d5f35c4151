import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { answers, type Behaviour } from './behaviours.js';
import type { MadeCertificate } from './certificates.js';

/** A request that a receiver has read. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** By `performance.now()`. */
  readonly at: number;
}

/** A server that stands for an integrator's: it notes what it is sent, and behaves as it is told. */
export interface Receiver {
  /** `http://127.0.0.1:4000`, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** All that came, in order. */
  readonly requests: readonly Received[];
  /** Connections that were ever opened, and those that are open now. */
  readonly connections: number;
  readonly open: number;
  /** From the next request on. */
  behave(behaviour: Behaviour): void;
  /** Until it has had so many requests in all. */
  received(count: number): Promise<readonly Received[]>;
  /** Until so many of its connections are open. */
  opened(count: number): Promise<void>;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  readonly behave?: Behaviour;
  readonly tls?: MadeCertificate;
  readonly host?: string;
  readonly port?: number;
}

/** Starts a receiver on a free port of this machine. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { tls, host = '127.0.0.1', port = 0 } = options;
  let behave = options.behave ?? answers(200);
  const requests: Received[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let connections = 0;
  const tell = (): void => waiting.forEach((look) => look());
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({
        ...{ method: request.method ?? '', path: request.url ?? '', headers: request.headers },
        ...{ body: Buffer.concat(chunks).toString('utf8'), at: performance.now() },
      });
      tell();
      behave(request, response);
    });
    request.on('error', () => undefined);
    response.on('error', () => undefined);
  };
  const server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      tell();
    });
    tell();
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { port: taken } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${taken}`,
    port: taken,
    requests,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    behave: (next) => void (behave = next),
    received: async (count) => {
      await until(() => requests.length >= count);
      return requests;
    },
    opened: (count) => until(() => sockets.size === count),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const receiver = await startReceiver();
  await receiver.close();
  return receiver.port;
}
