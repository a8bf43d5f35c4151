import { once } from 'node:events';
import { connect } from 'node:net';
import { PostgresAuthority } from '#apps/gateway/src/organizations/authority';
import type { CommandSender } from '#apps/gateway/src/commands';
import { ProjectionWatch } from '#eventing';
import { invoice, ukelele, universidad } from '../../support/bodies.js';
import { startApp, type Answer, type Json, type TestApp } from '../../support/app.js';
import { addMember, removeMember, setRole, suspendUser, type Person } from '../../support/people.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** Ways to rise, or to reach what is another's, that somebody with a key of their own would try. */

let app: TestApp;
/** Theirs is an organization of others, with a customer and an invoice. */
let ours: string;
let theirs: { readonly id: string; readonly key: string };
let theirCustomer: string;
let reader: Person;

beforeAll(async () => {
  app = await startApp();
  ours = app.demo.organization_id;
  theirs = await app.newOrganization(await app.newUser(), 'Ajena');
  theirCustomer = (await app.post('/customers', universidad, { key: theirs.key })).id as string;
  reader = await addMember(app.runtime, ours, { template: 'org-readonly' });
});
afterAll(() => app.close());

const as = (
  { key }: Pick<Person, 'key'>,
  request: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  const [method = '', path = ''] = request.split(' ');
  return app.api(method, path, body, { key, headers: { 'x-organization-id': ours, ...headers } });
};
const told = ({ status, body }: Answer) => [status, body.code];
const NOT_FOUND = [404, 'organization_not_found'];
const NOT_ALLOWED = [400, 'organization_id_not_allowed'];
const FORBIDDEN = [403, 'forbidden'];

/** A request written byte by byte, for what no client library sends; gives the answers as they came. */
async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(app.baseUrl);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(text.replaceAll('\n', '\r\n'));
  await once(socket, 'close');
  return answer;
}
const statusIn = (answer: string) => [
  Number(/HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]),
  /"code":"(\w+)"/.exec(answer)?.[1],
];

describe('to rise', () => {
  it.each([
    'x-http-method-override',
    'x-http-method',
    'x-method-override',
    'x-original-url',
    'x-rewrite-url',
    'x-forwarded-for',
    'x-user-id',
    'x-actor',
    'x-role',
  ])('by a header %s that some servers believe', async (name) => {
    for (const value of ['GET', '/v2/customers', 'org-admin', '127.0.0.1']) {
      const asked = await as(reader, 'POST /customers', universidad, { [name]: value });
      expect([name, value, ...told(asked)]).toEqual([name, value, ...FORBIDDEN]);
    }
  });

  it('by a method in the query or the body', async () => {
    expect(told(await as(reader, 'POST /customers?_method=GET', universidad))).toEqual(FORBIDDEN);
    expect(told(await as(reader, 'POST /products', { _method: 'GET' }))).toEqual(FORBIDDEN);
  });

  it('by Live, where a role is the same', async () => {
    const live = { 'x-environment': 'live' };
    expect(told(await as(reader, 'POST /customers', universidad, live))).toEqual(FORBIDDEN);
    expect(told(await as(reader, 'POST /customers', universidad, { 'x-environment': 'root' }))).toEqual([
      ...[400, 'invalid_request'],
    ]);
  });

  it('by HEAD, which reads as GET does', async () => {
    const path = `/organizations/${ours}/apikeys/test`;
    const head = async (at: string) => {
      const headers = { authorization: `Bearer ${reader.key}`, 'x-organization-id': ours };
      return (await fetch(app.baseUrl + at, { method: 'HEAD', headers })).status;
    };
    expect([await head(path), await head('/customers')]).toEqual([403, 200]);
  });

  it('by a preflight, which anybody may send and which says nothing', async () => {
    const response = await fetch(`${app.baseUrl}/customers`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-organization-id, x-environment',
      },
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('access-control-allow-headers')).toMatch(/X-Organization-Id, X-Environment/);
  });

  it('by the key of somebody else beside one’s own', async () => {
    const head = `POST /v2/customers HTTP/1.1\nhost: x\nconnection: close\nx-organization-id: ${ours}\n`;
    const two = `authorization: Bearer ${reader.key}\nauthorization: Bearer ${app.demo.user_key}\n`;
    const body = 'content-type: application/json\ncontent-length: 2\n\n{}';
    // Node.js takes the first.
    expect(statusIn(await raw(head + two + body))).toEqual(FORBIDDEN);
  });
});

