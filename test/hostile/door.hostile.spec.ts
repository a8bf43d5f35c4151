import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestOf } from '../support/request.js';
import { HOSTILE_BODIES } from './bodies.js';
import { complaints, Siege, type Attacker } from './harness.js';
import { headOf, RawConnection, type RawRequest } from './wire.js';

let siege: Siege;
beforeAll(async () => {
  siege = await Siege.begin({ TIMBRA_MAX_CONNECTIONS_EACH: '500' });
}, 180_000);
afterAll(() => siege.end());

const MB = 1024 * 1024;
const WAIT_MS = 30_000;

/** Sends a request and a body over a connection of its own, as far as the service takes it; counts the answer. */
async function push(attacker: Attacker, request: RawRequest, body: Buffer): Promise<void> {
  const connection = await RawConnection.open(attacker.origin);
  await connection.send(headOf({ length: body.length, ...request }));
  for (let at = 0; at < body.length; at += MB)
    if (connection.statuses.length > 0 || !(await connection.send(body.subarray(at, at + MB)))) break;
  const [status = 0] = await connection.answered(1, WAIT_MS);
  attacker.count(status);
  connection.close();
}

const together = async (times: number, task: (n: number) => Promise<void>): Promise<void> => {
  await Promise.all(Array.from({ length: times }, (_, n) => task(n)));
};

describe('before anybody has shown a key', () => {
  it('an Authorization header costs nothing, whatever is in it', async () => {
    const figures = await siege.attack('Authorization of 15 KB', async (attacker) => {
      for (const inside of [' ', '\t', ' \t', 'a ', '='])
        for (const scheme of ['a', 'Bearer', 'Basic']) {
          const authorization = `${scheme} x${inside.repeat(15_000 / inside.length)}x`;
          await together(10, async () => {
            const connection = await RawConnection.open(attacker.origin);
            await connection.send(headOf({ path: '/v2/check', headers: { authorization } }));
            const [status = 0] = await connection.answered(1, WAIT_MS);
            attacker.count(status);
            connection.close();
          });
        }
    });
    expect(complaints(figures)).toEqual([]);
    expect(figures.statuses).toEqual({ 401: 150 });
  });

  it.each([
    ['an unknown address', { method: 'POST', path: '/v2/nowhere' }, 404],
    ['a public route', { method: 'POST', path: '/mailbox/session' }, 413],
    ['a wrong method', { method: 'PATCH', path: '/v2/invoices' }, 405],
    ['no key', { method: 'POST', path: '/v2/invoices' }, 401],
  ])('twelve bodies of 19 MB are not read: %s', async (name, request, status) => {
    const nested = Buffer.alloc(19 * MB, '[');
    const figures = await siege.attack(`12 x 19 MB of [[[[: ${name}`, (attacker) =>
      together(12, () => push(attacker, request, nested)),
    );
    expect(complaints(figures)).toEqual([]);
    expect(figures.statuses).toEqual({ [status]: 12 });
  });

  it('idle connections leave room for others, and for health', async () => {
    const figures = await siege.attack('510 connections that say nothing', async (attacker) => {
      const idle = await Promise.all(Array.from({ length: 510 }, () => RawConnection.open(attacker.origin)));
      const beyond = await RawConnection.open(attacker.origin);
      await beyond.send(headOf({ path: '/v2/check', key: attacker.key }));
      const [status = 0] = await beyond.answered(1, WAIT_MS);
      attacker.count(status);
      await sleep(1_000);
      for (const connection of [...idle, beyond]) connection.close();
    });
    expect(complaints(figures)).toEqual([]);
    expect(figures.statuses).toEqual({ 429: 1 });
  });
});

describe('with a key', () => {
  it.each(Object.keys(HOSTILE_BODIES))('twelve bodies of 19 MB at once: %s', async (name) => {
    const body = Buffer.from(HOSTILE_BODIES[name]?.(19 * MB) ?? '');
    const figures = await siege.attack(`12 x 19 MB: ${name}`, (attacker) =>
      together(12, () => push(attacker, { method: 'POST', path: '/v2/invoices', key: attacker.key }, body)),
    );
    expect(complaints(figures)).toEqual([]);
    for (const status of Object.keys(figures.statuses))
      expect(['400', '413', '429', '503']).toContain(status);
  });

  it('a hundred connections that withhold a byte', async () => {
    const body = Buffer.alloc(19 * MB, ' ');
    const figures = await siege.attack('100 x 19 MB but a byte', async (attacker) => {
      const request = { method: 'POST', path: '/v2/invoices', key: attacker.key, length: body.length };
      await together(100, async () => {
        const connection = await RawConnection.open(attacker.origin);
        await connection.send(headOf(request));
        for (let at = 0; at < body.length - 1 && connection.statuses.length === 0; at += MB)
          if (!(await connection.send(body.subarray(at, Math.min(at + MB, body.length - 1))))) break;
        const [status = 0] = await connection.answered(1, WAIT_MS);
        attacker.count(status);
        connection.close();
      });
    });
    expect(complaints(figures)).toEqual([]);
    // In time for those that were read, and no room for the others.
    for (const status of Object.keys(figures.statuses)) expect(['408', '429', '503']).toContain(status);
  });

  // Node parses what a read brings, 64 KB of a connection, in one turn: 10 to 30 ms of chunks of a byte. Each of these has one
  // such turn, and what comes after it is not parsed.
  it('four bodies in a million chunks of a byte', async () => {
    const chunks = '1\r\n \r\n'.repeat(200_000);
    const figures = await siege.attack('4 bodies in chunks of a byte', (attacker) =>
      together(4, async () => {
        const connection = await RawConnection.open(attacker.origin);
        const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
        await connection.send(headOf({ method: 'POST', path: '/v2/invoices', key: attacker.key, headers }));
        for (let n = 0; n < 5 && (await connection.send(chunks)); n += 1);
        await connection.send('0\r\n\r\n');
        const [status = 0] = await connection.answered(1, WAIT_MS);
        attacker.count(status);
        connection.close();
      }),
    );
    expect(complaints(figures)).toEqual([]);
  });
});

