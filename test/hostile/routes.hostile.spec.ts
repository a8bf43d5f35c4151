import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '#apps/gateway/src/routes';
import type { RouteRow } from '#http';
import { BODY_BYTES, HOSTILE_BODIES } from './bodies.js';
import { complaints, Siege, type Attacker } from './harness.js';
import { headOf, RawConnection, type RawRequest } from './wire.js';

let siege: Siege;
beforeAll(async () => {
  siege = await Siege.begin();
}, 180_000);
afterAll(() => siege.end());

const WAIT_MS = 20_000;
const table = Object.entries(routes) as [string, RouteRow][];

/** Texts that make careless expressions go back and forth; of what a header or a query may hold. */
const TEXTS = [' ', 'a', '%', '(', '"', ',', ';', 'a=', '-', 'a@', '0', '\t', '{"'].map((piece) =>
  piece.repeat(3_500 / piece.length),
);
const HEADERS = [
  'accept-language',
  'if-none-match',
  'if-match',
  'content-type',
  'accept',
  'traceparent',
  'cookie',
];
const NAMES = [
  'q',
  'date',
  'date[gte]',
  'after',
  'status',
  'token',
  'lang',
  'uuid',
  'limit',
  'page',
  'motive',
];

/** A path of the route, with an id where it has a parameter. */
const pathOf = (route: string, parameter: string): string =>
  (route.split(' ')[1] ?? '').replace(/:\w+/g, encodeURIComponent(parameter));

const keyOf = ({ keys }: RouteRow, { key, userKey }: Attacker): string | undefined =>
  keys.length === 0 ? undefined : keys.includes('test') ? key : userKey;

async function ask(attacker: Attacker, request: RawRequest, body = Buffer.alloc(0)): Promise<void> {
  const connection = await RawConnection.open(attacker.origin);
  await connection.send(headOf({ ...request, ...(body.length > 0 && { length: body.length }) }));
  for (let at = 0; at < body.length; at += 1024 * 1024)
    if (connection.statuses.length > 0 || !(await connection.send(body.subarray(at, at + 1024 * 1024))))
      break;
  const [status = 0] = await connection.answered(1, WAIT_MS);
  attacker.count(status);
  connection.close();
}

/** Does each task, four at a time. */
async function each<Task>(tasks: readonly Task[], run: (task: Task) => Promise<void>): Promise<void> {
  const left = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) await run(task);
  };
  await Promise.all([work(), work(), work(), work()]);
}

describe('every route of the table', () => {
  it('stands hostile paths, queries and headers', async () => {
    const figures = await siege.attack(`${table.length} routes: paths, queries and headers`, (attacker) =>
      each(
        table.flatMap(([route, row]) => TEXTS.map((text) => ({ route, row, text }))),
        async ({ route, row, text }) => {
          const [method = 'GET'] = route.split(' ');
          const path = pathOf(route, text.slice(0, 400));
          const query = NAMES.map(
            (name) => `${encodeURIComponent(name)}=${encodeURIComponent(text.slice(0, 60))}`,
          );
          const headers = Object.fromEntries(HEADERS.map((name) => [name, `x${text.slice(0, 800)}x`]));
          const key = keyOf(row, attacker);
          const request = {
            method,
            path: `${path}?${query.join('&')}`,
            headers,
            ...(key !== undefined && { key }),
          };
          await ask(attacker, request);
          const long = `${pathOf(route, '6743f1c2a1b2c3d4e5f60718')}?q=${encodeURIComponent(text).slice(0, 3_900).replace(/%.?$/, '')}`;
          await ask(attacker, { method, path: long, ...(key !== undefined && { key }) });
        },
      ),
    );
    expect(complaints(figures)).toEqual([]);
  });

  it.each(Object.entries(HOSTILE_BODIES))('stands a body of %s', async (name, bodyOf) => {
    const takers = table.filter(([route]) => !route.startsWith('GET '));
    const bodies = new Map(
      Object.entries(BODY_BYTES).map(([limit, bytes]) => [limit, Buffer.from(bodyOf(bytes * 0.9))]),
    );
    const figures = await siege.attack(`${takers.length} routes: ${name}`, (attacker) =>
      each(takers, ([route, row]) => {
        const [method = 'POST'] = route.split(' ');
        const key = keyOf(row, attacker);
        const path = pathOf(route, '6743f1c2a1b2c3d4e5f60718');
        return ask(attacker, { method, path, ...(key !== undefined && { key }) }, bodies.get(row.bodyLimit));
      }),
    );
    expect(complaints(figures)).toEqual([]);
  });
});
