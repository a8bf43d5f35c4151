import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { refuse, type Tenant } from '#kernel';
import {
  Answers,
  Caller,
  CurrentTenant,
  JsonText,
  Keys,
  ListQuery,
  PathId,
  Public,
  unwrap,
} from './index.js';
import { Amount, ByType, DateRange, Email, Flag, Integer, ListOf, Nested, OneOf, Text } from './fields.js';
import type { DateRangeInput } from './dates.js';
import { nested, text } from './rules.js';
import { testApp, testKeys, type TestApp } from './testing.js';

class Address {
  @Text({ exact: 5 }) zip!: string;
  @Text({ optional: true, max: 100 }) street?: string;
}
class Item {
  @Amount({ above: 0 }) quantity!: string;
  @Text({ max: 20 }) description!: string;
}
class Thing {
  @Text({ max: 50 }) name!: string;
  @Email({ optional: true }) email?: string;
  @Nested(() => Address, { optional: true }) address?: Address;
  @ListOf(() => Item, { optional: true, max: 3 }) items?: Item[];
  @ByType({ string: text(), object: nested(() => Address) }, { optional: true }) customer?: string | Address;
}
class ThingQuery extends ListQuery {
  @OneOf(['paid', 'unpaid'], { optional: true }) state?: string;
  @ListOf(text(), { optional: true }) status?: string[];
  @DateRange({ optional: true }) date?: DateRangeInput;
  @Flag({ optional: true }) deep?: boolean;
  @Integer({ optional: true, min: 1 }) folio_number?: number;
}

@Controller('things')
class ThingsController {
  @Post() @Answers(Thing) create(@CurrentTenant() tenant: Tenant, @Body() body: Thing) {
    return { tenant, body };
  }
  @Get() list(@Query() query: ThingQuery) {
    return query;
  }
  @Get('refused/:why') refused(@Query('id') id: string) {
    return unwrap(
      refuse('idempotency_key_in_use', {
        resourceId: id,
        params: { id, retryAfter: 2.2 },
        path: 'idempotency_key',
      }),
    );
  }
  @Get('bug') bug() {
    throw new Error('secret detail of the database');
  }
  @Get(':thing_id') get(@PathId('thing_id', 'invoice_not_found') id: string) {
    return { id };
  }
  @Put(':thing_id/status') @JsonText() status(@PathId('thing_id', 'invoice_not_found') id: string) {
    return JSON.stringify({ id, raw: true });
  }
  @Delete(':thing_id') remove(@PathId('thing_id', 'invoice_not_found') id: string) {
    return { id };
  }
  @Get('key/bare') @JsonText() key() {
    return JSON.stringify('sk_test_x');
  }
}
@Controller('orgs')
@Keys('user')
class OrgsController {
  @Get() list(@Caller() caller: { kind: string }) {
    return { kind: caller.kind };
  }
  @Get('me') @Keys('test', 'live') me(@CurrentTenant() tenant: Tenant) {
    return tenant;
  }
  @Get('live') @Keys('live') live() {
    return {};
  }
  @Get('open') @Public() open() {
    return { open: true };
  }
}
@Controller('health')
class HealthController {
  @Get() health() {
    return { ok: true };
  }
}

const id = '6743f1c2a1b2c3d4e5f60718';
const log = jest.fn();
let http: TestApp;
beforeAll(async () => {
  http = await testApp([ThingsController, OrgsController, HealthController], {
    log,
    bodyLimit: 2 * 1024 * 1024,
  });
});
afterAll(() => http.app.close());

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { errors?: Record<string, unknown>[]; message?: string };
}
const ask = async (path: string, init?: Parameters<TestApp['call']>[1]): Promise<Answer> => {
  const response = await http.call(path, init);
  const raw = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (raw ? JSON.parse(raw) : undefined) as Answer['body'],
  };
};
const send = (
  method: string,
  path: string,
  body: string | Buffer<ArrayBuffer>,
  type = 'application/json',
  headers = {},
) => ask(path, { method, body, headers: { 'content-type': type, ...headers } });
const post = (body: unknown, headers = {}) =>
  send('POST', '/v2/things', JSON.stringify(body), 'application/json', headers);

