import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import facturapi from 'facturapi';
import { randomBytes } from 'node:crypto';
import type { Clock } from '#kernel';
import { CustomersModule } from '#apps/customers/src/customers.module';
import { customersService } from '#apps/customers/src/service';
import { AuditApi } from '#apps/gateway/src/audit/audit.api';
import { CustomersApi } from '#apps/gateway/src/customers/customers.api';
import { configureHttp, createHttpAdapter } from '#http';
import { routes } from '#apps/gateway/src/routes';
import { gatewayService } from '#apps/gateway/src/service';
import { OrganizationsApi } from '#apps/gateway/src/organizations/organizations.api';
import { ProductsApi } from '#apps/gateway/src/products/products.api';
import { DocumentsModule } from '#apps/gateway/src/read-models/documents';
import { ProposalsApi } from '#apps/gateway/src/proposals/proposals.api';
import { SuppliersApi } from '#apps/gateway/src/suppliers/suppliers.api';
import { UsersApi } from '#apps/gateway/src/users/users.api';
import { WebhooksApi } from '#apps/gateway/src/webhooks/webhooks.api';
import { InvoicingModule } from '#apps/invoicing/src/invoicing.module';
import { invoicingService } from '#apps/invoicing/src/service';
import { ReceiptsModule } from '#apps/receipts/src/receipts.module';
import { receiptsService } from '#apps/receipts/src/service';
import { OrganizationsModule } from '#apps/organizations/src/organizations.module';
import { organizationsService } from '#apps/organizations/src/service';
import { WebhooksModule } from '#apps/webhooks/src/webhooks.module';
import { webhooksService } from '#apps/webhooks/src/service';
import { HostingModule, createLogger, keysOf, loadConfig, openRuntime, type Runtime } from '#hosting';
import { listen, startServices } from '#hosting/runtime/run-service';
import { freshDatabase } from './database.js';
import { testEventStore, type TestEventStore } from './event-store.js';
import { NEVER_TOO_MUCH } from './limits.js';
import { createUser } from './user.js';

/** A client of the public SDK (a CommonJS module, whose class is its `default`). */
export type SdkClient = InstanceType<typeof facturapi.default>;

/** An organization of a test, and a client for its Test key. */
export interface TestOrganization {
  readonly id: string;
  readonly testKey: string;
}

export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of all kinds
  readonly body: any;
  readonly headers: Headers;
}

/** The API of organizations, customers, suppliers and products on a port, over a database of its own. */
export interface SmallApi {
  readonly baseUrl: string;
  readonly runtime: Runtime;
  /** A request with a key: method and path below /v2, and a JSON body. */
  call(key: string, request: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A client of the public SDK. */
  sdk(key: string): SdkClient;
  /** What the application has made of a class of its own. */
  get<T>(type: Type<T>): T;
  newUser(): Promise<string>;
  newOrganization(userKey: string, name?: string): Promise<TestOrganization>;
  close(): Promise<void>;
}

@Module({})
class SmallApp {
  static over(runtime: Runtime): DynamicModule {
    return {
      module: SmallApp,
      imports: [
        HostingModule.forRuntime(runtime),
        OrganizationsModule,
        CustomersModule,
        // Answers of organizations ask these two for the next folios.
        InvoicingModule,
        ReceiptsModule,
        OrganizationsApi,
        AuditApi,
        UsersApi,
        CustomersApi,
        ProductsApi,
        SuppliersApi,
        ProposalsApi,
        DocumentsModule,
        WebhooksModule,
        WebhooksApi,
      ],
    };
  }
}

interface SmallApiParts {
  readonly clock?: Clock;
  /** Where several are to share a database: where it is, the key of its secrets, and where their events are. */
  readonly shared?: { readonly url: string; readonly masterKey: Buffer; readonly events: TestEventStore };
}

export async function startSmallApi({ shared, ...parts }: SmallApiParts = {}): Promise<SmallApi> {
  const own = shared ? undefined : await freshDatabase();
  const events = shared?.events ?? (await testEventStore());
  const log = createLogger({ level: 'silent' });
  const runtime = await openRuntime({
    // The person who runs the tests may have loaded catalogues.
    config: loadConfig({
      ...{ TIMBRA_CATALOGUES: '/nowhere/catalogues', TIMBRA_PORT: '0' },
      ...NEVER_TOO_MUCH,
      ...events.env,
    }),
    databaseUrl: shared?.url ?? own?.url ?? '',
    keys: keysOf(shared?.masterKey ?? randomBytes(32)),
    log,
    services: [
      ...[organizationsService, customersService, invoicingService, receiptsService],
      ...[webhooksService, gatewayService],
    ],
    soleInstance: !shared,
    ...parts,
  });
  const app = await NestFactory.create<NestFastifyApplication>(SmallApp.over(runtime), createHttpAdapter(), {
    bodyParser: false,
    logger: ['error'],
  });
  configureHttp(app, { routes });
  await startServices(app, runtime);
  await listen(app, runtime);
  const baseUrl = `${await app.getUrl()}/v2`;

  const call = async (key: string, request: string, body?: unknown, headers = {}): Promise<Answer> => {
    const [method = 'GET', path = ''] = request.split(' ');
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };

  return {
    baseUrl,
    runtime,
    call,
    sdk: (key) => {
      const client = new facturapi.default(key);
      client.BASE_URL = baseUrl;
      return client;
    },
    get: (type) => app.get(type, { strict: false }),
    newUser: () => createUser(runtime),
    newOrganization: async (userKey, name = 'Escuela') => {
      const { body } = await call(userKey, 'POST /organizations', { name });
      const { body: testKey } = await call(userKey, `GET /organizations/${body.id}/apikeys/test`);
      return { id: body.id as string, testKey: testKey as string };
    },
    close: async () => {
      await app.close();
      await own?.drop();
      if (!shared) await events.stop();
    },
  };
}

/** Requests with the key of an organization. */
export const callsBy =
  (api: SmallApi, { testKey }: TestOrganization) =>
  (request: string, body?: unknown, headers?: Record<string, string>) =>
    api.call(testKey, request, body, headers);
