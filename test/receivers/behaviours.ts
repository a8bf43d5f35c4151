import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a receiver does with a request that it has read to its end. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers with a status, at once. */
export const answers =
  (
    status: number,
    { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Behaviour =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** Answers after a while. */
export const slow =
  (ms: number, then: Behaviour = answers(200)): Behaviour =>
  (request, response) =>
    void sleep(ms).then(() => then(request, response));

/** Reads the request and never answers. */
export const hangs: Behaviour = () => undefined;

/** Sends a byte of its answer's head at a time, and never gets to its end. */
export const dripsHead =
  (everyMs = 20): Behaviour =>
  (_request, { socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
    const timer = setInterval(() => socket?.write('a'), everyMs);
    socket?.once('close', () => clearInterval(timer));
  };

/** Answers with a status, and sends a byte of its body at a time for ever. */
export const dripsBody =
  (status = 200, everyMs = 20): Behaviour =>
  (_request, response) => {
    response.writeHead(status).write('begun ');
    const timer = setInterval(() => response.write('.'), everyMs);
    response.once('close', () => clearInterval(timer));
  };

/** Closes the connection in place of an answer. */
export const closes: Behaviour = (request) => void request.socket.destroy();

/** Resets the connection in place of an answer. */
export const resets: Behaviour = (request) => void request.socket.resetAndDestroy();

/** Promises a longer body than it sends. */
export const breaksOff =
  (status: number): Behaviour =>
  (_request, { socket }) =>
    void socket?.end(`HTTP/1.1 ${status} Whatever\r\nContent-Length: 1000\r\n\r\nonly this`);

/** Sends somebody on to another address. */
export const redirects = (location: string, status = 302): Behaviour =>
  answers(status, { headers: { location } });

/** Answers with a body of so many bytes, as fast as they are taken. */
export const huge =
  (bytes: number, status = 200): Behaviour =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' });
    const chunk = Buffer.alloc(65_536, 'x');
    let left = bytes;
    const send = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
      response.end();
    };
    send();
  };

/** Answers with headers of so many bytes. */
export const hugeHead =
  (bytes: number): Behaviour =>
  (_request, { socket }) =>
    void socket?.end(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(bytes)}\r\nContent-Length: 0\r\n\r\n`);

/** Writes bytes that are its own idea of an answer. */
export const writesRaw =
  (bytes: string): Behaviour =>
  (_request, { socket }) =>
    void socket?.end(bytes);

/** Has had enough: 429, until later. */
export const tooMany = (retryAfter: string): Behaviour =>
  answers(429, { headers: { 'retry-after': retryAfter } });

/** The endpoint is no more. */
export const gone: Behaviour = answers(410);

/** Says back what it was sent, headers and all. */
export const reflects =
  (status = 200): Behaviour =>
  (request, response) =>
    void response.writeHead(status).end(JSON.stringify(request.headers));

/** Does one thing after the other, and begins again. */
export function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  let turn = 0;
  return (request, response) => behaviours[turn++ % behaviours.length]?.(request, response);
}

/** Fails so many times, then works, and so on. */
export const flaps = (failures: number, failure: Behaviour = answers(500)): Behaviour =>
  inTurn(...Array<Behaviour>(failures).fill(failure), answers(200));