describe('to reach another organization', () => {
  it('by one’s own id in the header and the other in the path, or the other way round', async () => {
    expect(told(await as(reader, `GET /organizations/${theirs.id}`))).toEqual(NOT_FOUND);
    const crossed = { 'x-organization-id': theirs.id };
    expect((await as(reader, `GET /organizations/${ours}`, undefined, crossed)).body.id).toBe(ours);
    expect(told(await as(reader, 'GET /customers', undefined, crossed))).toEqual(NOT_ALLOWED);
    expect(told(await as(reader, `GET /customers/${theirCustomer}`, undefined, crossed))).toEqual(
      NOT_ALLOWED,
    );
    expect(told(await as(reader, `GET /customers/${theirCustomer}`))).toEqual([404, 'customer_not_found']);
  });

  it('by another spelling of its id', async () => {
    const encoded = (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    for (const spelled of [theirs.id.toUpperCase(), encoded(theirs.id), `${theirs.id}/`])
      expect([spelled, ...told(await as(reader, `GET /organizations/${spelled}`))]).toEqual([
        ...[spelled, ...NOT_FOUND],
      ]);
    // They are the same organization, and so are ours.
    for (const spelled of [ours.toUpperCase(), encoded(ours), `${ours}/`])
      expect((await as(reader, `GET /organizations/${spelled}`)).body.id).toBe(ours);
    for (const spelled of [
      `${ours}%00`,
      `${ours}%20`,
      ` ${theirs.id}`,
      `${ours},${theirs.id}`,
      `${theirs.id}%2F..`,
    ])
      expect([
        spelled,
        (await as(reader, `GET /organizations/${encodeURI(spelled)}/apikeys/test`)).status,
      ]).toEqual([...[spelled, 404]]);
  });

  it('by a path that leads out of one’s own', async () => {
    for (const path of [`${ours}/../${theirs.id}`, `${ours}%2f..%2f${theirs.id}`, `${ours}//${theirs.id}`]) {
      const answer = await raw(
        `GET /v2/organizations/${path} HTTP/1.1\nhost: x\nconnection: close\nauthorization: Bearer ${reader.key}\n\n`,
      );
      expect([path, statusIn(answer)[0]]).toEqual([path, 404]);
      expect(answer).not.toContain('Ajena');
    }
  });

  it('by both ids in two headers', async () => {
    for (const [one, two] of [
      [ours, theirs.id],
      [theirs.id, ours],
    ]) {
      const answer = await raw(
        `GET /v2/customers HTTP/1.1\nhost: x\nconnection: close\nauthorization: Bearer ${reader.key}\n` +
          `x-organization-id: ${one}\nx-organization-id: ${two}\n\n`,
      );
      expect(statusIn(answer)).toEqual(NOT_ALLOWED);
    }
  });

  it('by `me`, which is nobody’s with a User key', async () => {
    expect(told(await as(reader, 'GET /organizations/me'))).toEqual([403, 'api_key_not_allowed']);
    for (const request of ['PUT /organizations/me/legal', 'GET /organizations/me/series-group'])
      expect([
        request,
        ...told(await as(reader, request, request.startsWith('PUT') ? {} : undefined)),
      ]).toEqual([...[request, ...NOT_FOUND]]);
  });

  it('by a header beside an organization’s own key, which acts for its own', async () => {
    const { body } = await app.api('GET', '/customers', undefined, {
      key: theirs.key,
      headers: { 'x-organization-id': ours, 'x-environment': 'live' },
    });
    expect(body.data.map(({ id }: Json) => id)).toEqual([theirCustomer]);
  });

  it('by naming it in the body', async () => {
    const admin = await addMember(app.runtime, ours);
    const answer = await as(admin, 'POST /customers', { ...universidad, organization: theirs.id });
    expect(told(answer)).toEqual([400, 'invalid_request']);
  });
});

describe('to stay', () => {
  /** What a gateway of another process finds: it shares the database alone. */
  const elsewhere = () => {
    const pool = app.runtime.poolOf('gateway');
    const nobody = { onWritten: () => undefined } as unknown as CommandSender;
    return new PostgresAuthority(pool, false, nobody, new ProjectionWatch(pool));
  };

  it('after a removal, by what gateways remember: it ends at once in each', async () => {
    const person = await addMember(app.runtime, ours);
    const other = elsewhere();
    for (let n = 0; n < 3; n += 1) expect((await as(person, 'GET /customers')).status).toBe(200);
    expect((await other.standingOf(person.userId, ours)).operations?.size).toBeGreaterThan(50);
    await removeMember(app.runtime, ours, person.userId);
    expect(told(await as(person, 'GET /customers'))).toEqual(NOT_ALLOWED);
    expect(told(await as(person, `GET /organizations/${ours}`))).toEqual(NOT_FOUND);
    expect((await other.standingOf(person.userId, ours)).operations).toBeUndefined();
  });

  it('on a connection that was opened before one was suspended', async () => {
    const person = await addMember(app.runtime, ours);
    const { hostname, port } = new URL(app.baseUrl);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ask = async (count: number) => {
      socket.write(
        `GET /v2/customers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.key}\r\nx-organization-id: ${ours}\r\n\r\n`,
      );
      while ([...text.matchAll(/HTTP\/1\.1 \d{3}/g)].length < count) await once(socket, 'data');
      return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    };
    expect(await ask(1)).toEqual(['200']);
    await suspendUser(app.runtime, person.userId);
    expect(await ask(2)).toEqual(['200', '403']);
    socket.destroy();
  });

  it.each([
    ['removed', (id: string) => removeMember(app.runtime, ours, id), NOT_ALLOWED],
    ['suspended', (id: string) => suspendUser(app.runtime, id), [403, 'user_suspended']],
    [
      'given another role',
      (id: string) => setRole(app.runtime, ours, id, { template: 'org-readonly' }),
      FORBIDDEN,
    ],
  ])('with a body that is long in coming, while one is %s', async (how, happen, refused) => {
    const person = await addMember(app.runtime, ours);
    const body = JSON.stringify({ ...ukelele, description: `Lento: ${how}` });
    const { hostname, port } = new URL(app.baseUrl);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(
      `POST /v2/products HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${person.key}\r\n` +
        `x-organization-id: ${ours}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n` +
        body.slice(0, 5),
    );
    await new Promise((resolve) => setTimeout(resolve, 400));
    await happen(person.userId);
    socket.write(body.slice(5));
    await once(socket, 'close');
    expect(statusIn(answer)).toEqual(refused);
    expect((await app.get('/products?q=lento')).data).toEqual([]);
  });

  it('between a preview and the invoice', async () => {
    const person = await addMember(app.runtime, ours, { template: 'org-billing' });
    expect((await as(person, 'POST /invoices/preview', invoice())).body.is_ready_to_stamp).toBe(true);
    await setRole(app.runtime, ours, person.userId, { template: 'org-readonly' });
    expect((await as(person, 'POST /invoices/preview', invoice())).status).toBe(200);
    expect(told(await as(person, 'POST /invoices', invoice()))).toEqual(FORBIDDEN);
  });

  it('by an Idempotency-Key, whose answer is given to who may still make the request', async () => {
    const [first, second] = await Promise.all(
      [0, 1].map(() => addMember(app.runtime, ours, { template: 'org-billing' })),
    );
    if (!first || !second) throw new Error('nobody came');
    const withKey = { 'idempotency-key': 'de una persona' };
    const made = await as(first, 'POST /invoices', invoice(), withKey);
    expect(made.status).toBe(200);
    await removeMember(app.runtime, ours, first.userId);
    expect(told(await as(first, 'POST /invoices', invoice(), withKey))).toEqual(NOT_ALLOWED);
    expect(told(await as(reader, 'POST /invoices', invoice(), withKey))).toEqual(FORBIDDEN);
    // The key is the organization's: whoever may issue for it is told that it is done.
    const again = await as(second, 'POST /invoices', invoice(), withKey);
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([made.body.id, 'true']);
    // Nobody of another organization is.
    const elsewhereToo = await app.api(
      'POST',
      '/invoices',
      { ...invoice(), status: 'draft' },
      {
        ...{ key: theirs.key, headers: withKey },
      },
    );
    expect([elsewhereToo.status, elsewhereToo.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(elsewhereToo.body.id).not.toBe(made.body.id);
  });
});

it('met no bug on the way', () => expect(app.bugs()).toEqual([]));
