import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request of a client and its answer, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** With its query, below /v2. */
  readonly path: string;
  readonly sent: { readonly headers: IncomingHttpHeaders; readonly body: string };
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export interface Wire {
  /** The placeholder of the service's base URL. */
  readonly baseUrl: string;
  /** What has passed since this was asked last. */
  taken(): Exchange[];
  close(): Promise<void>;
}

/** Stands between clients and the service, changes nothing, and remembers what passed. */
export async function startWire(target: string): Promise<Wire> {
  const { hostname, port, pathname } = new URL(target);
  let passed: Exchange[] = [];
  // It keeps connections as long as the service, whose answers say so to clients.
  const server = createServer({ keepAliveTimeout: 72_000 }, (incoming, outgoing) => {
    void (async () => {
      const body = await bytesOf(incoming);
      const { method = '', url = '', headers } = incoming;
      const answer = await forward({ hostname, port, path: url, method, headers, agent: false }, body);
      const bytes = await bytesOf(answer);
      passed.push({
        method,
        path: url.slice(pathname.length),
        sent: { headers, body: body.toString() },
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        bytes,
      });
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers).end(bytes);
    })().catch((error: unknown) => outgoing.destroy(error as Error));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    taken: () => {
      const taken = passed;
      passed = [];
      return taken;
    },
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

const forward = (options: RequestOptions, body: Buffer): Promise<IncomingMessage> =>
  new Promise((settle, fail) => {
    send(options, settle).once('error', fail).end(body);
  });

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
