import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { CancellationModule } from '#apps/cancellation/src/cancellation.module';
import { cancellationService } from '#apps/cancellation/src/service';
import { CustomersModule } from '#apps/customers/src/customers.module';
import { customersService } from '#apps/customers/src/service';
import { InvoicingModule } from '#apps/invoicing/src/invoicing.module';
import { invoicingService } from '#apps/invoicing/src/service';
import { NotificationsModule } from '#apps/notifications/src/notifications.module';
import { notificationsService } from '#apps/notifications/src/service';
import { OrganizationsModule } from '#apps/organizations/src/organizations.module';
import { organizationsService } from '#apps/organizations/src/service';
import { PublisherModule } from '#apps/publisher/src/publisher.module';
import { ReceiptsModule } from '#apps/receipts/src/receipts.module';
import { receiptsService } from '#apps/receipts/src/service';
import { ReceptionModule } from '#apps/reception/src/reception.module';
import { receptionService } from '#apps/reception/src/service';
import { StampingModule } from '#apps/stamping/src/stamping.module';
import { stampingService } from '#apps/stamping/src/service';
import { WebhooksModule } from '#apps/webhooks/src/webhooks.module';
import { webhooksService } from '#apps/webhooks/src/service';
import { newId } from '#kernel';
import { aggregateOf } from '#bus/kafka/domain/names';
import { createLogger, keysOf, loadConfig, openRuntime, type ServiceDefinition } from '#hosting';
import { openPast } from '#hosting/runtime/past';
import { asTyped } from '../support/commands.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { startServices } from '../support/services.js';

/** Each service alone, as Nest boots it: its module has all that its handlers inject, and takes its own commands only. */

const withoutEvents: ServiceDefinition = {
  name: 'publisher',
  migrations: [],
  projections: [],
  processes: [],
};

/** A command that each service can answer without the others. */
const SERVICES: readonly [ServiceDefinition, Type, string | undefined, unknown][] = [
  [organizationsService, OrganizationsModule, 'organizations.renew-test-key', {}],
  [customersService, CustomersModule, 'customers.delete', {}],
  [invoicingService, InvoicingModule, 'invoicing.history', { limit: 10, page: 1 }],
  [stampingService, StampingModule, 'stamping.stamp', { retry: true }],
  [cancellationService, CancellationModule, 'cancellation.follow', { number: 1 }],
  [notificationsService, NotificationsModule, 'notifications.deliver-mail', { attempt: 1 }],
  [withoutEvents, PublisherModule, undefined, undefined],
  [receiptsService, ReceiptsModule, 'receipts.cancel', {}],
  [
    receptionService,
    ReceptionModule,
    'reception.import',
    { upload: 'none', name: 'a.xml', source: 'upload' },
  ],
  [webhooksService, WebhooksModule, 'webhooks.delete', { webhook_id: newId() }],
];

describe('a service alone', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it.each(
    SERVICES.map(([service, module, type, data]) => ({ name: service.name, service, module, type, data })),
  )(
    '$name starts, answers a command and a question about its past, and stops',
    async ({ service, module, type, data }) => {
      const runtime = await openRuntime({
        config: loadConfig({ TIMBRA_DATABASE_POOL: '4' }),
        databaseUrl: database.url,
        keys: keysOf(KEY),
        log: createLogger({ level: 'silent' }),
        services: [service],
        soleInstance: true,
      });
      const app = await startServices(runtime, [module]);
      try {
        expect(runtime.bus.serves('stamping.stamp')).toBe(service.name === 'stamping');
        const past = openPast({ bus: runtime.bus, partitions: () => 3 });
        for (const prefix of service.owns ?? []) {
          const page = await past.read(aggregateOf(prefix), 0, 0n, 10, new AbortController().signal);
          expect(page.end).toBe(true);
        }
        if (type === undefined) return;
        const key = newId();
        const tenant = { organizationId: newId(), livemode: false };
        const envelope = { id: newId(), key, tenant, actor: 'test', correlationId: 'c' };
        const time = new Date('2026-11-23T12:00:00.000Z').toISOString();
        const outcome = await runtime.bus.send(asTyped({ ...envelope, type, time, data }));
        // Of what is not there it says so: the command has come to its decider, and back.
        const code = outcome.ok ? 'ok' : outcome.refusal.code;
        expect([type, code]).toEqual([type, ANSWERS[type]]);
      } finally {
        await app.close();
      }
    },
  );
});

const KEY = randomBytes(32);
const ANSWERS: Readonly<Record<string, string>> = {
  'organizations.renew-test-key': 'organization_not_found',
  'customers.delete': 'customer_not_found',
  'invoicing.history': 'invoice_not_found',
  'stamping.stamp': 'stamping_in_progress',
  'cancellation.follow': 'ok',
  'notifications.deliver-mail': 'not_found',
  'receipts.cancel': 'receipt_not_found',
  'reception.import': 'not_found',
  'webhooks.delete': 'webhook_not_found',
};
