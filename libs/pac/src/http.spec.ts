import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import forge from 'node-forge';
import { makeKeyPair, signCertificate } from '#cfdi/testing/certificates';
import { ownMsOf } from '../../../test/support/own-time.js';
import { send } from './http.js';
import { openScriptedServer, type ScriptedServer } from './testing/scripted-server.js';

let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());

const post = (url = server.url, more: { timeoutMs?: number; maxBytes?: number } = {}) =>
  send({
    method: 'POST',
    url: `${url}/x?y=1`,
    headers: { a: 'b' },
    body: '<x/>',
    timeoutMs: 30_000,
    ...more,
  });

const listen = (server: Pick<Server, 'listen'> & { address(): unknown }): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

it('gives the answer, whatever its status, and sends what it was told', async () => {
  server.say({ status: 500, body: '{"ñ":1}', headers: { 'X-One': '1' } });
  expect(await post()).toMatchObject({
    kind: 'answer',
    status: 500,
    headers: { 'x-one': '1' },
    body: '{"ñ":1}',
  });
  expect(server.seen).toMatchObject([{ method: 'POST', path: '/x?y=1', headers: { a: 'b' }, body: '<x/>' }]);
});

it('follows no redirect', async () => {
  server.say({ status: 302, body: '', headers: { location: `${server.url}/elsewhere` } });
  expect(await post()).toMatchObject({ kind: 'answer', status: 302 });
  expect(server.seen).toHaveLength(1);
});

it('was not reached where nobody listens, and where the name is none', async () => {
  const taken = createServer();
  const port = await listen(taken);
  await new Promise((resolve) => taken.close(resolve));
  expect(await post(`http://127.0.0.1:${port}`)).toEqual({
    kind: 'not_reached',
    reason: 'connection refused',
  });
  expect(await post('https://nobody.invalid')).toMatchObject({ kind: 'not_reached' });
});

it('was not reached where the address is not safe: nothing leaves without TLS', async () => {
  for (const url of [
    'http://services.sw.com.mx',
    'ftp://127.0.0.1',
    'https://user:word@services.sw.com.mx',
    'x',
  ])
    expect(await post(url)).toEqual({ kind: 'not_reached', reason: 'the address is not https' });
});

it('was not reached where the certificate is nobody’s: TLS is verified before a byte is written', async () => {
  const { cert, key } = selfSigned();
  let bytes = 0;
  const tls = createTlsServer({ cert, key }, (request) => request.on('data', () => bytes++));
  tls.on('tlsClientError', () => undefined);
  const port = await listen(tls);
  expect(await post(`https://127.0.0.1:${port}`)).toEqual({
    kind: 'not_reached',
    reason: 'certificate self-signed',
  });
  expect(bytes).toBe(0);
  await new Promise((resolve) => tls.close(resolve));
});

it('was not reached where a connection stands, and its TLS does not', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  const port = await listen(silent);
  const took = await ownMsOf(async () => {
    expect(await post(`https://127.0.0.1:${port}`, { timeoutMs: 100 })).toEqual({
      kind: 'not_reached',
      reason: 'no connection in time',
    });
  });
  // Not when the connector's own, coarse clock says so: whoever waits has a limit for all of it.
  expect(took).toBeLessThan(800);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

it.each([
  ['nothing comes', () => undefined, 'no answer in time'],
  [
    'the answer drips',
    (_seen: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    },
    'no answer in time',
  ],
  [
    'the connection breaks',
    (_seen: unknown, response: import('node:http').ServerResponse) => response.destroy(),
    'connection closed before the end of the answer',
  ],
  [
    'the answer is cut short',
    (_seen: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half":', () => response.destroy());
    },
    'connection closed before the end of the answer',
  ],
] as const)('has no answer where %s', async (_what, answer, reason) => {
  server.say(answer);
  // Time enough to connect on a busy machine, and for what ends by itself.
  const timeoutMs = reason === 'no answer in time' ? 750 : 30_000;
  expect(await post(server.url, { timeoutMs })).toEqual({ kind: 'no_answer', reason });
});

it('has no answer where it is larger than allowed', async () => {
  server.say({ body: 'x'.repeat(2_000) });
  expect(await post(server.url, { maxBytes: 1_999 })).toEqual({
    kind: 'no_answer',
    reason: 'more than 1999 bytes',
  });
  expect(await post(server.url, { maxBytes: 2_000 })).toMatchObject({ kind: 'answer' });
});

function selfSigned(): { readonly cert: string; readonly key: string } {
  const keys = makeKeyPair();
  const key = keys.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(
    keys.publicKey.export({ type: 'spki', format: 'pem' }) as string,
  );
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  certificate.setSubject([{ shortName: 'CN', value: '127.0.0.1' }]);
  certificate.setIssuer([{ shortName: 'CN', value: '127.0.0.1' }]);
  signCertificate(certificate, keys.privateKey);
  return { cert: forge.pki.certificateToPem(certificate), key };
}
