import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '#bus/testing/until';
import { monotonicMs } from '#kernel';
import type { Principal } from '../auth.js';
import type { Standing } from '../authority.js';
import { hold, id, startThings, type Things } from '../testing/things.js';

const KEY = 'sk_user_0123456789abcdef';
const ANA: Principal = { kind: 'user', userId: '6743f1c2a1b2c3d4e5f60719', keyId: 'k3' };

/** What is known of Ana and her key; a test changes it while her request is under way. */
let key: Principal | undefined;
let standing: Standing;
let asked = 0;

let http: Things;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await http.app.close();
});

async function start(limits = {}): Promise<void> {
  key = ANA;
  asked = 0;
  standing = { suspended: false, closed: false, operations: new Set(['write.things.create', READ]) };
  http = await startThings(
    { door: limits },
    {
      directory: {
        find: () => Promise.resolve(key),
        isInForce: () => Promise.resolve(true),
      },
      authority: {
        standingOf: () => {
          asked += 1;
          return Promise.resolve(standing);
        },
      },
    },
  );
}
const READ = 'read.things.list';

const headers = `authorization: Bearer ${KEY}\r\nx-organization-id: ${id}\r\n`;
const BODY = '{"name":"abc"}';

/** A connection, and everything that came over it. */
const open = async () => {
  const { hostname, port } = new URL(http.origin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const state = { socket, text: '' };
  socket.on('data', (chunk: Buffer) => (state.text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return state;
};

/** Sends the head of a request and the first byte of its body, and gives what sends the rest a while later. */
async function slowly(form: 'of a length' | 'in chunks') {
  const connection = await open();
  const length = form === 'in chunks' ? 'transfer-encoding: chunked' : `content-length: ${BODY.length}`;
  const head = `POST /v2/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}${length}\r\n\r\n`;
  const piece = (text: string) =>
    form === 'in chunks' ? `${text.length.toString(16)}\r\n${text}\r\n` : text;
  connection.socket.write(head + piece('{'));
  await until(() => asked === 1);
  // Longer than a right that was judged is good for.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return async () => {
    connection.socket.write(piece(BODY.slice(1)) + (form === 'in chunks' ? '0\r\n\r\n' : ''));
    await until(() => connection.text.includes('\r\n\r\n'));
    const [, status] = /HTTP\/1\.1 (\d{3})/.exec(connection.text) ?? [];
    return [Number(status), /"code":"(\w+)"/.exec(connection.text)?.[1]];
  };
}

describe.each(['of a length', 'in chunks'] as const)('a body %s that is long in coming', (form) => {
  it('is taken where nothing became of its sender’s rights', async () => {
    await start();
    const finish = await slowly(form);
    expect(await finish()).toEqual([200, undefined]);
    expect(asked).toBe(2);
  });

  const changes: readonly (readonly [string, Partial<Standing>, number, string])[] = [
    ['removed', { operations: undefined }, 400, 'organization_id_not_allowed'],
    ['suspended', { suspended: true }, 403, 'user_suspended'],
    ['given another role', { operations: new Set([READ]) }, 403, 'forbidden'],
    ['left with a deleted organization', { closed: true }, 400, 'organization_id_not_allowed'],
  ];
  it.each(changes)('is refused where its sender is %s meanwhile', async (_, change, status, code) => {
    await start();
    const finish = await slowly(form);
    standing = { ...standing, ...change };
    expect(await finish()).toEqual([status, code]);
  });

  it('is refused where the key has ended meanwhile', async () => {
    await start();
    const finish = await slowly(form);
    key = undefined;
    expect(await finish()).toEqual([401, 'user_key_invalid']);
  });
});

describe('a request that comes at once', () => {
  it('is judged once', async () => {
    await start();
    const init = { authorization: `Bearer ${KEY}`, headers: { 'x-organization-id': id } };
    const post = {
      ...{ ...init, method: 'POST', body: BODY },
      headers: { ...init.headers, 'content-type': 'application/json' },
    };
    for (const request of [post, init]) {
      const times: number[] = [];
      // On a machine that stands still meanwhile it is long in coming: then another one.
      for (let tookMs = Infinity; tookMs >= 250;) {
        const [before, began] = [asked, monotonicMs()];
        expect((await http.ask('/v2/things', request)).status).toBe(200);
        tookMs = monotonicMs() - began;
        times.push(asked - before);
      }
      expect(times.at(-1)).toBe(1);
    }
  });
});

describe('a read that waits for its turn', () => {
  it('is refused where its caller is removed meanwhile', async () => {
    await start({ readsEach: 1 });
    hold.begun = 0;
    hold.wait = new Promise((resolve) => (hold.letGo = resolve));
    const init = { authorization: `Bearer ${KEY}`, headers: { 'x-organization-id': id } };
    const first = http.ask('/v2/things/held', init);
    await until(() => hold.begun === 1);
    const second = http.ask('/v2/things/held', init);
    await until(() => asked === 2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    standing = { ...standing, operations: undefined };
    hold.letGo();
    expect((await first).status).toBe(200);
    const refused = await second;
    expect([refused.status, refused.body.code]).toEqual([400, 'organization_id_not_allowed']);
    expect(hold.begun).toBe(1);
  });
});
