import { createHmac } from 'node:crypto';
import { CONTRACT_EVENT_TYPES } from '#contracts';
import type { Json } from '../../support/app.js';
import { textOfEvents } from '../../support/events.js';
import { describe, expect, it } from '../../support/story.js';
import { api, call, ours, theirs, useTwoOrganizations } from '../surface/two-organizations.js';

useTwoOrganizations();

const NOWHERE = '6743f1c2a1b2c3d4e5f60718';
const SECRET = /^whsec_[A-Za-z0-9+/]{32}$/;

let hooks = 0;
/** A URL that no other endpoint has. */
const newUrl = (): string => `https://example.com/hooks/${(hooks += 1)}`;
const create = async (parts: object = {}) =>
  (await call('POST /webhooks', { url: newUrl(), enabled_events: ['*'], ...parts })).body;
const english = { 'accept-language': 'en' };
const anId: unknown = expect.stringMatching(/^[0-9a-f]{24}$/);
const anInstant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('the SDK and webhooks', () => {
  it('creates with the defaults, retrieves, edits, lists and deletes', async () => {
    const { webhooks } = api.sdk(ours.testKey);
    const url = newUrl();
    const created: Json = await webhooks.create({ url, enabled_events: ['invoice.status_updated'] });
    const { secret, ...shown } = created;
    expect(secret).toMatch(SECRET);
    expect(shown).toEqual({
      ...{ id: anId, created_at: anInstant, livemode: false, organization: ours.id, url },
      ...{ description: null, enabled_events: ['invoice.status_updated'], status: 'enabled' },
      ...{ headers: {}, payload: 'full', ordered: false, disabled_reason: null, disabled_at: null },
    });
    const { id } = created;
    expect(await webhooks.retrieve(id)).toMatchObject(shown);
    expect(await webhooks.update(id, { enabled_events: ['*'] })).toEqual({ ...shown, enabled_events: ['*'] });
    expect((await webhooks.list({ limit: 1 })).data).toEqual([{ ...shown, enabled_events: ['*'] }]);
    expect(await webhooks.del(id)).toEqual({ ...shown, enabled_events: ['*'] });
    await expect(webhooks.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'webhook_not_found' });
  });

  it('validates a signature by itself, and the service does by request', async () => {
    const { secret, id } = await create();
    const event = {
      id: NOWHERE,
      type: 'invoice.status_updated',
      data: { object: { total: 345.6, name: 'Ñandú' } },
    };
    const text = JSON.stringify(event);
    const signature = createHmac('sha256', secret as string)
      .update(text)
      .digest('hex');
    const { webhooks } = api.sdk(ours.testKey);
    for (const payload of [text, event]) {
      expect(await webhooks.validateSignature({ secret, payload, signature } as never)).toEqual(event);
      const remote = await call('POST /webhooks/validate-signature', { secret, payload, signature });
      expect([remote.status, remote.body]).toEqual([200, event]);
    }
    await call(`DELETE /webhooks/${id}`);
  });
});

