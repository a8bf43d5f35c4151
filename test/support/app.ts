import facturapi from 'facturapi';
import type { Clock, SystemNow } from '#kernel';
import type { SandboxPac } from '#pac';
import { CsdVault, SANDBOX_PAC } from '#fiscal';
import { createLogger, loadConfig, type Logger, type Runtime, type Tracing } from '#hosting';
import { DEMO_LEGAL, ensureDemo, type Demo } from '#apps/standalone/src/demo';
import { startStandalone } from '#apps/standalone/src/standalone';
import { testBus } from './bus.js';
import { filledDatabase, freshDatabase, type TestDatabase } from './database.js';
import { testEventStore } from './event-store.js';
import { NEVER_TOO_MUCH } from './limits.js';
import { requestOf } from './request.js';
import { Undocumented } from './undocumented.js';
import { createUser } from './user.js';

/** A folder that is not there. */
const NO_CATALOGUES = '/nowhere/catalogues';

/** A client of the public SDK (a CommonJS module, whose class is its `default`). */
export type SdkClient = InstanceType<typeof facturapi.default>;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of all kinds
export type Json = any;

export interface Answer {
  readonly status: number;
  /** Parsed where it is JSON, else the text. */
  readonly body: Json;
  readonly bytes: Buffer;
  readonly headers: Headers;
}

