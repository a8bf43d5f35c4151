import { Module, type DynamicModule } from '@nestjs/common';
import { CancellationModule } from '#apps/cancellation/src/cancellation.module';
import { CustomersModule } from '#apps/customers/src/customers.module';
import { GatewayModule } from '#apps/gateway/src/gateway.module';
import { InvoicingModule } from '#apps/invoicing/src/invoicing.module';
import { NotificationsModule } from '#apps/notifications/src/notifications.module';
import { OrganizationsModule } from '#apps/organizations/src/organizations.module';
import { StampingModule } from '#apps/stamping/src/stamping.module';
import { ReceiptsModule } from '#apps/receipts/src/receipts.module';
import { ReceptionModule } from '#apps/reception/src/reception.module';
import { WebhooksModule } from '#apps/webhooks/src/webhooks.module';
import { HostingModule, type Runtime } from '#hosting';

/** All services in one process. */
@Module({})
export class StandaloneModule {
  static forRuntime(runtime: Runtime): DynamicModule {
    return {
      module: StandaloneModule,
      imports: [
        HostingModule.forRuntime(runtime),
        OrganizationsModule,
        CustomersModule,
        InvoicingModule,
        StampingModule,
        CancellationModule,
        NotificationsModule,
        WebhooksModule,
        ReceiptsModule,
        ReceptionModule,
        GatewayModule,
      ],
    };
  }
}