describe('creating a webhook', () => {
  it('answers 201 with its secret, and for the same URL again 200 without it and as it was', async () => {
    const first = await call('POST /webhooks', { url: 'https://example.com/same', enabled_events: ['*'] });
    const again = await call('POST /webhooks', {
      ...{ url: 'HTTPS://EXAMPLE.com:443/same', enabled_events: ['invoice.stamped'], ordered: true },
    });
    const { secret, ...shown } = first.body;
    expect([first.status, again.status, again.body]).toEqual([201, 200, shown]);
    expect(secret).toMatch(SECRET);
    await call(`DELETE /webhooks/${first.body.id}`);
  });

  it('takes everything, and shows no value of a header', async () => {
    const body = {
      ...{
        url: 'http://example.com:8080/x?y=z',
        description: 'ERP de producción',
        payload: 'thin',
        ordered: true,
      },
      enabled_events: [
        'receipt.status_updated',
        'invoice.created_from_dashboard',
        'invoice.payment_received',
      ],
      headers: { Authorization: 'Bearer to-be-hidden', 'X-Tenant': '7' },
    };
    const { status, body: created } = await call('POST /webhooks', body);
    expect([status, created]).toMatchObject([
      201,
      { ...body, headers: { Authorization: '********', 'X-Tenant': '********' } },
    ]);
    expect(JSON.stringify((await call('GET /webhooks')).body)).not.toContain('to-be-hidden');
    await call(`DELETE /webhooks/${created.id}`);
  });

  it.each([
    [{}, ['url', 'required'], ['enabled_events', 'required']],
    [{ url: '', enabled_events: [] }, ['url', 'invalid_length'], ['enabled_events', 'invalid_length']],
    [{ url: 'example.com/hook', enabled_events: ['*'] }, ['url', 'invalid_format']],
    [{ url: 'ftp://example.com', enabled_events: ['*'] }, ['url', 'invalid_format']],
    [{ url: 'https://user:pass@example.com', enabled_events: ['*'] }, ['url', 'invalid_value']],
    [{ url: 'https://example.com/#part', enabled_events: ['*'] }, ['url', 'invalid_value']],
    [{ url: `https://example.com/${'a'.repeat(2_048)}`, enabled_events: ['*'] }, ['url', 'invalid_length']],
    [{ url: 'http://169.254.169.254/latest', enabled_events: ['*'] }, ['url', 'invalid_value']],
    [{ url: 'http://0xa9fea9fe/latest', enabled_events: ['*'] }, ['url', 'invalid_value']],
    [{ url: 'https://[fd00::1]/', enabled_events: ['*'] }, ['url', 'invalid_value']],
    [{ url: 'https://a.example', enabled_events: ['invoice.stampd'] }, ['enabled_events.0', 'invalid_value']],
    [{ url: 'https://a.example', enabled_events: ['webhook.ping'] }, ['enabled_events.0', 'invalid_value']],
    [{ url: 'https://a.example', enabled_events: ['*', '*'] }, ['enabled_events.1', 'invalid_value']],
    [{ url: 'https://a.example', enabled_events: '*' }, ['enabled_events', 'invalid_type']],
    [{ url: 'https://a.example', enabled_events: ['*'], payload: 'slim' }, ['payload', 'invalid_value']],
    [{ url: 'https://a.example', enabled_events: ['*'], secret: 'whsec_mine' }, ['secret', 'not_allowed']],
    [
      { url: 'https://a.example', events: ['*'] },
      ['enabled_events', 'required'],
      ['events', 'unknown_field'],
    ],
    [
      { url: 'ftp://a.example', enabled_events: ['x'] },
      ['enabled_events.0', 'invalid_value'],
      ['url', 'invalid_format'],
    ],
  ])('is refused %j', async (body, ...expected) => {
    const { status, body: refusal } = await call('POST /webhooks', body);
    expect([status, refusal.code]).toEqual([400, 'invalid_request']);
    expect(refusal.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(
      expected,
    );
  });

  it.each([
    ['host', 'a', 'not_allowed'],
    ['Content-Type', 'text/plain', 'not_allowed'],
    ['Webhook-Signature', 'a', 'not_allowed'],
    ['facturapi-signature', 'a', 'not_allowed'],
    ['Transfer-Encoding', 'chunked', 'not_allowed'],
    ['X Y', 'a', 'invalid_value'],
    ['X-A:', 'a', 'invalid_value'],
    ['X-A', 'a\r\nHost: b', 'invalid_format'],
    ['X-A', 'año', 'invalid_format'],
    ['X-A', '', 'invalid_format'],
    ['X-A', 'a'.repeat(1_025), 'invalid_length'],
    ['X-A', 7, 'invalid_type'],
  ])('is refused the header %s: %s', async (name, value, code) => {
    const { status, body } = await call('POST /webhooks', {
      ...{ url: newUrl(), enabled_events: ['*'], headers: { [name]: value } },
    });
    expect([status, body.errors]).toMatchObject([400, [{ code, path: expect.stringMatching(/^headers/) }]]);
  });

  it('limits how many headers there are, and how long they are together', async () => {
    const headers = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'a'.repeat(length)]));
    const codeOf = async (parts: object) =>
      (await call('POST /webhooks', { url: newUrl(), enabled_events: ['*'], headers: parts })).body.errors[0];
    expect(await codeOf(headers(21, 1))).toMatchObject({ path: 'headers', code: 'invalid_length' });
    expect(await codeOf(headers(20, 1_000))).toMatchObject({ path: 'headers', code: 'too_large' });
    expect(await codeOf({ 'X-A': '1', 'x-a': '2' })).toMatchObject({
      path: 'headers.x-a',
      code: 'not_allowed',
    });
  });

  it('says what is meant, in both languages', async () => {
    const body = { url: 'https://a.example', enabled_events: ['invoice.stampd'] };
    expect((await call('POST /webhooks', body)).body.errors[0].message).toContain(
      '¿quiso decir "invoice.stamped"?',
    );
    const unknown = { url: 'https://10.0.0.1', enabled_events: ['nonsense'] };
    const { body: refusal } = await call('POST /webhooks', unknown, english);
    expect(refusal.errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining(CONTRACT_EVENT_TYPES.join(', ')),
      'The address in "url" is not allowed: it belongs to a private or reserved network.',
    ]);
  });

  it('is refused above the limit, in both languages; the same URL is found there, too', async () => {
    const key = (await api.newOrganization(await api.newUser(), 'Muchas')).testKey;
    const make = (n: number, headers = {}) =>
      api.call(key, 'POST /webhooks', { url: `https://example.com/${n}`, enabled_events: ['*'] }, headers);
    for (let n = 0; n < 20; n += 1) expect((await make(n)).status).toBe(201);
    const refused = await make(20);
    expect([refused.status, refused.body.code]).toEqual([409, 'webhook_limit_reached']);
    expect(refused.body.message).toContain('el máximo de webhooks en este ambiente (20)');
    expect((await make(20, english)).body.message).toContain('maximum number of webhooks');
    const again = await make(7);
    expect(again.status).toBe(200);
    await api.call(key, `DELETE /webhooks/${again.body.id}`);
    expect((await make(20)).status).toBe(201);
  });
});

