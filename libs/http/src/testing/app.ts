import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { configureHttp, createHttpAdapter, type HttpOptions } from '../app.js';
import { REQUEST_AUDIT, type RequestAudit } from '../audit.js';
import { KEY_DIRECTORY, type KeyDirectory, type Principal } from '../auth.js';
import { AUTHORITY, type Authority } from '../authority.js';
import type { RouteTable } from '../route-table.js';

/** The keys that {@link testApp} knows. */
export const testKeys = {
  test: 'sk_test_0123456789abcdef',
  live: 'sk_live_0123456789abcdef',
  user: 'sk_user_0123456789abcdef',
} as const;

const organizationId = '6743f1c2a1b2c3d4e5f60718';
const principals: Readonly<Record<string, Principal>> = {
  [testKeys.test]: { kind: 'test', organizationId, keyId: 'k1' },
  [testKeys.live]: { kind: 'live', organizationId, keyId: 'k2' },
  [testKeys.user]: { kind: 'user', userId: '6743f1c2a1b2c3d4e5f60719', keyId: 'k3' },
};

export interface TestApp {
  readonly app: NestFastifyApplication;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Fetches below the origin, with the Test key unless `authorization` says otherwise (null: none). */
  readonly call: (path: string, init?: RequestInit & { authorization?: string | null }) => Promise<Response>;
}

/** What every application serves beside its controllers. */
const page = { operation: 'read.docs.page', keys: [], bodyLimit: 'none', rateClass: 'unlimited' } as const;
const docsRoutes: RouteTable = {
  'GET /v2/openapi.json': page,
  'GET /docs': page,
  'GET /docs/errors': page,
  'GET /docs/:page': page,
  'GET /docs/:folder/:page': page,
  'GET /llms.txt': page,
  'GET /docs/start.js': page,
  'GET /docs/viewer.js': page,
  'GET /docs/icon.svg': page,
};

/** Who owns keys, and what people may do; by default {@link testKeys}, and that everybody belongs nowhere. */
export interface Owners {
  readonly directory?: KeyDirectory;
  readonly authority?: Authority;
  /** By default none is kept. */
  readonly audit?: RequestAudit;
}
const knownKeys: KeyDirectory = {
  find: (secret) => Promise.resolve(principals[secret]),
  isInForce: () => Promise.resolve(true),
};
const noLog: RequestAudit = { answered: () => undefined };
const strangers: Authority = {
  standingOf: () => Promise.resolve({ suspended: false, operations: undefined, closed: false }),
};

/** A listening application of these controllers and their routes on a free port, for specs of the wire. */
export async function testApp(
  controllers: Type[],
  routes: RouteTable,
  others: Partial<HttpOptions> = {},
  { directory = knownKeys, authority = strangers, audit = noLog }: Owners = {},
): Promise<TestApp> {
  class TestModule {}
  const providers = [
    { provide: KEY_DIRECTORY, useValue: directory },
    { provide: AUTHORITY, useValue: authority },
    { provide: REQUEST_AUDIT, useValue: audit },
  ];
  Module({ controllers, providers })(TestModule);
  const options = { ...others, routes: { ...docsRoutes, ...routes } };
  const adapter = createHttpAdapter(options);
  const app = await NestFactory.create<NestFastifyApplication>(TestModule, adapter, {
    bodyParser: false,
    logger: false,
  });
  configureHttp(app, options);
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    app,
    origin,
    call: (path, { authorization = `Bearer ${testKeys.test}`, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (authorization !== null) headers.set('authorization', authorization);
      return fetch(`${origin}${path}`, { ...init, headers });
    },
  };
}
