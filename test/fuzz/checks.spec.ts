import { describe, expect, it } from '@jest/globals';
import { problemsOf } from './checks.js';
import { readDocument, type Operation } from './document.js';
import { seeded } from './random.js';
import { requestTo } from './requests.js';
import type { FuzzAnswer, FuzzRequest } from './sender.js';
import { MARK, type World } from './world.js';

/** The checks themselves: each finds what it is there for, and requests are the same for the same seed. */

const thing = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, size: { type: 'integer', maximum: 9 } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const document = readDocument({
  paths: {
    '/v2/things/{thing_id}': {
      get: {
        security: [{ key: [] }],
        parameters: [{ name: 'thing_id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: json({ $ref: '#/components/schemas/Thing' }), default: json({ type: 'object' }) },
      },
    },
    '/v2/things': {
      post: {
        security: [{ key: [] }],
        requestBody: json({ $ref: '#/components/schemas/Thing' }),
        responses: { 200: json({ $ref: '#/components/schemas/Thing' }), default: json({ type: 'object' }) },
      },
    },
    '/v2/things/batch': {
      post: {
        security: [{ key: [] }],
        requestBody: json({
          type: 'object',
          properties: {
            receipts: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Thing' } },
          },
        }),
        responses: { 200: json({ type: 'object' }) },
      },
    },
    '/v2/things/preview': {
      post: {
        security: [{ key: [] }],
        requestBody: json({ $ref: '#/components/schemas/Thing' }),
        responses: { 200: json({ type: 'object' }) },
      },
    },
  },
  components: { schemas: { Thing: thing, Error: { type: 'object', required: ['code'] } } },
});
const [get, post] = document.operations as [Operation, Operation];

const asked = (fields: Partial<FuzzRequest> = {}): FuzzRequest => ({
  ...{ kind: 'valid', method: 'GET', path: '/v2/things/1', headers: {}, stranger: false },
  ...fields,
});
const answered = (body: unknown, status = 200, headers: object = {}): FuzzAnswer => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-service-log-id': 'a'.repeat(24),
    'x-facturapi-log-id': 'a'.repeat(24),
    ...headers,
  },
  bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  took: 1,
});
const others = ['0123456789abcdef01234567'];
const found = (answer: FuzzAnswer, request = asked(), operation = get) =>
  problemsOf(document, operation, request, answer, others);

const refusal = (status: number, fields: object = {}) =>
  answered({ code: 'x', status, message: 'No.', errors: [], ...fields }, status);

it('finds nothing in a proper answer', () => {
  expect(found(answered({ id: '1' }))).toEqual([]);
  expect(found(refusal(404))).toEqual([]);
});

describe('finds', () => {
  it.each<readonly [string, FuzzAnswer, RegExp]>([
    ['a field that is not in the document', answered({ id: '1', more: 1 }), /additional properties/],
    ['a field that is missing', answered({}), /required property 'id'/],
    ['no JSON', answered('{'), /no JSON/],
    ['a status that is not in the document', answered({ id: '1' }, 201), /status 201/],
    ['another content type', answered({ id: '1' }, 200, { 'content-type': 'text/html' }), /text\/html/],
    ['a server’s error', refusal(500), /server's error/],
    ['an outage that is none', refusal(503), /server's error/],
    ['a status that is not its own', refusal(404, { status: 400 }), /status 404 says/],
    ['a message with a hole', refusal(404, { message: 'Not {path}.' }), /hole/],
    ['no log id', answered({ id: '1' }, 200, { 'x-service-log-id': undefined }), /x-service-log-id/],
    ['what is another’s', answered({ id: `${MARK} uno` }), /another tenant/],
    ['an identifier of another’s', answered({ id: others[0] }), /another tenant/],
  ])('%s', (_, answer, problem) => {
    expect(found(answer)).toContainEqual(expect.stringMatching(problem));
  });

  it('what is opened without a key, and answers to what is no operation', () => {
    expect(found(answered({ id: '1' }), asked({ stranger: true }))).toEqual(['200 without a proper key']);
    const nowhere = asked({ path: '/v2/nothing' });
    expect(found(answered({ id: '1' }), nowhere)).toContainEqual(expect.stringMatching(/status 200/));
    expect(found(refusal(404), nowhere)).toEqual([]);
  });

  it('a body that is refused though it is allowed, or taken though it is not', () => {
    const sent = (body: object) =>
      asked({
        ...{ method: 'POST', path: '/v2/things', body: Buffer.from(JSON.stringify(body)) },
        headers: { 'content-type': 'application/json' },
      });
    const errors = [{ code: 'unknown_field', path: 'size', location: 'body', message: 'No.' }];
    const refused = refusal(400, { errors });
    expect(found(refused, sent({ id: '1', size: 1 }), post)).toEqual([
      'refuses what the document allows: unknown_field size',
    ]);
    expect(found(refused, sent({ id: '1', other: 1 }), post)).toEqual([]);
    const taken = found(answered({ id: '1' }), sent({ id: '1', size: 10 }), post);
    expect(taken).toEqual([expect.stringMatching(/takes what the document forbids/)]);
    expect(found(answered({ id: '1' }), sent({ id: '1', size: null }), post)).toEqual([]);

    const previewed = (problems: readonly object[]) =>
      found(answered({ problems }), { ...sent({ id: '1', size: 10 }), path: '/v2/things/preview' }, post);
    expect(previewed([{ code: 'thing_not_found' }])).toEqual([]);
    expect(previewed([])).toEqual(taken);

    const batch = (...answers: readonly object[]) =>
      found(
        answered({ data: answers }),
        { ...sent({ receipts: [{ id: '1' }, { id: '1', size: 10 }] }), path: '/v2/things/batch' },
        post,
      );
    const [made, wrong] = [{ receipt: {} }, { error: {} }];
    expect(batch(made, wrong)).toEqual([]);
    expect(batch(wrong, wrong)).toEqual([]);
    expect(batch(made, made)).toEqual([expect.stringMatching(/forbids: .receipts.1.size/)]);
  });
});

it('makes the same requests of the same seed, and others of another', () => {
  const world: World = {
    ...{ user: 'sk_user_x', organization: { id: '1', key: 'sk_test_x' }, others: {} },
    files: { documents: [], address: '' },
    idFor: () => undefined,
    learn: () => undefined,
  };
  const series = (seed: number) => {
    const random = seeded(seed);
    return Array.from({ length: 50 }, () => requestTo(random, document, world, random.pick([get, post])));
  };
  expect(series(7)).toEqual(series(7));
  expect(series(8)).not.toEqual(series(7));
  expect(new Set(series(7).map(({ kind }) => kind))).toEqual(new Set(['valid', 'near', 'wild']));
});
