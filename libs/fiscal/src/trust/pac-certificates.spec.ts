import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { X509Certificate } from 'node:crypto';
import { makeAuthority, makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import type { CertificateRows } from './certificate-rows.js';
import { SatCertificates } from './pac-certificates.js';

const keys = makeKeyPair();
const [sat, nobody] = [makeAuthority(), makeAuthority({ name: 'NADIE' })];
const NUMBER = '00001000000712345678';
const issue = (number = NUMBER, issuer = sat) => makeCertificado({ keys, number, issuer }).cer;
const cer = issue();

let server: Server;
let url: string;
let paths: string[];
let answer: RequestListener;
let stored: Map<string, Buffer>;
let database: 'up' | 'down';
let now: number;

const rows: CertificateRows = {
  read: async (number) => {
    if (database === 'down') throw new Error('no database');
    return stored.get(number);
  },
  keep: async (number, der) => {
    if (database === 'down') throw new Error('no database');
    stored.set(number, der);
  },
};
const log = { warn: () => undefined, error: () => undefined };
const trust = { trust: async () => ({ live: [new X509Certificate(sat.cer)], sandbox: [] }) };
const open = (timeoutMs = 30_000) =>
  new SatCertificates({ url: `${url}/rccf`, timeoutMs, trust, rows, log, elapsed: () => now });

beforeEach(async () => {
  [paths, stored, database, now] = [[], new Map(), 'up', 0];
  answer = (_, response) => void response.end(cer);
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the certificate of a number', () => {
  it('is fetched where the tax authority publishes it, once, however many ask', async () => {
    const certificates = open();
    const asked = await Promise.all([1, 2, 3].map(() => certificates.byNumber(NUMBER)));
    expect(asked).toEqual([cer, cer, cer]);
    expect(await certificates.byNumber(NUMBER)).toEqual(cer);
    expect(paths).toEqual([`/rccf/000010/000007/12/34/56/${NUMBER}.cer`]);
  });

  it('is found below a host alone too, as the other addresses are given', async () => {
    answer = ({ url: path = '' }, response) => {
      if (path.startsWith('/rccf/')) return void response.end(cer);
      response.writeHead(404).end();
    };
    const settings = { timeoutMs: 30_000, trust, rows, log, elapsed: () => now };
    expect(await new SatCertificates({ url, ...settings }).byNumber(NUMBER)).toEqual(cer);
    expect(paths).toHaveLength(2);
  });

  it('outlives the process: after a restart it is there although the server is away', async () => {
    await open().byNumber(NUMBER);
    server.closeAllConnections();
    server.close();
    expect(await open().byNumber(NUMBER)).toEqual(cer);
  });

  it('is had without a database too', async () => {
    database = 'down';
    expect(await open().byNumber(NUMBER)).toEqual(cer);
  });

  it.each(['', '../../../etc/passwd', '0000100000071234567', `${NUMBER}/..`, '0000100000071234567８'])(
    'is asked of nobody where it is none: %j',
    async (number) => {
      expect(await open().byNumber(number)).toBe('unknown');
      expect(paths).toEqual([]);
    },
  );
});

describe('what is not trusted', () => {
  it('is a certificate of another issuer, wherever it came from', async () => {
    const forged = issue(NUMBER, nobody);
    stored.set(NUMBER, forged);
    answer = (_, response) => void response.end(forged);
    expect(await open().byNumber(NUMBER)).toBe('not_trusted');
    // A row that somebody wrote does not stand in the way of the real one.
    answer = (_, response) => void response.end(cer);
    expect(await open().byNumber(NUMBER)).toEqual(cer);
    expect(stored.get(NUMBER)).toEqual(cer);
  });

  it('is a certificate with another number', async () => {
    answer = (_, response) => void response.end(issue('00001000000712345679'));
    expect(await open().byNumber(NUMBER)).toBe('not_trusted');
    expect(stored.size).toBe(0);
  });

  it('is a test certificate, except in a PAC’s own sandbox', async () => {
    const number = '30001000000500003456';
    const test = makeCertificado({ keys, number, issuer: makeAuthority({ name: 'AC UAT' }) }).cer;
    answer = (_, response) => void response.end(test);
    const certificates = open();
    expect(await certificates.byNumber(number)).toBe('not_trusted');
    expect(await certificates.ofSandbox.byNumber(number)).toEqual(test);
    expect(await certificates.byNumber(number)).toBe('not_trusted');
  });
});

describe('a test certificate that is published nowhere', () => {
  it('is told apart in a PAC’s own sandbox; one of production, and Live, never are', async () => {
    answer = (_, response) => void response.writeHead(404).end();
    const certificates = open();
    const number = '30001000000500003456';
    expect(await certificates.ofSandbox.byNumber(number)).toBe('not_published');
    expect(await certificates.byNumber(number)).toBe('unknown');
    expect(await certificates.ofSandbox.byNumber(NUMBER)).toBe('unknown');
  });
});

describe('what cannot be had', () => {
  it.each<[string, RequestListener, string]>([
    ['a number that the authority does not know', (_, r) => void r.writeHead(404).end(), 'unknown'],
    ['an error', (_, r) => void r.writeHead(503).end(cer), 'unavailable'],
    ['another address', (_, r) => void r.writeHead(302, { location: '/other' }).end(), 'unavailable'],
    ['a page', (_, r) => void r.end('<html>mantenimiento</html>'), 'unavailable'],
    ['half of it', (_, r) => void r.end(cer.subarray(0, 700)), 'unavailable'],
    ['11 kB', (_, r) => void r.end(Buffer.concat([cer, Buffer.alloc(11_000)])), 'unavailable'],
    ['no answer in time', () => undefined, 'unavailable'],
  ])('is told apart: %s', async (what, listener, expected) => {
    answer = listener;
    // All others are answered, however busy the machine is.
    expect(await open(what === 'no answer in time' ? 150 : undefined).byNumber(NUMBER)).toBe(expected);
    expect(stored.size).toBe(0);
  });

  it('is asked for again after a short while: never for long that there is none', async () => {
    const certificates = open();
    answer = (_, response) => void response.writeHead(404).end();
    expect(await certificates.byNumber(NUMBER)).toBe('unknown');
    answer = (_, response) => void response.writeHead(503).end();
    now = 59_000;
    expect(await certificates.byNumber(NUMBER)).toBe('unknown');
    now = 61_000;
    expect(await certificates.byNumber(NUMBER)).toBe('unavailable');
    answer = (_, response) => void response.end(cer);
    now = 62_000;
    expect(await certificates.byNumber(NUMBER)).toBe('unavailable');
    now = 64_000;
    expect(await certificates.byNumber(NUMBER)).toEqual(cer);
    expect(paths).toHaveLength(3);
  });
});
