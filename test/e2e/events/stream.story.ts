import { connect } from 'node:net';
import { until } from '#bus/testing/until';
import { innovacion, invoice, line, ukelele, universidad } from '../../support/bodies.js';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { openStream, type OpenStream, type StreamOptions } from '../../support/event-stream.js';
import { ownMsOf } from '../../support/own-time.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/story.js';

/** The events of Test as they happen (server-sent events), and samples of them. */

let app: TestApp;
let user: string;
let ours: TestOrganization;
let theirs: TestOrganization;
const open: OpenStream[] = [];

beforeAll(async () => {
  app = await startApp();
  user = await app.newUser();
  [ours, theirs] = [await app.newOrganization(user), await app.newOrganization(user)];
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => app.close());

const listen = async (options: StreamOptions = {}): Promise<OpenStream> => {
  const stream = await openStream(app, { key: ours.key, ...options });
  open.push(stream);
  if (stream.status === 200) await until(() => stream.names().includes('ready'));
  return stream;
};
const trigger = (type: string, key = ours.key): Promise<Json> =>
  app.post('/sandbox/events', { type }, { key });

describe('GET /events/stream', () => {
  it('gives what happens, with the resource as the API shows it', async () => {
    const stream = await listen();
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      ...[200, 'text/event-stream; charset=utf-8', 'no-store'],
    ]);
    const customer = await app.post('/customers', universidad, { key: ours.key });
    await app.del(`/customers/${customer.id}`, { key: ours.key });
    const [created, deleted] = await stream.received(2);
    expect([created?.type, deleted?.type]).toEqual(['customer.created', 'customer.deleted']);
    expect(created?.body).toEqual({
      id: created?.id,
      created_at: expect.stringMatching(/Z$/),
      livemode: false,
      organization: ours.id,
      type: 'customer.created',
      data: { type: 'customer', object: { ...customer, edit_link: null, edit_link_expires_at: null } },
    });
    expect(created?.data).toBe(JSON.stringify(created?.body));
  });

  it('resumes after the last event that a client has, also where it had none', async () => {
    const first = await listen();
    const place = first.place();
    first.close();
    const sent = [await trigger('invoice.canceled'), await trigger('product.created')];
    const second = await listen({ after: place });
    const got = await second.received(2);
    expect(got.map(({ id }) => id)).toEqual(sent.map(({ id }) => id as string));
    second.close();
    const third = await listen({ after: got[0]?.id ?? '' });
    expect((await third.received(1)).map(({ id }) => id)).toEqual([sent[1]?.id]);
    expect(third.names()).not.toContain('reset');
  });

  it('says where events are missing, since they are no longer kept', async () => {
    const stream = await listen({ after: '0'.repeat(24) });
    expect(stream.names().slice(0, 2)).toEqual(['ready', 'reset']);
  });

  it('leaves out types that are not wanted', async () => {
    const stream = await listen({ query: '?type=invoice.canceled,customer.created' });
    for (const type of ['product.created', 'invoice.canceled', 'product.deleted', 'customer.created'])
      await trigger(type);
    await stream.received(2);
    expect(stream.events().map(({ type }) => type)).toEqual(['invoice.canceled', 'customer.created']);
    const contract = await listen({ query: '?type=*&type=product.created' });
    for (const type of ['invoice.canceled', 'invoice.status_updated', 'product.created']) await trigger(type);
    await contract.received(2);
    expect(contract.events().map(({ type }) => type)).toEqual(['invoice.status_updated', 'product.created']);
  });

  it('shows nothing of other organizations, and nothing of Live', async () => {
    const [mine, other] = [await listen(), await listen({ key: theirs.key })];
    await app.post('/customers', innovacion, { key: theirs.key });
    await other.received(1);
    await app.post('/products', ukelele, { key: ours.key });
    await mine.received(1);
    expect(mine.events().map(({ type, body }) => [type, body.organization])).toEqual([
      ['product.created', ours.id],
    ]);
    expect(mine.text()).not.toContain(theirs.id);
  });

  it('is for Test keys, and for people who say which organization', async () => {
    const live = await app.put(`/organizations/${ours.id}/apikeys/live`, undefined, { key: user });
    const asked = async (options: StreamOptions) => {
      const stream = await listen(options);
      return [stream.status, /"code":"(\w+)"/.exec(stream.text())?.[1]];
    };
    const refused = async (key: string | null, headers: Record<string, string> = {}) => {
      const { status, body } = await app.api('GET', '/events/stream', undefined, { key, headers });
      return [status, body.code];
    };
    expect(await refused(null)).toEqual([401, 'missing_credentials']);
    expect(await refused(`sk_test_${'x'.repeat(40)}`)).toEqual([401, 'api_key_invalid']);
    expect(await refused(live as string)).toEqual([403, 'api_key_not_allowed']);
    expect(await refused(user)).toEqual([400, 'organization_id_required']);
    expect(await asked({ key: user, headers: { 'x-organization-id': ours.id } })).toEqual([200, undefined]);
  });

  it.each([
    ['?type=invoice.exploded', {}, 'type.0', 'query'],
    ['?types=invoice.created', {}, 'types', 'query'],
    ['', { 'last-event-id': 'x' }, 'last-event-id', 'headers'],
  ] as const)(
    'refuses %s %j and names the field, in both languages',
    async (query, headers, path, location) => {
      const texts = new Set<string>();
      for (const language of ['es', 'en']) {
        const { status, body } = await app.api('GET', `/events/stream${query}`, undefined, {
          ...{ key: ours.key, headers, language },
        });
        expect([status, body.code, body.path, body.location]).toEqual([
          400,
          'invalid_request',
          path,
          location,
        ]);
        texts.add(body.errors[0].message as string);
      }
      expect(texts.size).toBe(2);
    },
  );

  it('answers HEAD without a stream', async () => {
    const { status, bytes, headers } = await app.api('HEAD', '/events/stream', undefined, { key: ours.key });
    expect([status, bytes.length, headers.get('content-type')]).toEqual([
      ...[200, 0, 'text/event-stream; charset=utf-8'],
    ]);
  });

  it('is open five times for an organization, which keeps no other request from its turn', async () => {
    const streams = [];
    for (let times = 0; times < 5; times += 1) streams.push(await listen());
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { status, body, headers } = await app.api('GET', '/events/stream', undefined, {
      ...{ key: ours.key, language: 'en' },
    });
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limit_exceeded', '10']);
    expect(body.errors[0].message).toBe(
      'The organization already has 5 connections that receive events: close one of them.',
    );
    expect((await listen({ key: theirs.key })).status).toBe(200);
    expect(await app.get('/products', { key: ours.key })).toMatchObject({ page: 1 });
    streams[0]?.close();
    await until(async () => (await listen()).status === 200);
  });
});

