import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { complaints, Siege, type Attacker } from './harness.js';
import { headOf, RawConnection, type RawRequest } from './wire.js';

let siege: Siege;
beforeAll(async () => {
  siege = await Siege.begin();
}, 180_000);
afterAll(() => siege.end());

const MB = 1024 * 1024;
const nested = Buffer.alloc(19 * MB, '[');

/** Sends a request and a body over a connection of its own, as far as the service takes it; counts the answer. */
async function push(attacker: Attacker, request: RawRequest, body: Buffer, waitMs = 30_000): Promise<void> {
  const connection = await RawConnection.open(attacker.origin);
  await connection.send(headOf({ length: body.length, ...request }));
  for (let at = 0; at < body.length; at += MB)
    if (connection.statuses.length > 0 || !(await connection.send(body.subarray(at, at + MB)))) break;
  const [status = 0] = await connection.answered(1, waitMs);
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
            const [status = 0] = await connection.answered(1, 30_000);
            attacker.count(status);
            connection.close();
          });
        }
    });
    expect(complaints(figures)).toEqual([]);
  });

  it.each([
    ['an unknown address', { method: 'POST', path: '/v2/nowhere' }, 404],
    ['a public route', { method: 'POST', path: '/tax-info/x' }, 415],
    ['a wrong method', { method: 'PATCH', path: '/v2/invoices' }, 405],
    ['no key', { method: 'POST', path: '/v2/invoices' }, 401],
  ])('twelve bodies of 19 MB are not read: %s', async (name, request, status) => {
    const figures = await siege.attack(`12 x 19 MB of [[[[: ${name}`, (attacker) =>
      together(12, () => push(attacker, request, nested)),
    );
    expect(complaints(figures)).toEqual([]);
    expect(figures.statuses).toEqual({ [status]: 12 });
  });
});
