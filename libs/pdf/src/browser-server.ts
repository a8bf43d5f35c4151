import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { BrowserServer } from 'playwright-core';
import { startBrowserServer, type BrowserChoice } from './chromium.js';

export interface BrowserServerOptions extends BrowserChoice {
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Who connects sends it as `Authorization: Bearer`. */
  token: string;
  /** Browsers at the same time; one more is refused with 503. Default 8. */
  maxSessions?: number;
  /** Told, in a sentence, why somebody got no browser. */
  onRefused?: (why: string) => void;
}

export interface BrowserHost {
  readonly port: number;
  /** Takes nobody any more and ends all browsers, in the middle of their prints. */
  close(): Promise<void>;
}

/** After so many in a row that did not start, a new process is tried (/healthz). */
const FAILED_LAUNCHES = 3;

/** Whose peer is gone without a word (its machine is off) ends within half a minute. */
const KEEP_ALIVE_MS = 10_000;

const require = createRequire(import.meta.url);
/** Both ends speak the protocol of one exact version: it is internal to the library. */
export const PROTOCOL = (require('playwright-core/package.json') as { version: string }).version;

/**
 * Lends out browsers over WebSocket, one for each connection: it begins and ends with it, so what one has printed,
 * leaked or broken is nobody else's. GET /healthz answers 200, or 503 where no browser starts.
 * @throws PdfError `no_browser`, before anything listens
 */
export async function serveBrowsers(options: BrowserServerOptions): Promise<BrowserHost> {
  const { host, port, token, maxSessions = 8, onRefused = () => undefined } = options;
  const sessions = new Set<Promise<void>>();
  const sockets = new Set<Duplex>();
  let failed = 0;

  // Shows that there is a browser, before anybody relies on it.
  await (await startBrowserServer(options)).kill();

  const server = createServer(
    { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS },
    ({ url }, response) => {
      const status = url !== '/healthz' ? 404 : failed < FAILED_LAUNCHES ? 200 : 503;
      response.writeHead(status, { 'Content-Length': 0 }).end();
    },
  );
  server.maxConnections = 16 * maxSessions;

  async function lend(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    let browser: BrowserServer;
    try {
      browser = await startBrowserServer(options);
      failed = 0;
    } catch (error) {
      failed += 1;
      onRefused(error instanceof Error ? error.message : String(error));
      return turnAway(socket, '503 Service Unavailable', 'No browser starts here now.');
    }
    try {
      await passOn(request, socket, head, browser);
    } finally {
      await browser.kill();
    }
  }

  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    const refusal = refusalOf(request, token, sessions.size >= maxSessions);
    if (refusal) {
      onRefused(refusal[1]);
      return turnAway(socket, ...refusal);
    }
    const session = lend(request, socket, head).finally(() => sessions.delete(session));
    sessions.add(session);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await Promise.all([closed, ...sessions]);
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Why a connection gets no browser: a status, and a sentence without anything that came from it. */
function refusalOf(
  { headers }: IncomingMessage,
  token: string,
  full: boolean,
): readonly [status: string, why: string] | undefined {
  const given = digest(headers.authorization ?? '');
  if (!timingSafeEqual(given, digest(`Bearer ${token}`)))
    return ['401 Unauthorized', 'A connection came without the token of TIMBRA_BROWSER_TOKEN.'];
  if (!headers['user-agent']?.startsWith(`Playwright/${PROTOCOL} `))
    return ['426 Upgrade Required', `This browser is for Playwright ${PROTOCOL}: update both sides.`];
  return full ? ['503 Service Unavailable', 'All browsers are in use.'] : undefined;
}

function turnAway(socket: Duplex, status: string, why: string): void {
  const headers = `Connection: close\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(why)}`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${why}`, () => socket.destroy());
}

/**
 * Passes bytes between a caller and its browser until either has gone. Of the caller's headers, only the handshake's
 * pass: no compression is agreed on, which would cost more than the network between them.
 */
function passOn(
  request: IncomingMessage,
  caller: Duplex,
  head: Buffer,
  browser: BrowserServer,
): Promise<void> {
  const { hostname, port, pathname } = new URL(browser.wsEndpoint());
  const inner: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const lines = ['user-agent', 'sec-websocket-key', 'sec-websocket-version'].map(
    (name) => `${name}: ${String(request.headers[name] ?? '')}\r\n`,
  );
  inner.write(
    `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${lines.join('')}\r\n`,
  );
  inner.write(head);
  return new Promise((resolve) => {
    const end = (): void => {
      inner.destroy();
      caller.destroy();
      resolve();
    };
    for (const side of [inner, caller]) {
      if (side.destroyed) return end();
      side.once('end', end).once('close', end).on('error', end);
    }
    caller.pipe(inner).pipe(caller);
  });
}
