import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Faults, type Fault, type FaultOrder } from './faults.js';
import { hashOf, type Ledger } from './ledger.js';
import { sharedWorld, type World } from './world.js';

/** One double as a server of HTTP: its faults, its ledger, and the paths that all of them have. */

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

/** What a double makes of a call: the name of its operation, the document in it, and how it is answered. */
export interface Call {
  readonly operation: string;
  readonly document?: string | Buffer | undefined;
  /** `fault`: one that the work itself has to heed (refuse, other_stamp …). */
  answer(fault: Fault | undefined): Promise<Answer>;
  /** How this double says that it is out of service; HTTP 503, unless said. */
  readonly outOfService?: () => Answer;
}

export interface DoubleOptions {
  /** A free one, unless said. */
  readonly port?: number;
  readonly world?: World;
}

export interface Double {
  /** http://127.0.0.1:<port>, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly world: World;
  /** Time of this double's own clock. */
  now(): Date;
  /** Closes the port: connections are refused until `reopen`. Calls under way are cut. */
  refuse(): Promise<void>;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export const json = (value: object, status = 200): Answer => ({
  ...{ status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) },
});
export const xml = (body: string, status = 200): Answer => ({
  status,
  type: 'text/xml; charset=utf-8',
  body,
});

const OUT_OF_SERVICE: Answer = { status: 503, type: 'text/plain', body: 'Service Unavailable' };
const PAGE: Answer = {
  ...{ status: 200, type: 'text/html' },
  body: '<!DOCTYPE html><html><head><title>Mantenimiento</title></head><body><p>Regresamos pronto.<br></body></html>',
};

/** Starts a double. `route` says what a call is; undefined: HTTP 404. */
export async function serve(
  options: DoubleOptions,
  ledger: Ledger,
  makeRoute: (double: Double) => (asked: Asked) => Call | Answer | undefined,
): Promise<Double> {
  const faults = new Faults();
  const world = options.world ?? sharedWorld();
  const sockets = new Set<Socket>();
  const stopped = new AbortController();
  let server: Server | undefined;
  let port = options.port ?? 0;

  const open = async (): Promise<void> => {
    const opened = createServer((request, response) => {
      void handle(request, response).catch((error: Error) => {
        process.stderr.write(`double: ${error.stack ?? error.message}\n`);
        if (!response.headersSent) response.writeHead(500).end('double failed');
      });
    });
    opened.keepAliveTimeout = 5_000;
    opened.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    });
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject).listen(port, '127.0.0.1', () => resolve());
    });
    port = (opened.address() as AddressInfo).port;
    server = opened;
  };
  const shut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    if (!closing) return;
    const closed = new Promise<void>((resolve) => closing.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  const double: Double = {
    ...{ ledger, faults, world },
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    get port() {
      return port;
    },
    now: () => new Date(Date.now() + faults.settings.clockSkewMs),
    refuse: shut,
    reopen: async () => {
      if (!server) await open();
    },
    close: async () => {
      stopped.abort();
      await shut();
    },
  };
  const route = makeRoute(double);

  const hold = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: stopped.signal }).catch(() => undefined);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const target = new URL(request.url ?? '/', 'http://double');
    const asked: Asked = {
      ...{ method: request.method ?? 'GET', path: target.pathname, query: target.searchParams },
      ...{ headers: request.headers, body: Buffer.concat(chunks) },
    };
    const own = await control(asked);
    if (own) return send(response, own);
    const call = route(asked) ?? { status: 404, type: 'text/plain', body: 'Not Found' };
    if (!('operation' in call)) return send(response, call);
    const fault = faults.take(call.operation);
    const note = (status?: number): void => {
      ledger.calls.push({
        ...{ at: double.now().toISOString(), operation: call.operation },
        ...(call.document !== undefined && { hash: hashOf(call.document) }),
        ...(fault && { fault: fault.name ?? fault.kind }),
        ...(status !== undefined && { status }),
      });
    };
    const { latencyMs, outOfService } = faults.settings;
    if (latencyMs > 0) await hold(latencyMs);
    if (outOfService) {
      const closed = (call.outOfService ?? (() => OUT_OF_SERVICE))();
      note(closed.status);
      return send(response, closed);
    }
    const late = fault?.when === 'after' || fault?.kind === 'truncated' || fault?.kind === 'drip';
    const answer = late || transportOf(fault) === undefined ? await call.answer(fault) : undefined;
    await deliver(response, fault, answer, note);
  }

  async function deliver(
    response: ServerResponse,
    fault: Fault | undefined,
    answer: Answer | undefined,
    note: (status?: number) => void,
  ): Promise<void> {
    const { socket } = response;
    const kind = transportOf(fault);
    switch (kind) {
      case 'timeout':
        note();
        await hold(fault?.ms ?? 60_000);
        return void socket?.destroy();
      case 'reset':
        note();
        return void socket?.resetAndDestroy();
      case 'status':
        note(fault?.status ?? 500);
        return send(response, {
          ...{ status: fault?.status ?? 500, type: 'text/plain', body: 'Internal Server Error' },
        });
      case 'html':
        note(200);
        return send(response, PAGE);
      case 'truncated': {
        note(answer?.status);
        const body = Buffer.from(answer?.body ?? '');
        response.writeHead(answer?.status ?? 200, {
          'content-type': answer?.type,
          'content-length': body.length,
        });
        response.write(body.subarray(0, body.length / 2), () => socket?.end());
        return;
      }
      case 'drip': {
        note(answer?.status);
        const body = Buffer.from(answer?.body ?? '');
        response.writeHead(answer?.status ?? 200, {
          'content-type': answer?.type,
          'content-length': body.length,
        });
        for (let i = 0; i < body.length && !socket?.destroyed && !stopped.signal.aborted; i += 1) {
          response.write(body.subarray(i, i + 1));
          await hold(fault?.ms ?? 50);
        }
        return void response.end();
      }
      case undefined:
        note(answer?.status);
        if (answer) send(response, answer);
    }
  }

  /** The paths that every double has beside the PAC's own. */
  async function control({ method, path, body }: Asked): Promise<Answer | undefined> {
    if (path === '/__ledger') return json(ledger);
    if (path === '/__roots.pem') return { status: 200, type: 'application/x-pem-file', body: world.roots };
    if (path === '/__faults' && method === 'POST') {
      const order = JSON.parse(body.toString() || '{}') as FaultOrder;
      if (order.clear) faults.clear();
      if (order.set) faults.set(order.set);
      for (const fault of order.next ?? []) faults.next(fault);
      if (order.refuse_ms !== undefined) {
        const ms = order.refuse_ms;
        setImmediate(
          () =>
            void shut()
              .then(() => hold(ms))
              .then(() => (stopped.signal.aborted ? undefined : open())),
        );
      }
      return json({ settings: faults.settings });
    }
    const number = /^\/rccf\/(?:\d+\/){5}(\d{20})\.cer$/.exec(path)?.[1];
    if (number === undefined) return undefined;
    const cer = world.certificate(number);
    return cer && { status: 200, type: 'application/pkix-cert', body: cer };
  }

  await open();
  return double;
}

/** Faults of the way: the work does not heed them. */
const TRANSPORT = ['timeout', 'reset', 'status', 'html', 'truncated', 'drip'] as const;

const transportOf = (fault: Fault | undefined): (typeof TRANSPORT)[number] | undefined =>
  TRANSPORT.find((kind) => kind === fault?.kind);

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}
