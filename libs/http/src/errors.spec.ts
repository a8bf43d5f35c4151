import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { testKeys } from './testing/app.js';
import { id, startThings, type Things } from './testing/things.js';

const log = jest.fn();
let http: Things;
beforeAll(async () => {
  http = await startThings({ log });
});
afterAll(() => http.app.close());

describe('errors', () => {
  it('are the Error object, with one detail per wrong field', async () => {
    const { body } = await http.post({
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
      doc_url: expect.stringMatching(/^http:.+\/docs\/errors#invalid_request$/),
      errors: [
        expect.objectContaining({
          code: 'invalid_length',
          source: 'service',
          location: 'body',
          path: 'name',
          doc_url: expect.stringMatching(/#invalid_length$/),
        }),
        expect.objectContaining({ code: 'invalid_format', path: 'email' }),
        expect.objectContaining({ code: 'too_small', path: 'items.0.quantity' }),
        expect.objectContaining({ code: 'unknown_field', path: 'items.0.z' }),
        expect.objectContaining({ code: 'invalid_type', path: 'customer' }),
      ],
    });
  });

  it('speak the language asked for', async () => {
    const { body } = await http.post({}, { 'accept-language': 'fr;q=0.9, en-US;q=0.8, es;q=0.1' });
    expect(body.message).toBe('The field "name" is required.');
    expect((await http.post({})).body.message).toBe('El campo "name" es requerido.');
  });

  it('carry the resource in the way, the path, and Retry-After', async () => {
    const { body, headers } = await http.ask(`/v2/things/refused/x?id=${id}`);
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
    const { body, headers, status } = await http.ask('/v2/things/bug', {
      headers: { 'accept-language': 'en' },
    });
    expect(status).toBe(500);
    expect(body).toEqual({
      ok: false,
      message: 'An internal error occurred. Please try again later.',
      status: 500,
      code: 'internal_error',
      doc_url: expect.stringContaining('#internal_error'),
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
    const answer = await http.ask(path, { method });
    expect([answer.status, answer.body.code, answer.body.ok]).toEqual([status, code, false]);
    expect(answer.headers.get('x-service-log-id')).toMatch(/^[0-9a-f]{24}$/);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/GET/);
  });

  it.each([
    ['/v2/thing', '/v2/things'],
    ['/things', '/v2/things'],
    ['/v1/things?q=1', '/v2/things'],
    ['/v2/v2/things', '/v2/things'],
    [`/v2/thing/${id}`, `/v2/things/${id}`],
  ])('say which address was meant by %s', async (path, meant) => {
    const { status, body } = await http.ask(path, { headers: { 'accept-language': 'en' } });
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(body.message).toContain(`did you mean "${meant}"?`);
  });

  it('answer addresses that are too long', async () => {
    expect((await http.ask(`/v2/things/${'x'.repeat(600)}`)).body).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await http.ask(`/v2/things?q=${'x'.repeat(9000)}`)).body).toMatchObject({
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

  it.each(['', 'Content-Type: application/json\r\n'])(
    'a caller that breaks off is no bug of ours (%j)',
    async (type) => {
      const { port } = new URL(http.origin);
      log.mockClear();
      await new Promise<void>((resolve, reject) => {
        const head = `POST /v2/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKeys.test}\r\n${type}`;
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(`${head}Transfer-Encoding: chunked\r\n\r\nno size of a chunk\r\n`),
        );
        socket.on('data', () => undefined);
        socket.on('close', () => resolve());
        socket.on('error', reject);
      });
      // What it set off has been answered once the next one is.
      await http.post({});
      expect(log).not.toHaveBeenCalled();
    },
  );
});
