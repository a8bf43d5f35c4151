import { Agent, request as open, type IncomingHttpHeaders } from 'node:http';

/** A request as it goes over the wire. */
export interface FuzzRequest {
  /** How it was made: for reports. */
  readonly kind: string;
  readonly method: string;
  /** With its query; nothing that is not ASCII. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Whether its credentials open nothing. */
  readonly stranger: boolean;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** From the first byte sent to the last received, in milliseconds. */
  readonly took: number;
}

export interface Sender {
  send(request: FuzzRequest): Promise<FuzzAnswer>;
  close(): void;
}

/** Sends requests as they are, which fetch would refuse or mend, over connections that stay open. */
export function newSender(origin: string): Sender {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(origin);
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((settle, fail) => {
        const since = performance.now();
        const length = body ? { 'content-length': String(body.length) } : {};
        const outgoing = open({ hostname, port, method, path, agent, headers: { ...length, ...headers } });
        outgoing.setTimeout(30_000, () => outgoing.destroy(new Error('no answer in 30 s')));
        outgoing.once('error', fail);
        outgoing.once('response', (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.once('error', fail);
          const end = () =>
            settle({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              bytes: Buffer.concat(chunks),
              took: performance.now() - since,
            });
          incoming.once('end', end);
          // It goes on until somebody ends it: its beginning is looked at.
          if (incoming.headers['content-type']?.startsWith('text/event-stream'))
            incoming.once('data', () => {
              end();
              outgoing.destroy();
            });
        });
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** The request as a line for a terminal, to try it again. */
export function asCurl({ method, path, headers, body }: FuzzRequest): string {
  const shown = Object.entries(headers).map(([name, value]) => ` -H ${JSON.stringify(`${name}: ${value}`)}`);
  const text = body?.toString() ?? '';
  const data = body ? ` --data-binary ${JSON.stringify(text.slice(0, 3000))}` : '';
  return `curl -X ${method} ${JSON.stringify(`$BASE${path}`)}${shown.join('')}${data}`;
}
