import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDocument, type ApiDocument } from '../fuzz/document.js';
import { startApp, type Json, type TestApp, type TestOrganization } from '../support/app.js';
import { bytesOf } from '../support/downloads.js';
import { methodsOf, sdkVersions } from './clients.js';
import { steps } from './methods.js';
import type { Made } from './step.js';
import { startWire, type Wire } from './wire.js';

/**
 * Every method that four versions of the public SDK have for these resources, with nothing changed but the base
 * URL. What goes over the wire is held against the OpenAPI document: the path that a method asks must be an
 * operation of it, the answer must satisfy its schema, and the SDK must hand out just that.
 */

let app: TestApp;
let wire: Wire;
let document: ApiDocument;
beforeAll(async () => {
  app = await startApp();
  wire = await startWire(app.baseUrl);
  document = readDocument(await app.get('/openapi.json', { key: null }));
}, 60_000);
afterAll(async () => {
  await wire.close();
  await app.close();
});

/** Without the names of parameters. */
const shape = (operation = '') => operation.replace(/\{\w+\}/g, '{}');

const isStream = (answer: Json): boolean => typeof answer?.[Symbol.asyncIterator] === 'function';
/** As the SDK's users see it: parsed JSON, or the bytes of a stream. */
const valueOf = async (answer: unknown): Promise<unknown> => (isStream(answer) ? bytesOf(answer) : answer);

describe.each(sdkVersions)('SDK $version', ({ connect, authorization }) => {
  let organization: TestOrganization;
  let client: Json;
  const made: Made = {};
  beforeAll(async () => {
    organization = await app.newOrganization(await app.newUser());
    client = connect(organization.key, wire.baseUrl);
  });

  const offline = connect('sk_test_none', 'http://localhost:1/v2');
  const has = ({ method }: { method: string }) => methodsOf(offline).includes(method);

  it('has no method that is not tried', () => {
    const tried = steps.map(({ method }) => method);
    expect(methodsOf(offline).filter((method) => !tried.includes(method))).toEqual([]);
  });

  it.each(steps.filter(has))('$method', async ({ operation, call, check }) => {
    wire.taken();
    const answer = await valueOf(await call(client, made));
    const exchange = wire.taken().at(-1);
    if (!exchange) throw new Error('nothing was asked');
    const { method, path, sent, status, headers, bytes } = exchange;
    const reached = document.operationOf(method, `/v2${path}`);
    expect(shape(reached?.id)).toBe(shape(operation));
    expect(sent.headers.authorization).toMatch(authorization);
    const contentType = headers['content-type']?.split(';', 1)[0] ?? '';
    expect({ path, status, problems: document.problemsOf(reached, { status, contentType, bytes }) }).toEqual({
      path,
      status,
      problems: [],
    });
    expect(answer).toEqual(contentType === 'application/json' ? JSON.parse(bytes.toString()) : bytes);
    check?.(answer, made);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