describe('answers', () => {
  it('carry the log id under both names, a JSON type, and are not cached', async () => {
    const { status, headers } = await post({ name: 'x' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-service-log-id')).toMatch(/^[0-9a-f]{24}$/);
    expect(headers.get('x-facturapi-log-id')).toBe(headers.get('x-service-log-id'));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('may be JSON text already, bare strings included', async () => {
    const { body, headers } = await ask('/v2/things/key/bare');
    expect(body).toBe('sk_test_x');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('accept trailing slashes and HEAD', async () => {
    expect((await ask('/v2/things/')).status).toBe(200);
    expect((await ask('/v2/things', { method: 'HEAD' })).status).toBe(200);
  });

  it('leave health outside of /v2 and open', async () => {
    expect((await ask('/health', { authorization: null })).body).toEqual({ ok: true });
    expect((await ask('/v2/health')).status).toBe(404);
  });
});

describe('bodies', () => {
  it.each([
    ['PUT', `/v2/things/${id}/status`, '', 'application/json'],
    ['PUT', `/v2/things/${id}/status`, '{"params":null}', 'application/json; charset=utf-8'],
    ['PUT', `/v2/things/${id}/status`, '[]', 'application/json'],
    ['PUT', `/v2/things/${id}/status`, '', 'text/plain'],
    ['PUT', `/v2/things/${id}/status`, '', 'application/x-www-form-urlencoded'],
    ['DELETE', `/v2/things/${id}`, '', 'application/json'],
    ['DELETE', `/v2/things/${id}`, '{"x":1}', 'application/json'],
  ])('%s %s takes the body %j as %s', async (method, path, body, type) => {
    const answer = await send(method, path, body, type);
    expect([answer.status, answer.body.id]).toEqual([200, id]);
  });

  it('takes a GET with a JSON type and no body', async () => {
    expect((await ask(`/v2/things/${id}`, { headers: { 'content-type': 'application/json' } })).status).toBe(
      200,
    );
  });

  it.each([[''], ['[]'], ['null']])('counts %j as an empty object where one is expected', async (body) => {
    const answer = await send('POST', '/v2/things', body);
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_request', path: 'name' });
    expect(answer.body.errors).toHaveLength(1);
  });

  it.each([
    ['{"name":', 'application/json', 400, 'invalid_json'],
    [Buffer.from('{"name":"ñ"}', 'latin1'), 'application/json', 400, 'invalid_json'],
    ['{"name":"\\ud800"}', 'application/json', 400, 'invalid_request'],
    [
      '{"name":"x","items":[{"quantity":12345678901234.5678901,"description":"x"}]}',
      'application/json',
      400,
      'invalid_request',
    ],
    ['<a/>', 'application/xml', 415, 'unsupported_media_type'],
    ['name=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['{}', 'text/plain', 415, 'unsupported_media_type'],
    ['{}', 'nonsense', 415, 'unsupported_media_type'],
  ] as const)('refuses %j as %s', async (body, type, status, code) => {
    const answer = await send('POST', '/v2/things', body, type);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('refuses compressed bodies', async () => {
    const answer = await send('POST', '/v2/things', 'xx', 'application/json', { 'content-encoding': 'gzip' });
    expect(answer.body.code).toBe('unsupported_media_type');
  });

  it('refuses a body over the limit, and says the limit', async () => {
    const { body } = await post({ name: 'x'.repeat(3 * 1024 * 1024) });
    expect(body).toMatchObject({ status: 413, code: 'payload_too_large', location: 'body', errors: [] });
    expect(body.message).toContain('(2 MB)');
  });
});

describe('errors', () => {
  it('are the Error object, with one detail per wrong field', async () => {
    const { body } = await post({
      name: '',
      email: 'no',
      items: [{ quantity: 0, description: 'x', z: 1 }],
      customer: 5,
    });
    expect(body).toEqual({
      ok: false,
      message: 'La longitud del campo "name" no es válida (entre 1 y 50).',
      status: 400,
      code: 'invalid_request',
      location: 'body',
      path: 'name',
      errors: [
        expect.objectContaining({
          code: 'invalid_length',
          source: 'service',
          location: 'body',
          path: 'name',
        }),
        expect.objectContaining({ code: 'invalid_format', path: 'email' }),
        expect.objectContaining({ code: 'too_small', path: 'items[0].quantity' }),
        expect.objectContaining({ code: 'unknown_field', path: 'items[0].z' }),
        expect.objectContaining({ code: 'invalid_type', path: 'customer' }),
      ],
    });
  });

  it('speak the language asked for', async () => {
    const { body } = await post({}, { 'accept-language': 'fr;q=0.9, en-US;q=0.8, es;q=0.1' });
    expect(body.message).toBe('The field "name" is required.');
    expect((await post({})).body.message).toBe('El campo "name" es requerido.');
  });

  it('carry the resource in the way, the path, and Retry-After', async () => {
    const { body, headers } = await ask(`/v2/things/refused/x?id=${id}`);
    expect(body).toMatchObject({
      status: 409,
      code: 'idempotency_key_in_use',
      path: 'idempotency_key',
      resource_id: id,
    });
    expect(headers.get('retry-after')).toBe('3');
  });

  it('hide bugs and log them with the log id', async () => {
    log.mockClear();
    const { body, headers, status } = await ask('/v2/things/bug', { headers: { 'accept-language': 'en' } });
    expect(status).toBe(500);
    expect(body).toEqual({
      ok: false,
      message: 'An internal error occurred. Please try again later.',
      status: 500,
      code: 'internal_error',
      errors: [],
    });
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'secret detail of the database' }),
      expect.objectContaining({ logId: headers.get('x-service-log-id'), method: 'GET' }),
    );
  });

  it.each([
    ['GET', '/v2/nothing', 404, 'not_found'],
    ['GET', '/nothing', 404, 'not_found'],
    ['GET', '/v2/things/short', 404, 'invoice_not_found'],
    ['GET', '/v2/things/..%2f..%2fetc%2fpasswd', 404, 'invoice_not_found'],
    ['GET', '/v2/things/%ff', 400, 'invalid_request'],
    ['GET', '/v2/things/%', 400, 'invalid_request'],
    ['PATCH', '/v2/things', 405, 'method_not_allowed'],
    ['DELETE', '/v2/things', 405, 'method_not_allowed'],
    ['POST', `/v2/things/${id}`, 405, 'method_not_allowed'],
  ])('%s %s answers %d %s', async (method, path, status, code) => {
    const answer = await ask(path, { method });
    expect([answer.status, answer.body.code, answer.body.ok]).toEqual([status, code, false]);
    expect(answer.headers.get('x-service-log-id')).toMatch(/^[0-9a-f]{24}$/);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/GET/);
  });

  it('answer addresses that are too long', async () => {
    expect((await ask(`/v2/things/${'x'.repeat(600)}`)).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await ask(`/v2/things?q=${'x'.repeat(9000)}`)).body).toMatchObject({
      status: 414,
      code: 'uri_too_long',
    });
  });

  it('answer headers that are too large', async () => {
    const { port } = new URL(http.origin);
    const status = await new Promise<number | undefined>((resolve, reject) =>
      httpRequest({ port, path: '/v2/things', headers: { 'x-large': 'x'.repeat(20_000) } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(431);
  });

  it('answer what is not HTTP', async () => {
    const { port } = new URL(http.origin);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let read = '';
      socket.on('data', (chunk) => (read += chunk.toString()));
      socket.on('end', () => resolve(read));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ ok: false, code: 'invalid_request' });
  });
});

describe('queries', () => {
  it.each([
    ['status=a&status=b', { status: ['a', 'b'] }],
    ['status[]=a&status[]=b', { status: ['a', 'b'] }],
    ['status%5B0%5D=a&status%5B1%5D=b', { status: ['a', 'b'] }],
    ['status=a,b', { status: ['a', 'b'] }],
    ['status=a', { status: ['a'] }],
    ['date[gte]=2026-01-01&date%5Blt%5D=2026-02-01', { date: { gte: '2026-01-01', lt: '2026-02-01' } }],
    ['deep=True&limit=5&page=2', { deep: true, limit: 5, page: 2 }],
    ['deep=0&state=', { deep: false }],
    ['folio_number=12', { folio_number: 12 }],
  ])('%s', async (query, expected) => {
    expect((await ask(`/v2/things?${query}`)).body).toEqual(expected);
  });

  it.each([
    ['date=[object%20Object]', 'date', 'invalid_type'],
    ['date[eq]=2026-01-01', 'date.eq', 'unknown_field'],
    ['date[gte]=1&date=2', 'date', 'invalid_type'],
    ['limit=0', 'limit', 'too_small'],
    ['limit=101', 'limit', 'too_large'],
    ['limit=ten', 'limit', 'invalid_type'],
    ['limit=1e1', 'limit', 'invalid_type'],
    ['page=1&page=2', 'page', 'invalid_type'],
    ['state=other', 'state', 'invalid_value'],
    ['deep=maybe', 'deep', 'invalid_type'],
    ['nope=1', 'nope', 'unknown_field'],
    ['a[b][c]=1', 'a[b][c]', 'unknown_field'],
    ['__proto__[x]=1', '__proto__', 'unknown_field'],
    ['state=%ff', 'state', 'invalid_format'],
  ])('%s is refused at %s as %s', async (query, path, code) => {
    const { body } = await ask(`/v2/things?${query}`);
    expect(body).toMatchObject({ status: 400, code: 'invalid_request', location: 'query', path });
    expect(body.errors?.[0]).toMatchObject({ code, path, location: 'query' });
  });

  it('limits the number of parameters', async () => {
    const query = Array.from({ length: 201 }, (_, i) => `a${i}=1`).join('&');
    expect((await ask(`/v2/things?${query}`)).body).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('credentials', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  it.each([
    [`Bearer ${testKeys.test}`],
    [`bearer   ${testKeys.test} `],
    [basic(`${testKeys.test}:`)],
    [basic(`${testKeys.test}:`).replace('Basic', 'basic')],
    [basic(testKeys.test)],
  ])('takes %s', async (authorization) => {
    expect((await ask('/v2/orgs/me', { authorization })).body).toEqual({
      organizationId: id,
      livemode: false,
    });
  });

  it('tells Live from Test', async () => {
    const { body } = await ask('/v2/orgs/me', { authorization: `Bearer ${testKeys.live}` });
    expect(body).toEqual({ organizationId: id, livemode: true });
  });

  it.each([
    [null, '/v2/things', 401, 'missing_credentials'],
    ['Bearer ', '/v2/things', 401, 'missing_credentials'],
    ['Basic Og==', '/v2/things', 401, 'missing_credentials'],
    ['Digest x', '/v2/things', 401, 'unauthorized'],
    ['Basic ñ', '/v2/things', 401, 'unauthorized'],
    ['Bearer sk_test_unknown_key', '/v2/things', 401, 'api_key_invalid'],
    ['Bearer sk_user_unknown_key', '/v2/orgs', 401, 'user_key_invalid'],
    ['Bearer a b c', '/v2/things', 401, 'api_key_invalid'],
    [`Bearer ${testKeys.user}`, '/v2/things', 403, 'api_key_not_allowed'],
    [`Bearer ${testKeys.test}`, '/v2/orgs', 403, 'api_key_not_allowed'],
    [`Bearer ${testKeys.test}`, '/v2/orgs/live', 403, 'live_api_key_required'],
    [`Bearer ${testKeys.user}`, '/v2/orgs/live', 403, 'api_key_not_allowed'],
  ])('%s on %s answers %d %s', async (authorization, path, status, code) => {
    const answer = await ask(path, { authorization });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });

  it('come before the body is looked at', async () => {
    const answer = await ask('/v2/things', { method: 'POST', body: '{', authorization: null });
    expect(answer.body.code).toBe('missing_credentials');
  });

  it('are not asked for by public routes', async () => {
    expect((await ask('/v2/orgs/open', { authorization: null })).body).toEqual({ open: true });
    expect((await ask('/v2/orgs', { authorization: `Bearer ${testKeys.user}` })).body).toEqual({
      kind: 'user',
    });
  });
});

describe('browsers', () => {
  it('get their preflight answered without credentials', async () => {
    const response = await http.call('/v2/things', {
      method: 'OPTIONS',
      authorization: null,
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
    expect(response.headers.get('x-service-log-id')).toMatch(/^[0-9a-f]{24}$/);
  });

  it('may read the log id, of errors too', async () => {
    const { headers } = await ask('/v2/nothing', { headers: { origin: 'https://app.example' } });
    expect(headers.get('access-control-expose-headers')).toContain('x-facturapi-log-id');
  });
});

describe('documentation', () => {
  it('is an OpenAPI 3.1 document made from the controllers', async () => {
    const { body } = await ask('/v2/openapi.json', { authorization: null });
    const document = body as unknown as OpenApi;
    expect(document.openapi).toBe('3.1.0');
    const create = document.paths['/v2/things']?.post;
    expect(create?.requestBody?.content['application/json']?.schema.$ref).toBe('#/components/schemas/Thing');
    expect(create?.responses.default).toMatchObject({ description: 'Error' });
    const { Thing, Item } = document.components.schemas;
    expect(Thing?.required).toEqual(['name']);
    expect(Thing?.properties.customer).toMatchObject({
      oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Address' }],
    });
    expect(Thing?.properties.items).toMatchObject({ type: 'array', maxItems: 3 });
    expect(Item?.properties.quantity).toMatchObject({ type: 'number', exclusiveMinimum: 0 });
    const date = document.paths['/v2/things']?.get?.parameters.find(({ name }) => name === 'date');
    expect(date).toMatchObject({ in: 'query', style: 'deepObject', required: false });
    expect(document.paths['/v2/things/{thing_id}']?.get?.parameters).toMatchObject([
      { name: 'thing_id', in: 'path', required: true },
    ]);
    expect(document.paths['/health']).toBeDefined();
  });

  it.each([
    ['/docs', 'text/html'],
    ['/docs/', 'text/html'],
    ['/docs/start.js', 'text/javascript'],
    ['/docs/swagger-ui.css', 'text/css'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript'],
  ])('serves %s', async (path, type) => {
    const response = await http.call(path, { authorization: null });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect((await response.text()).length).toBeGreaterThan(100);
  });

  it('serves nothing else from there', async () => {
    expect((await ask('/docs/..%2fpackage.json', { authorization: null })).status).toBe(404);
  });
});

interface OpenApiOperation {
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  parameters: { name: string }[];
  responses: Record<string, unknown>;
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, { required: string[]; properties: Record<string, unknown> }> };
}
