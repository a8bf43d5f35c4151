import { Module } from '@nestjs/common';
import { CataloguesModule, SandboxLedgerModule } from '#fiscal';
import { AuditApi } from './audit/audit.api.js';
import { CancellationRequestsApi } from './cancellation-requests/cancellation-requests.api.js';
import { CatalogsApi } from './catalogs/catalogs.api.js';
import { CustomersApi } from './customers/customers.api.js';
import { EventsApi } from './events/events.api.js';
import { CheckController, HealthController } from './health/health.controller.js';
import { EventStreamApi } from './event-stream/event-stream.api.js';
import { ExportsApi } from './exports/exports.api.js';
import { FilesApi } from './files/files.api.js';
import { InboundMailApi } from './inbound-mail/inbound-mail.api.js';
import { InvoicesApi } from './invoices/invoices.api.js';
import { MailboxApi } from './mailbox/mailbox.api.js';
import { OrganizationsApi } from './organizations/organizations.api.js';
import { SelfInvoiceApi } from './portal/self-invoice/self-invoice.api.js';
import { ProductsApi } from './products/products.api.js';
import { ProposalsApi } from './proposals/proposals.api.js';
import { ReceiptFilesApi } from './receipts/files/receipt-files.api.js';
import { ReceiptInvoicingApi } from './receipts/invoicing/invoicing.api.js';
import { ReceiptsApi } from './receipts/receipts.api.js';
import { RetentionFilesApi } from './retentions/files/retention-files.api.js';
import { RetentionsApi } from './retentions/retentions.api.js';
import { ToolsApi } from './tools/tools.api.js';
import { DownloadsApi } from './downloads/downloads.api.js';
import { StampingApi } from './stamping/stamping.api.js';
import { SuppliersApi } from './suppliers/suppliers.api.js';
import { UsersApi } from './users/users.api.js';
import { WebhooksApi } from './webhooks/webhooks.api.js';
import { ClockApi } from './sandbox/clock/clock.api.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxSuppliersController } from './sandbox/suppliers/suppliers.controller.js';
import { GatewayShared } from './shared.module.js';

/** The public REST API. Needs HostingModule. */
@Module({
  imports: [
    CataloguesModule,
    SandboxLedgerModule,
    GatewayShared,
    OrganizationsApi,
    AuditApi,
    UsersApi,
    CustomersApi,
    ProductsApi,
    SuppliersApi,
    ProposalsApi,
    InvoicesApi,
    ReceiptInvoicingApi,
    ReceiptsApi,
    ReceiptFilesApi,
    RetentionsApi,
    RetentionFilesApi,
    FilesApi,
    CancellationRequestsApi,
    ExportsApi,
    StampingApi,
    DownloadsApi,
    CatalogsApi,
    WebhooksApi,
    EventsApi,
    EventStreamApi,
    MailboxApi,
    InboundMailApi,
    ClockApi,
    SelfInvoiceApi,
    ToolsApi,
  ],
  controllers: [HealthController, CheckController, SandboxController, SandboxSuppliersController],
})
export class GatewayModule {}
