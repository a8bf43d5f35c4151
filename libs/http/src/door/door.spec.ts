import { afterEach, describe, expect, it } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { until } from '#bus/testing/until';
import { testKeys } from '../testing/app.js';
import { hold, id, startThings, type Things } from '../testing/things.js';
import type { HttpOptions } from '../app.js';

let http: Things;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await http.app.close();
});

const MB = 1024 * 1024;
const key = `authorization: Bearer ${testKeys.test}\r\n`;
const refusals: [string, string | undefined][] = [];

const start = async (door: HttpOptions['door'] = {}) => {
  refusals.length = 0;
  const usage = {
    refused: (...told: [string, string | undefined]) => void refusals.push(told),
    moved: () => undefined,
  };
  http = await startThings({ bodyLimit: 2 * MB, usage, ...(door && { door }) });
};

/** A connection, and everything that came over it. */
const open = async () => {
  const { hostname, port } = new URL(http.origin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const state = { socket, text: '', closed: false };
  socket.on('data', (chunk: Buffer) => (state.text += chunk.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => (state.closed = true));
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return state;
};
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const post = (length: number, path = '/v2/things', headers = key) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}content-length: ${length}\r\n\r\n`;

describe('a request that is refused by its head', () => {
  it.each([
    ['an unknown address', post(MB, '/v2/nothing'), 404],
    ['a wrong method', post(MB, `/v2/things/${id}`), 405],
    ['no key', post(MB, '/v2/things', ''), 401],
    ['a wrong type', post(MB).replace('application/json', 'text/xml'), 415],
    ['a packed body', post(MB, '/v2/things', `${key}content-encoding: gzip\r\n`), 415],
    ['a length beyond the limit', post(3 * MB), 413],
    [
      'a length beyond the limit of its route',
      post(300 * 1024, `/v2/things/${id}`).replace('POST', 'PUT'),
      413,
    ],
  ])('is answered though its body has not come: %s', async (_, head, status) => {
    await start();
    const connection = await open();
    connection.socket.write(head);
    await until(() => statuses(connection.text).length === 1);
    expect(statuses(connection.text)).toEqual([status]);
    expect(connection.text).toMatch(/connection: close/i);
    // A moment later, for its client has to read the answer first.
    await until(() => connection.closed);
  });

  it('has its answer read by a client that is still sending', async () => {
    await start();
    const body = Buffer.alloc(19 * MB, '[');
    for (const path of ['/v2/nothing', '/v2/things']) {
      const { status, body: answer } = await http.send('POST', path, body);
      expect([status, answer.status]).toEqual(path === '/v2/nothing' ? [404, 404] : [413, 413]);
    }
  });

  it('is refused where its body comes in crumbs', async () => {
    await start();
    const taken: Socket[] = [];
    http.app.getHttpServer().on('connection', (socket: Socket) => taken.push(socket));
    const connection = await open();
    const head = post(1).replace(/content-length: 1/, 'transfer-encoding: chunked');
    for (let n = 0; n < 10; n += 1)
      connection.socket.write((n === 0 ? head : '') + '1\r\n \r\n'.repeat(100_000));
    await until(() => statuses(connection.text).length === 1);
    expect(statuses(connection.text)).toEqual([400]);
    await until(() => connection.closed);
    // What one look at the connection brought (64 KB), and perhaps another: nothing of the other six megabytes is parsed.
    const [{ bytesRead } = { bytesRead: NaN }] = taken;
    expect(bytesRead).toBeLessThan(200_000);
  });

  it('is not told to send its body', async () => {
    await start();
    const refused = await open();
    refused.socket.write(post(3 * MB, '/v2/things', `${key}expect: 100-continue\r\n`));
    await until(() => statuses(refused.text).length === 1);
    expect(statuses(refused.text)).toEqual([413]);
    const taken = await open();
    taken.socket.write(post(14, '/v2/things', `${key}expect: 100-continue\r\n`));
    await until(() => statuses(taken.text).length === 1);
    taken.socket.write('{"name":"abc"}');
    await until(() => statuses(taken.text).length === 2);
    expect(statuses(taken.text)).toEqual([100, 200]);
  });

  it('keeps its connection where the body is small', async () => {
    await start();
    const connection = await open();
    connection.socket.write(
      `${post(5, '/v2/nothing')}12345GET /v2/orgs/me HTTP/1.1\r\nhost: x\r\n${key}\r\n`,
    );
    await until(() => statuses(connection.text).length === 2);
    expect(statuses(connection.text)).toEqual([404, 200]);
  });

  it('may be read by scripts of other sites', async () => {
    await start();
    for (const path of ['/v2/nothing', '/v2/orgs/me', '/v2/orgs/live']) {
      const { headers } = await http.ask(path, {
        authorization: null,
        headers: { origin: 'https://app.example' },
      });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    }
  });
});

describe('pipelined requests', () => {
  it('are begun one after the other, and all answered in their order', async () => {
    await start({ requestsEach: 1 });
    const connection = await open();
    const requests = Array.from({ length: 200 }, (_, n) =>
      n % 3 === 0
        ? `${post(14)}{"name":"${String(n).padStart(3, '0')}"}`
        : `GET /v2/things/refused/x?id=${String(n).padStart(3, '0')} HTTP/1.1\r\nhost: x\r\n${key}\r\n`,
    );
    connection.socket.write(requests.join(''));
    await until(() => statuses(connection.text).length === 200);
    expect(statuses(connection.text)).toEqual(requests.map((_, n) => (n % 3 === 0 ? 200 : 409)));
    const seen = [...connection.text.matchAll(/"name":"(\d{3})"|"resource_id":"(\d{3})"/g)];
    expect(seen.map(([, name, ref]) => Number(name ?? ref))).toEqual(requests.map((_, n) => n));
    expect(refusals).toEqual([]);
  });
});

describe('what one caller may hold', () => {
  it('is so many requests: more are 429 with Retry-After, and health is answered', async () => {
    await start({ requestsEach: 2 });
    const waiting = [await open(), await open()];
    for (const { socket } of waiting) socket.write(`${post(14)}{"name"`);
    await until(async () => (await http.ask('/v2/orgs/me')).status === 429);
    const { headers, body } = await http.ask('/v2/orgs/me');
    expect(body).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await http.ask('/health')).status).toBe(200);
    for (const { socket } of waiting) socket.write(':"abc"}');
    await until(async () => (await http.ask('/v2/orgs/me')).status === 200);
    expect(waiting.map(({ text }) => statuses(text))).toEqual([[200], [200]]);
  });

  it('is so many reads at once: the next wait for their turn, writes and others do not', async () => {
    await start({ readsEach: 1 });
    hold.wait = new Promise((resolve) => (hold.letGo = resolve));
    let answered = 0;
    const reading = Array.from({ length: 3 }, async () => {
      const { status } = await http.ask('/v2/things/held');
      answered += 1;
      return status;
    });
    const list = http.ask('/v2/things').finally(() => (answered += 1));
    expect((await http.post({ name: 'abc' })).status).toBe(200);
    expect((await http.ask('/v2/orgs/me', { authorization: `Bearer ${testKeys.user}` })).status).toBe(403);
    expect((await http.ask('/health')).status).toBe(200);
    expect(answered).toBe(0);
    hold.letGo();
    expect(await Promise.all(reading)).toEqual([200, 200, 200]);
    expect((await list).status).toBe(200);
  });

  it('begins no read of a client that has gone while it waited', async () => {
    await start({ readsEach: 2 });
    hold.wait = new Promise((resolve) => (hold.letGo = resolve));
    hold.begun = 0;
    const arrived: (number | undefined)[] = [];
    let left = 0;
    http.app.getHttpServer().on('request', (request: IncomingMessage, response: ServerResponse) => {
      arrived.push(request.socket.remotePort);
      response.on('close', () => (left += 1));
    });
    const gone = await Promise.all(Array.from({ length: 20 }, open));
    for (const { socket } of gone) socket.write(`GET /v2/things/held HTTP/1.1\r\nhost: x\r\n${key}\r\n`);
    await until(() => arrived.length === 20 && hold.begun === 2);
    // Those that wait go first, and the server has seen it before the two that are read make room.
    const read = new Set(arrived.slice(0, 2));
    for (const { socket } of gone) if (!read.has(socket.localPort)) socket.destroy();
    await until(() => left === 18);
    for (const { socket } of gone) socket.destroy();
    const last = http.ask('/v2/things/held');
    await until(() => hold.begun > 2);
    hold.letGo();
    expect((await last).status).toBe(200);
    expect(hold.begun).toBe(3);
  });

  it('is so many bytes of bodies: the next are read when there is room', async () => {
    await start({ bodyBytesEach: MB });
    const first = await open();
    first.socket.write(`${post(MB)}{"name":"abc"`);
    const second = await open();
    const body = `{"name":"abcd"${' '.repeat(MB - 15)}}`;
    second.socket.write(post(MB) + body);
    // Time enough for a request that were read at once.
    expect((await http.post({ name: 'abc' })).status).toBe(200);
    expect(statuses(second.text)).toEqual([]);
    first.socket.write(`${' '.repeat(MB - 14)}}`);
    await until(() => statuses(second.text).length === 1);
    expect([statuses(first.text), statuses(second.text)]).toEqual([[200], [200]]);
  });

  it('is so many connections: those beyond are answered 429, health as ever', async () => {
    await start({ connectionsEach: 2 });
    await open();
    await open();
    const beyond = await open();
    beyond.socket.write(
      `GET /health HTTP/1.1\r\nhost: x\r\n\r\nGET /v2/orgs/me HTTP/1.1\r\nhost: x\r\n${key}\r\n`,
    );
    await until(() => beyond.closed);
    expect(statuses(beyond.text)).toEqual([200, 429]);
    expect(beyond.text).toMatch(/retry-after: [1-9]/i);
    expect(refusals).toEqual([['connections', undefined]]);
  });

  it('is so many connections in all: those beyond are answered 503', async () => {
    await start({ connections: 1 });
    await open();
    const beyond = await open();
    beyond.socket.write(`GET /v2/orgs/me HTTP/1.1\r\nhost: x\r\n${key}\r\n`);
    await until(() => beyond.closed);
    expect(statuses(beyond.text)).toEqual([503]);
  });
});
