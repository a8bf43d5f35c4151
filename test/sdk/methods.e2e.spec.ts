import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDocument, type ApiDocument } from '../fuzz/document.js';
import { startApp, type Json, type TestApp } from '../support/app.js';
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

/** A CSD as the sandbox's authority hands it out. */
const HOLDER = { rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' };

let app: TestApp;
let wire: Wire;
let document: ApiDocument;
let csd: Json;
beforeAll(async () => {
  app = await startApp();
  wire = await startWire(app.baseUrl);
  document = readDocument(await app.get('/openapi.json', { key: null }));
  csd = await app.sandbox.issueCsd(HOLDER);
});
afterAll(async () => {
  await wire.close();
  await app.close();
});

/** Without the names of parameters. */
const shape = (operation = '') => operation.replace(/\{\w+\}/g, '{}');

const isStream = (answer: Json): boolean => typeof answer?.[Symbol.asyncIterator] === 'function';
/** As the SDK's users see it: parsed JSON, or the bytes of a stream. */
const valueOf = async (answer: unknown): Promise<unknown> =>
  typeof answer === 'object' && isStream(answer) ? bytesOf(answer) : answer;

describe.each(sdkVersions)('SDK $version', ({ connect, authorization }) => {
  let clients: { readonly organization: Json; readonly user: Json; readonly colleague: Json };
  const made: Made = {};
  beforeAll(async () => {
    const user = await app.newUser();
    made['own'] = await app.newOrganization(user);
    made['csd'] = csd;
    const colleague = await app.newUser();
    made['colleague'] = await app.get('/users/me', { key: colleague });
    clients = {
      organization: connect(made['own'].key, wire.baseUrl),
      user: connect(user, wire.baseUrl),
      colleague: connect(colleague, wire.baseUrl),
    };
  });

  const offline = connect('sk_test_none', 'http://localhost:1/v2');
  const has = ({ method }: { method: string }) => methodsOf(offline).includes(method);

  it('has no method that is not tried', () => {
    const tried = steps.map(({ method }) => method);
    expect(methodsOf(offline).filter((method) => !tried.includes(method))).toEqual([]);
  });

  it.each(steps.filter(has))('$method', async ({ operation, by, call, check }) => {
    wire.taken();
    const answer = await valueOf(await call(clients[by ?? 'organization'], made));
    const exchange = wire.taken().at(-1);
    if (operation === null) {
      expect(exchange).toBeUndefined();
      return check?.(answer, made);
    }
    if (!exchange) throw new Error('nothing was asked');
    const { method, path, sent, status, headers, bytes } = exchange;
    const reached = document.operationOf(method, `/v2${path}`);
    expect([operation].flat().map(shape)).toContain(shape(reached?.id));
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
