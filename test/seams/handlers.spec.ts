import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { CancellationModule } from '#apps/cancellation/src/cancellation.module';
import { CustomersModule } from '#apps/customers/src/customers.module';
import { DocumentsModule } from '#apps/gateway/src/read-models/documents';
import { InvoicingModule } from '#apps/invoicing/src/invoicing.module';
import { NotificationsModule } from '#apps/notifications/src/notifications.module';
import { OrganizationsModule } from '#apps/organizations/src/organizations.module';
import { ReceiptsModule } from '#apps/receipts/src/receipts.module';
import { ReceptionModule } from '#apps/reception/src/reception.module';
import { StampingModule } from '#apps/stamping/src/stamping.module';
import { WebhooksModule } from '#apps/webhooks/src/webhooks.module';
import { BUS_TRANSPORT } from '#bus/nest/index';
import { COMMAND_LINES } from '#contracts';

/** What Nest reads off the modules of the services: their dispatchers, and the commands that these take. */

const modules: readonly Type[] = [
  OrganizationsModule,
  CustomersModule,
  InvoicingModule,
  StampingModule,
  CancellationModule,
  NotificationsModule,
  WebhooksModule,
  ReceiptsModule,
  ReceptionModule,
  DocumentsModule,
];

const dispatchers = modules.flatMap((module) => Reflect.getMetadata('controllers', module) as Type[]);
const patternsOf = (dispatcher: Type) =>
  Reflect.getMetadata('microservices:pattern', dispatcher.prototype.dispatch as object) as string[];
const transportOf = (dispatcher: Type) =>
  Reflect.getMetadata('microservices:transport', dispatcher.prototype.dispatch as object) as symbol;

describe('the modules of the services', () => {
  it('take the commands of every line, each in one place', () => {
    const lines = dispatchers.map((one) => new Set(patternsOf(one).map((type) => type.split('.', 1)[0])));
    expect(lines.flatMap((line) => [...line]).sort()).toEqual([...COMMAND_LINES].sort());
  });

  it('mark their handlers with the transport of our bus, so that no other server gets them', () => {
    expect(dispatchers.map(transportOf)).toEqual(dispatchers.map(() => BUS_TRANSPORT));
  });
});