describe('editing a webhook', () => {
  it('disables and enables it, and leaves what is not sent', async () => {
    const { secret: _, ...created } = await create({ description: 'a', ordered: true });
    const off = await call(`PUT /webhooks/${created.id}`, { status: 'disabled' });
    expect(off.body).toEqual({
      ...{ ...created, status: 'disabled', disabled_reason: 'request', disabled_at: anInstant },
    });
    const on = await call(`PUT /webhooks/${created.id}`, { status: 'enabled', description: null });
    expect(on.body).toEqual({ ...created, description: null });
    expect((await call(`PUT /webhooks/${created.id}`, {})).body).toEqual(on.body);
    await call(`DELETE /webhooks/${created.id}`);
  });

  it('is refused the URL of another one, which it names', async () => {
    const [one, other] = [await create(), await create()];
    const taken = await call(`PUT /webhooks/${one.id}`, { url: other.url });
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { code: 'conflict', resource_id: other.id, errors: [{ path: 'url', code: 'invalid_value' }] },
    ]);
    expect((await call(`PUT /webhooks/${one.id}`, { url: one.url })).status).toBe(200);
    for (const { id } of [one, other]) await call(`DELETE /webhooks/${id}`);
  });

  it('replaces its headers, and leaves the values that are sent as they are shown', async () => {
    const { id } = await create({ headers: { Authorization: 'Bearer abc', 'X-Old': '1' } });
    const { body } = await call(`PUT /webhooks/${id}`, {
      headers: { authorization: '********', 'X-New': '2' },
    });
    expect(body.headers).toEqual({ authorization: '********', 'X-New': '********' });
    const unknown = await call(`PUT /webhooks/${id}`, { headers: { 'X-Old': '********' } });
    expect(unknown.body.errors).toMatchObject([{ path: 'headers.X-Old', code: 'invalid_value' }]);
    expect((await call(`PUT /webhooks/${id}`, { headers: {} })).body.headers).toEqual({});
    await call(`DELETE /webhooks/${id}`);
  });

  it('is refused what creating is', async () => {
    const { id } = await create();
    for (const [body, path] of [
      [{ url: 'http://192.168.1.1' }, 'url'],
      [{ enabled_events: ['invoice'] }, 'enabled_events.0'],
      [{ status: 'paused' }, 'status'],
      [{ headers: { Host: 'a' } }, 'headers.Host'],
    ] as const) {
      const { status, body: refusal } = await call(`PUT /webhooks/${id}`, body);
      expect([status, refusal.path]).toEqual([400, path]);
    }
    await call(`DELETE /webhooks/${id}`);
  });
});

describe('the secret of a webhook', () => {
  it('is shown by itself, and another one after a rotation', async () => {
    const { id, secret } = await create();
    expect((await call(`GET /webhooks/${id}/secret`)).body).toEqual({ secret });
    const rotated = await call(`POST /webhooks/${id}/rotate-secret`);
    expect([rotated.status, rotated.body.secret]).toEqual([200, expect.stringMatching(SECRET)]);
    expect(rotated.body.secret).not.toBe(secret);
    expect((await call(`GET /webhooks/${id}/secret`)).body).toEqual(rotated.body);
    await call(`DELETE /webhooks/${id}`);
    expect((await call(`GET /webhooks/${id}/secret`)).body.code).toBe('webhook_not_found');
  });

  it.each(['00', 'f'.repeat(64), 'no hex', 'sha256='])('signs nothing by %s', async (signature) => {
    const body = { secret: 'whsec_a', payload: '{}', signature };
    const { status, body: refusal } = await call('POST /webhooks/validate-signature', body);
    expect([status, refusal.code, refusal.path]).toEqual([400, 'webhook_signature_invalid', 'signature']);
  });

  it('signs text that is no event, which is refused as what it is', async () => {
    const signature = createHmac('sha256', 'whsec_a').update('[1]').digest('hex').toUpperCase();
    const { body } = await call('POST /webhooks/validate-signature', {
      ...{ secret: 'whsec_a', payload: '[1]', signature },
    });
    expect(body.errors).toMatchObject([{ path: 'payload', code: 'invalid_format' }]);
  });
});