describe('large invoices', () => {
  const DRAFTS = 20;
  beforeAll(async () => {
    const { origin, key } = siege.target.facts;
    const items = Array.from({ length: 2_000 }, (_, n) => ({
      product: { description: `Concepto ${n} ${'x'.repeat(400)}`, product_key: '60131324', price: 10 + n },
    }));
    const customer = {
      legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      tax_id: 'URE180429TM6',
      tax_system: '601',
    };
    const body = {
      status: 'draft',
      customer: { ...customer, address: { zip: '86991' } },
      items,
      payment_form: '03',
    };
    for (let n = 0; n < DRAFTS; n += 1) {
      const response = await fetch(`${origin}/v2/invoices`, requestOf('POST', { key, body }));
      // Read whole: an answer that is not taken holds its connection.
      const answer = await response.text();
      if (!response.ok) throw new Error(answer);
    }
  }, 120_000);

  const list = '/v2/invoices?limit=100';

  it('can be listed whole', async () => {
    const { origin, key } = siege.target.facts;
    const response = await fetch(origin + list, requestOf('GET', { key }));
    const { data, total_results } = (await response.json()) as {
      data: { items: unknown[] }[];
      total_results: number;
    };
    expect([response.status, total_results, data.length]).toEqual([200, DRAFTS, DRAFTS]);
    for (const { items } of data) expect(items).toHaveLength(2_000);
  });

  it('two hundred pipelined lists are answered one at a time', async () => {
    const figures = await siege.attack('200 pipelined lists', async (attacker) => {
      const connection = await RawConnection.open(attacker.origin);
      await connection.send(headOf({ path: list, key: attacker.key }).repeat(200));
      const statuses = await connection.answered(200, 8_000);
      for (const status of statuses) attacker.count(status);
      connection.close();
    });
    expect(complaints(figures)).toEqual([]);
    expect(figures.statuses['200']).toBeGreaterThan(1);
  });

  it('a hundred lists at once, of readers who do not read', async () => {
    const figures = await siege.attack('100 lists that nobody reads', async (attacker) => {
      const connections = await Promise.all(
        Array.from({ length: 100 }, async () => {
          const connection = await RawConnection.open(attacker.origin, { paused: true });
          await connection.send(headOf({ path: list, key: attacker.key }));
          return connection;
        }),
      );
      await sleep(3_000);
      for (const connection of connections) connection.close();
    });
    expect(complaints(figures)).toEqual([]);
  });

  it('a hundred of one invoice at once', async () => {
    const { origin, key } = siege.target.facts;
    const response = await fetch(`${origin}/v2/invoices?limit=1`, requestOf('GET', { key }));
    const { data } = (await response.json()) as { data: { id: string }[] };
    const figures = await siege.attack('100 reads of a large invoice', (attacker) =>
      together(100, async () => {
        const connection = await RawConnection.open(attacker.origin);
        await connection.send(headOf({ path: `/v2/invoices/${data[0]?.id}`, key: attacker.key }));
        const [status = 0] = await connection.answered(1, WAIT_MS);
        attacker.count(status);
        await sleep(500);
        connection.close();
      }),
    );
    expect(complaints(figures)).toEqual([]);
  });

  // The last one: nothing answers after it.
  it('a reader who does not read holds up no stop', async () => {
    const { origin, key } = siege.target.facts;
    const connection = await RawConnection.open(origin);
    // It reads how the answer begins, and no more.
    connection.socket.once('data', () => connection.socket.pause());
    await connection.send(headOf({ path: list, key }));
    expect(await connection.answered(1, WAIT_MS)).toEqual([200]);
    expect(await siege.target.stop()).toBe(0);
    connection.close();
  });
});