export interface CallOptions {
  /** The demo organization's Test key by default; null: no credentials. */
  readonly key?: string | null;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An organization of a test, and its Test key. */
export interface TestOrganization {
  readonly id: string;
  readonly key: string;
}

/** The whole service on a free port, over a database of its own, with the demo organization. */
export interface TestApp {
  /** Ends with /v2. */
  readonly baseUrl: string;
  readonly demo: Demo;
  readonly runtime: Runtime;
  /** Where /metrics is, with TIMBRA_OPERATOR_PORT. */
  readonly operatorUrl: string | undefined;
  /** The provider behind it: its certificates and its faults. */
  readonly sandbox: SandboxPac;
  /** One of its parts, for what a spec has happen sooner than a timer would. */
  part<Part>(provider: abstract new (...args: never[]) => Part): Part;
  /** A request: a body that is no text and no buffer goes as JSON. Paths are below /v2. */
  api(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** The body of an answer that must be a success. */
  get(path: string, options?: CallOptions): Promise<Json>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Json>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<Json>;
  del(path: string, options?: CallOptions): Promise<Json>;
  sdk(key?: string): SdkClient;
  /** A new user's key. */
  newUser(): Promise<string>;
  newOrganization(userKey: string, name?: string): Promise<TestOrganization>;
  /** What was logged as an error: a bug of the service. */
  bugs(): readonly string[];
  close(): Promise<void>;
}

/** What a test may put in the place of the service's own. */
export interface TestParts {
  readonly log?: Logger;
  readonly tracing?: Tracing;
  readonly clock?: Clock;
  readonly systemNow?: SystemNow;
}

/** Of every service of a test: the first one's secrets are in the databases of the others. */
export const MASTER_KEY = Buffer.alloc(32, 'tests').toString('base64');

/**
 * The database of a service that has been started before: its tables, the demo organization, the sandbox's keys and
 * the organization's CSD, which take longest to make.
 */
const startedDatabase = (): Promise<TestDatabase> =>
  filledDatabase('started', async (url) => {
    const config = loadConfig({
      DATABASE_URL: url,
      TIMBRA_PORT: '0',
      TIMBRA_MASTER_KEY: MASTER_KEY,
      TIMBRA_CATALOGUES: NO_CATALOGUES,
    });
    const service = await startStandalone({ config, log: createLogger({ level: 'error' }) });
    const { organization_id: organizationId } = await ensureDemo(service.runtime, service.url);
    const tenant = { organizationId, livemode: false };
    await service.app.get(CsdVault, { strict: false }).current(tenant, {
      rfc: DEMO_LEGAL.tax_id,
      nombre: DEMO_LEGAL.legal_name,
    });
    await service.stop();
  });

/** Whether it may go on from the start of another: with its events in the same place, and secrets by the same key. */
const startsAsUsual = (env: Readonly<Record<string, string>>): boolean =>
  ['TIMBRA_EVENT_STORE', 'TIMBRA_MASTER_KEY', 'TIMBRA_KAFKA'].every((name) => !(name in env));

/** Boots the service; `env` sets what its environment would. */
export async function startApp(
  env: Readonly<Record<string, string>> = {},
  parts: TestParts = {},
): Promise<TestApp> {
  const [events, bus] = await Promise.all([testEventStore(), testBus()]);
  const database = await (startsAsUsual({ ...events.env, ...bus, ...env })
    ? startedDatabase()
    : freshDatabase());
  const bugs: string[] = [];
  const log = createLogger({ level: 'error', to: { write: (line) => void bugs.push(line) } });
  const config = loadConfig({
    DATABASE_URL: database.url,
    TIMBRA_PORT: '0',
    // Wait for the outcome of a stamp, a clock or a mail, however slow the machine is.
    TIMBRA_STAMP_WAIT_MS: '60000',
    TIMBRA_MAIL_WAIT_MS: '60000',
    TIMBRA_MASTER_KEY: MASTER_KEY,
    ...NEVER_TOO_MUCH,
    // Nobody dies here: on a slow machine an invoice is in the making for long.
    TIMBRA_CLAIM_GRACE_MS: '30000',
    // The person who runs the tests may have loaded some.
    TIMBRA_CATALOGUES: NO_CATALOGUES,
    ...events.env,
    ...bus,
    ...env,
  });
  const drop = () => Promise.all([database.drop(), events.stop()]);
  const service = await startStandalone({ config, log, ...parts }).catch(async (error: unknown) => {
    // What failed is told, not that its database can't be dropped yet.
    await drop().catch(() => undefined);
    throw error;
  });
  const { runtime } = service;
  const baseUrl = `${service.url}/v2`;
  const demo = await ensureDemo(runtime, baseUrl);

  const undocumented = new Undocumented();
  const api: TestApp['api'] = async (method, path, body, { key = demo.test_key, language, headers } = {}) => {
    const response = await fetch(baseUrl + path, requestOf(method, { key, language, headers, body }));
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answered = isJson ? JSON.parse(bytes.toString()) : bytes.toString();
    undocumented.note(method, path, response.status, answered);
    return {
      status: response.status,
      body: answered,
      bytes,
      headers: response.headers,
    };
  };
  const success =
    (method: string) =>
    async (path: string, body?: unknown, options?: CallOptions): Promise<Json> => {
      const answer = await api(method, path, body, options);
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
  const post = success('POST');
  const get = success('GET');
  const del = success('DELETE');

  return {
    baseUrl,
    demo,
    runtime,
    operatorUrl: service.operatorUrl,
    sandbox: service.app.get<SandboxPac>(SANDBOX_PAC, { strict: false }),
    part: <Part>(provider: abstract new (...args: never[]) => Part) =>
      service.app.get<Part>(provider, { strict: false }),
    api,
    get: (path, options) => get(path, undefined, options),
    post,
    put: success('PUT'),
    del: (path, options) => del(path, undefined, options),
    sdk: (key = demo.test_key) => {
      const client = new facturapi.default(key);
      client.BASE_URL = baseUrl;
      return client;
    },
    newUser: () => createUser(runtime),
    newOrganization: async (userKey, name = 'Escuela') => {
      const { id } = (await post('/organizations', { name }, { key: userKey })) as { id: string };
      const key = (await get(`/organizations/${id}/apikeys/test`, undefined, { key: userKey })) as string;
      return { id, key };
    },
    bugs: () => bugs,
    close: async () => {
      await service.stop();
      await drop();
      undocumented.check();
    },
  };
}
