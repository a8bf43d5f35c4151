import { Module } from '@nestjs/common';
import { runtimeOf } from '#platform';
import { CatalogsApi } from './catalogs/catalogs.api.js';
import { CustomersApi } from './customers/customers.api.js';
import { CheckController, HealthController } from './health/health.controller.js';
import { InvoicesApi } from './invoices/invoices.api.js';
import { MailboxApi } from './mailbox/mailbox.api.js';
import { OrganizationsApi } from './organizations/organizations.api.js';
import { ProductsApi } from './products/products.api.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { GatewayShared } from './shared.module.js';

/** The public REST API. Needs PlatformModule, and PacModule for the sandbox's ledger. */
@Module({
  imports: [GatewayShared, OrganizationsApi, CustomersApi, ProductsApi, InvoicesApi, CatalogsApi, MailboxApi],
  providers: [runtimeOf('gateway')],
  controllers: [HealthController, CheckController, SandboxController],
})
export class GatewayModule {}