describe('the list of webhooks', () => {
  it('is paged either way, newest first, of one organization', async () => {
    const made = [await create(), await create(), await create()].map(({ id }) => id as string);
    const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);
    const newest = made.toReversed();
    const all = await call('GET /webhooks');
    expect(idsOf(all)).toEqual(newest);
    expect(all.body).toMatchObject({ page: 1, total_pages: 1, total_results: 3, totals_are_capped: false });
    expect(idsOf(await call('GET /webhooks?limit=2&page=2'))).toEqual(newest.slice(2));
    const first = await call('GET /webhooks?pagination=cursor&limit=2');
    expect([idsOf(first), first.body.previous_cursor]).toEqual([newest.slice(0, 2), null]);
    const second = await call(`GET /webhooks?limit=2&after=${first.body.next_cursor}`);
    expect([idsOf(second), second.body.next_cursor]).toEqual([newest.slice(2), null]);
    expect(idsOf(await call(`GET /webhooks?limit=2&before=${second.body.previous_cursor}`))).toEqual(
      newest.slice(0, 2),
    );
    expect((await api.call(theirs.testKey, 'GET /webhooks')).body.data).toEqual([]);
    expect((await call('GET /webhooks?after=nonsense')).body.path).toBe('after');
    for (const id of made) await call(`DELETE /webhooks/${id}`);
  });
});

describe('a webhook of somebody else', () => {
  it.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/secret'],
    ['POST', '/rotate-secret'],
  ])('is not there for %s %s, in either language', async (method, rest) => {
    const { id } = await create();
    const body = method === 'PUT' ? { status: 'disabled' } : undefined;
    for (const target of [id as string, NOWHERE, 'x']) {
      const key = target === id ? theirs.testKey : ours.testKey;
      const refused = await api.call(key, `${method} /webhooks/${target}${rest}`, body);
      expect([refused.status, refused.body]).toMatchObject([
        404,
        { code: 'webhook_not_found', message: 'No se encontró el webhook.' },
      ]);
    }
    const refused = await call(`${method} /webhooks/${NOWHERE}${rest}`, body, english);
    expect(refused.body.message).toBe('The webhook was not found.');
    expect((await call(`GET /webhooks/${id}`)).body.status).toBe('enabled');
    await call(`DELETE /webhooks/${id}`);
  });

  it('can have the same URL', async () => {
    const url = newUrl();
    const body = { url, enabled_events: ['*'] };
    const both = [await call('POST /webhooks', body), await api.call(theirs.testKey, 'POST /webhooks', body)];
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    await call(`DELETE /webhooks/${both[0]?.body.id}`);
    expect((await api.call(theirs.testKey, `DELETE /webhooks/${both[1]?.body.id}`)).status).toBe(200);
  });

  it('needs a key', async () => expect((await api.call('sk_test_nobody', 'GET /webhooks')).status).toBe(401));
});

it('leaves no secret of an endpoint in the vault when it is gone, and none in events', async () => {
  const organization = await api.newOrganization(await api.newUser(), 'Discreta');
  const as = (request: string, body?: unknown) => api.call(organization.testKey, request, body);
  const { body } = await as('POST /webhooks', {
    ...{ url: newUrl(), enabled_events: ['*'], headers: { 'X-Token': 'very-secret-token' } },
  });
  const rotated = [1, 2].map(() => as(`POST /webhooks/${body.id}/rotate-secret`));
  const secrets = [body.secret, ...(await Promise.all(rotated)).map((one) => one.body.secret as string)];
  const named = async () => {
    const { rows } = await api.runtime.pool.query<{ name: string }>(
      `SELECT name FROM platform.secrets WHERE organization_id = $1 AND name LIKE 'webhook/%'`,
      [organization.id],
    );
    return rows.map(({ name }) => name.split('/')[3]).sort();
  };
  expect(await named()).toEqual(['headers', 'secret', 'secret']);
  await as(`PUT /webhooks/${body.id}`, { headers: { 'X-Token': 'another-token' } });
  expect(await named()).toEqual(['headers', 'secret', 'secret']);
  await as(`DELETE /webhooks/${body.id}`);
  expect(await named()).toEqual([]);
  const text = await textOfEvents(api.runtime.store, 'webhooks-');
  for (const secret of [...secrets, 'very-secret-token', 'another-token']) expect(text).not.toContain(secret);
  expect(text).toContain('X-Token');
});