describe('a client that never reads', () => {
  it('delays nobody, and does not hold up the end of the service', async () => {
    const other = await startApp();
    const { hostname, port } = new URL(other.baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    socket
      .pause()
      .write(
        `GET /v2/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${other.demo.test_key}\r\n\r\n`,
      );
    const reader = await openStream(other);
    const items = Array.from({ length: 300 }, () => line());
    const draft = { ...invoice({ items }), status: 'draft' };
    for (let times = 0; times < 12; times += 1) await other.post('/invoices', draft);
    // Its customer, and each invoice.
    const events = await reader.received(13);
    expect(events.filter(({ type }) => type === 'invoice.created')).toHaveLength(12);
    expect(await ownMsOf(() => other.close())).toBeLessThan(10_000);
    expect(reader.isOver()).toBe(true);
    socket.destroy();
  });
});

describe('POST /sandbox/events', () => {
  it('makes a sample event, which is heard as it was answered', async () => {
    const stream = await listen();
    const { status, body, bytes } = await app.api(
      'POST',
      '/sandbox/events',
      { type: 'invoice.status_updated' },
      { key: ours.key },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ livemode: false, organization: ours.id, type: 'invoice.status_updated' },
      data: { type: 'invoice', object: { status: expect.any(String) } },
    });
    const [heard] = await stream.received(1);
    expect(heard?.data).toBe(bytes.toString());
  });

  it.each([
    [{ type: 'invoice.exploded' }, 'type'],
    [{ type: 'webhook.ping' }, 'type'],
    [{}, 'type'],
    [{ type: 'invoice.created', object: {} }, 'object'],
  ])('refuses %j and names the field', async (sent, path) => {
    const { status, body } = await app.api('POST', '/sandbox/events', sent, {
      key: ours.key,
      language: 'en',
    });
    expect([status, body.code, body.path]).toEqual([400, 'invalid_request', path]);
    if ('type' in sent && sent.type === 'invoice.exploded')
      expect(body.errors[0].message).toContain('invoice.stamped');
  });

  it('is for Test keys', async () => {
    const live = (await app.put(`/organizations/${ours.id}/apikeys/live`, undefined, {
      key: user,
    })) as string;
    const { status, body } = await app.api(
      'POST',
      '/sandbox/events',
      { type: 'invoice.created' },
      { key: live },
    );
    expect([status, body.code]).toEqual([403, 'api_key_not_allowed']);
  });
});

it('met no bug on the way', () => expect(app.bugs()).toEqual([]));
