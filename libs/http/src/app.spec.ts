import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { once } from 'node:events';
import { testKeys } from './testing/app.js';
import { id, startThings, type Things } from './testing/things.js';

let http: Things;
beforeAll(async () => {
  http = await startThings({ bodyLimit: 2 * 1024 * 1024, httpsOnly: true });
});
afterAll(() => http.app.close());

describe('answers', () => {
  it('carry the log id under both names, a JSON type, and are not cached', async () => {
    const { status, headers } = await http.post({ name: 'x' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-service-log-id')).toMatch(/^[0-9a-f]{24}$/);
    expect(headers.get('x-facturapi-log-id')).toBe(headers.get('x-service-log-id'));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('may be JSON text already, bare strings included', async () => {
    const { body, headers } = await http.ask('/v2/things/key/bare');
    expect(body).toBe('sk_test_x');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('accept trailing slashes and HEAD', async () => {
    expect((await http.ask('/v2/things/')).status).toBe(200);
    expect((await http.ask('/v2/things', { method: 'HEAD' })).status).toBe(200);
  });

  it('leave health outside of /v2 and open', async () => {
    expect((await http.ask('/health', { authorization: null })).body).toEqual({ ok: true });
    expect((await http.ask('/v2/health')).status).toBe(404);
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
    const answer = await http.send(method, path, body, type);
    expect([answer.status, answer.body.id]).toEqual([200, id]);
  });

  it('takes a GET with a JSON type and no body', async () => {
    expect(
      (await http.ask(`/v2/things/${id}`, { headers: { 'content-type': 'application/json' } })).status,
    ).toBe(200);
  });

  it.each([[''], ['[]'], ['null']])('counts %j as an empty object where one is expected', async (body) => {
    const answer = await http.send('POST', '/v2/things', body);
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
    const answer = await http.send('POST', '/v2/things', body, type);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('refuses compressed bodies', async () => {
    const answer = await http.send('POST', '/v2/things', 'xx', 'application/json', {
      'content-encoding': 'gzip',
    });
    expect(answer.body.code).toBe('unsupported_media_type');
    expect(answer.body.message).toContain('"application/json" y el cuerpo sin comprimir');
  });

  it('refuses a body over the limit, and says the limit', async () => {
    const { body } = await http.post({ name: 'x'.repeat(3 * 1024 * 1024) });
    expect(body).toMatchObject({ status: 413, code: 'payload_too_large', location: 'body', errors: [] });
    expect(body.message).toContain('(2 MB)');
  });
});

describe('the limit of a body', () => {
  const json = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes) });
  const KB = 1024;

  it.each([
    ['PUT', `/v2/things/${id}/status`, json(17 * KB), 'none is asked for', '16 KB'],
    ['DELETE', `/v2/things/${id}`, json(17 * KB), 'none is asked for', '16 KB'],
    ['PUT', `/v2/things/${id}`, json(257 * KB), 'a small one is', '256 KB'],
    ['POST', '/v2/things', json(2049 * KB), 'a large one is', '2 MB'],
  ])('of %s %s is the one of its row', async (method, path, body, _, limit) => {
    const answer = await http.send(method, path, body);
    expect(answer.body).toMatchObject({ status: 413, code: 'payload_too_large', location: 'body' });
    expect(answer.body.message).toContain(`(${limit})`);
  });

  it.each([
    ['PUT', `/v2/things/${id}/status`, json(15 * KB), 200],
    ['PUT', `/v2/things/${id}`, json(255 * KB), 400],
    ['POST', '/v2/things', json(2047 * KB), 400],
  ])('of %s %s leaves what is below it to the route', async (method, path, body, status) => {
    expect((await http.send(method, path, body)).status).toBe(status);
  });

  const put = (headers: string) =>
    `PUT /v2/things/${id}/status HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n`;
  const key = `authorization: Bearer ${testKeys.test}\r\n`;
  const chunk = `${(17 * KB).toString(16)}\r\n${' '.repeat(17 * KB)}\r\n`;

  it.each([
    ['by the length that is announced', put(`${key}content-length: 999999999999\r\n`), 413],
    ['at the first byte too many', put(`${key}transfer-encoding: chunked\r\n`) + chunk, 413],
    ['never, when nobody has shown a key', put('content-length: 999999999999\r\n'), 401],
  ])('is judged %s: the rest is not waited for', async (_, request, status) => {
    expect(await answerTo(request)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  /** The beginning of the answer to the beginning of a request. */
  const answerTo = async (request: string): Promise<string> => {
    const { hostname, port } = new URL(http.origin);
    const socket = connect(Number(port), hostname);
    socket.write(request);
    try {
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString();
    } finally {
      socket.destroy();
    }
  };
});

describe('a request', () => {
  it('carries the row of its route', async () => {
    expect((await http.ask(`/v2/things/${id}/row`)).body).toEqual({
      operation: 'read.things.row',
      keys: ['test'],
      bodyLimit: 'none',
      rateClass: 'detail',
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
    const { headers } = await http.ask('/v2/nothing', { headers: { origin: 'https://app.example' } });
    expect(headers.get('access-control-expose-headers')).toContain('x-facturapi-log-id');
  });
});
