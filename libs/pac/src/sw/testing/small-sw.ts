import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StampTrouble } from '../../faults.js';
import { openLedger, type SpecLedger } from '../../testing/ledger.js';
import { SW_RFC } from '../stamping.js';

/** As much of SW's API as the suites need, in this process, with a switch for each trouble. */
export interface SmallSw {
  readonly url: string;
  readonly ledger: SpecLedger;
  /** The next stamp request meets it. */
  trouble(trouble: StampTrouble | 'no-balance'): Promise<void>;
  calm(): Promise<void>;
  close(): Promise<void>;
}

const HTML = '<!DOCTYPE html><html><body><h1>Service Unavailable</h1></body></html>';
const SKEW_MS = 2 * 3_600_000;
/** What the matrix of the tax authority refuses here. */
const REFUSED = { sum: / Total="116\.01"/, text: 'CFDI40119 - El campo Total no es igual a la suma.' };
const REFUSED_RETENTION = { sum: /DescRetenc="RECHAZADA"/, text: 'Reten20104 - El campo no cumple.' };

const success = (data: object) => ({ data, status: 'success' });
const failure = (message: string, data: object | null = null) => ({
  ...{ message, messageDetail: null, data, status: 'error' },
});

/** Starts it on a free port. */
export async function startSmallSw(ledger = openLedger(SW_RFC)): Promise<SmallSw> {
  const tokens = new Set<string>();
  let next: StampTrouble | 'no-balance' | undefined;
  let hidden = false;
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const path = request.url ?? '';
    const say = (status: number, said: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    };
    if (path === '/v2/security/authenticate') return say(200, success(logIn()));
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return say(401, failure('AU1001 - El token ha expirado'));
    const xml = /text\/xml\r\n\r\n([^]*)\r\n--/.exec(body)?.[1] ?? '';
    if (path.includes('/cancel/xml')) {
      const { uuid, estatus, acuse } = ledger.cancel(xml);
      return say(200, success({ acuse, uuid: { [uuid]: estatus } }));
    }
    if (path.endsWith('/users/balance')) return say(200, success({ stampsBalance: 100, unlimited: false }));
    if (path.includes('/stamp/')) return stamp(xml, response, say);
    return say(404, failure('no such path'));
  }

  function logIn(): object {
    const token = `t${tokens.size + 1}`;
    tokens.add(token);
    return { token, expires_in: Math.floor(ledger.clock.now().getTime() / 1_000) + 7_200 };
  }

  async function stamp(
    xml: string,
    response: ServerResponse,
    say: (status: number, said: object) => void,
  ): Promise<void> {
    const trouble = next;
    next = undefined;
    const refused = [REFUSED, REFUSED_RETENTION].find(({ sum }) => sum.test(xml));
    if (refused) return say(400, failure(refused.text));
    if (trouble === 'no-balance') return say(400, failure('No cuenta con timbres disponibles.'));
    if (trouble === 'timeout-before') return;
    if (trouble === 'reset-before') return void response.destroy();
    if (trouble === 'http-5xx-before') return void response.writeHead(503).end(HTML);
    if (trouble === 'html-before') return void response.writeHead(200).end(HTML);

    const { made, isNew } = await ledger.stamp(xml, trouble === 'clock-skew' ? SKEW_MS : 0);
    const { tfd, cfdi } = made;
    const good = JSON.stringify(success({ tfd, cfdi }));
    switch (trouble) {
      case 'timeout-after':
        return;
      case 'found-later':
        hidden = true;
        return void response.destroy();
      case 'reset-after':
        return void response.destroy();
      case 'http-5xx-after':
        return say(500, failure('CO1000 - Error no controlado'));
      case 'html-after':
        return void response.writeHead(200).end(HTML);
      case 'truncated':
        return void response.writeHead(200).end(good.slice(0, good.length / 2));
      case 'slow-drip': {
        let at = 0;
        const drip = setInterval(() => response.write(good[at++] ?? ' '), 10);
        return void response.writeHead(200).on('close', () => clearInterval(drip));
      }
      case 'other-stamp': {
        const other = await ledger.stamp(await ledger.maker.document());
        return say(200, success({ tfd: other.made.tfd, cfdi: other.made.cfdi }));
      }
      case 'wrong-uuid': {
        const wrong = (text: string): string =>
          text.replace(made.timbre.uuid, crypto.randomUUID().toUpperCase());
        return say(200, success({ tfd: wrong(tfd), cfdi: wrong(cfdi) }));
      }
      case 'clock-skew':
      case 'connection-refused':
      case 'duplicate':
      case 'expired-token':
      case undefined:
        break;
    }
    if (hidden) return say(400, failure('307. El comprobante contiene un timbre previo.'));
    if (isNew && trouble !== 'duplicate') return say(200, success({ tfd, cfdi }));
    say(400, failure('307. El comprobante contiene un timbre previo.', { tfd, cfdi }));
  }

  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, ledger },
    async trouble(trouble) {
      if (trouble === 'connection-refused') return stop();
      if (trouble === 'expired-token') return tokens.clear();
      next = trouble;
    },
    async calm() {
      hidden = false;
      next = undefined;
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
