import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What is answered: status, body, headers; or anything that is done with the connection. */
export type ScriptedAnswer =
  | { readonly status?: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | ((seen: SeenRequest, response: ServerResponse) => void);

/** A server that says what a spec tells it to say: for single answers, where a double of the provider is too much. */
export interface ScriptedServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Answers in their order; after the last one, it again. */
  say(...answers: readonly ScriptedAnswer[]): void;
  close(): Promise<void>;
}

/** Opens one on a free port of this machine. */
export async function openScriptedServer(): Promise<ScriptedServer> {
  let script: readonly ScriptedAnswer[] = [];
  let seen: SeenRequest[] = [];
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: Buffer.concat(pieces).toString() };
      const answer = script[Math.min(seen.length, script.length - 1)];
      seen.push(one);
      if (typeof answer === 'function') return answer(one, response);
      response.writeHead(answer?.status ?? 200, { 'content-type': 'application/json', ...answer?.headers });
      response.end(answer?.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get seen() {
      return seen;
    },
    say(...answers) {
      script = answers;
      seen = [];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
