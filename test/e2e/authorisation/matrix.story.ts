import { Agent, request } from 'node:http';
import { routes } from '#apps/gateway/src/routes';
import { startApp, type TestApp } from '../../support/app.js';
import { INBOUND } from '../../support/mails.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { makeCredentials, type Credential, type Outcome } from './credentials.js';
import { isOpen, rules, type Rule } from './rules.js';

/**
 * Every route with everything that a request may carry. The routes are the service's own, so that none is forgotten; what is
 * expected of them is written down apart (rules.ts, credentials.ts). Each request has a body of a type that no route takes:
 * it is judged right after the caller's rights, so that who passes changes nothing.
 */

let app: TestApp;
let agent: Agent;
let organizationId: string;
let credentials: readonly Credential[];

beforeAll(async () => {
  app = await startApp(INBOUND);
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  ({ organizationId, all: credentials } = await makeCredentials(app));
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

const AT_ONCE = 8;
const NOWHERE = '0'.repeat(24);

/** The path of a route with an id in each place: of ours where it is an organization's. */
const pathOf = (route: string): string =>
  (route.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'organization_id') return organizationId;
    return name === 'format' ? 'xml' : NOWHERE;
  });

interface Got {
  readonly status: number;
  readonly code: string | undefined;
}

/** A request with a body: of a type that no route takes, unless another is given, which is JSON. */
const ask = (method: string, path: string, headers: Credential['headers'], json?: string): Promise<Got> =>
  new Promise((resolve, reject) => {
    const url = new URL(path, app.baseUrl);
    const sent = request(url, {
      ...{ method, agent },
      headers: {
        ...headers,
        'content-type': json === undefined ? 'text/plain' : 'application/json',
        'content-length': Buffer.byteLength(json ?? 'x'),
      },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      // It goes on until somebody ends it.
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        resolve({ status: answer.statusCode ?? 0, code: undefined });
        return void answer.destroy();
      }
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, code: /"code":"(\w+)"/.exec(text)?.[1] }),
      );
    });
    sent.end(json ?? 'x');
  });

/** What an answer says of who asked: whoever passes is refused for the body. */
function outcomeOf({ status, code }: Got, rule: Rule): Outcome {
  // Health looks at no body, and hosted pages say in their own way that it is none for them.
  if (status === 415 || (isOpen(rule) && status !== 401 && status !== 403)) return 'passes';
  return `${status} ${code ?? ''}`;
}

const rulesOf = (route: string): readonly Rule[] => {
  const [method = '', path = ''] = route.split(' ');
  return rules.filter((rule) => rule.methods.includes(method) && rule.path.test(path));
};

describe('the matrix of routes and credentials', () => {
  it('has one rule for each route', () => {
    const counts = Object.keys(routes).map((route) => `${route}: ${rulesOf(route).length}`);
    expect(counts.filter((line) => !line.endsWith(': 1'))).toEqual([]);
  });

  it('is what the service does', async () => {
    const cells = Object.keys(routes).flatMap((route) => {
      const [rule] = rulesOf(route);
      if (!rule) throw new Error(`no rule for ${route}`);
      return credentials.map((credential) => ({ route, rule, credential }));
    });
    const wrong: string[] = [];
    const next = cells.values();
    const work = async (): Promise<void> => {
      for (const { route, rule, credential } of next) {
        const got = await ask(route.split(' ')[0] ?? '', pathOf(route), credential.headers);
        const [is, expected] = [outcomeOf(got, rule), credential.outcome(rule, route)];
        if (is !== expected) wrong.push(`${route} with ${credential.name}: ${is}, not ${expected}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(wrong).toEqual([]);
    expect(cells.length).toBeGreaterThan(4_000);
  });

  it('is not taken back by what comes after the door', async () => {
    const owner = credentials.find(({ name }) => name === 'the owner');
    const wrong: string[] = [];
    for (const route of Object.keys(routes)) {
      const [rule] = rulesOf(route);
      const [method = ''] = route.split(' ');
      // What is written is a document with an id that is nowhere, or empty.
      if (!rule || isOpen(rule) || rule.people === 'nobody') continue;
      if (method !== 'GET' && rule.people !== 'header') continue;
      const { status, code } = await ask(
        method,
        pathOf(route),
        { ...owner?.headers, ...(rule.keys === 'L' && { 'x-environment': 'live' }) },
        method === 'GET' ? '' : '{}',
      );
      if (status === 401 || status === 403 || status >= 500) wrong.push(`${route}: ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('met no bug on the way', () => expect(app.bugs()).toEqual([]));
});
