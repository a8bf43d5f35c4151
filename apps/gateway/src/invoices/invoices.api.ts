import { Module } from '@nestjs/common';
import type { SharedPool } from '#eventing';
import { CataloguesModule } from '#fiscal';
import { SHARED_POOL, Vault, poolOf } from '#hosting';
import { CustomersApi } from '../customers/customers.api.js';
import { DownloadUrls } from '../files/download-urls.js';
import { InvoiceFiles } from '../files/invoice-files.js';
import { Previews } from '../files/previews.js';
import { SignedUrls } from '../files/signed-urls.js';
import { gatewaySecret } from '../gateway-secret.js';
import { IdempotentRequests } from '../idempotency.js';
import { PublicUrl } from '../portal/public-url.js';
import { ProductsApi } from '../products/products.api.js';
import { GatewayShared } from '../shared.module.js';
import { ZipRequests } from '../zip-requests/zip-requests.js';
import { ZipRequestsController } from '../zip-requests/zip-requests.controller.js';
import { InvoiceComplements } from './complements/complements.js';
import { CustomPayments } from './complements/custom-payments.js';
import { ForeignTrade } from './complements/foreign-trade.js';
import { PayableInvoices } from './complements/payable.js';
import { PaymentResolver } from './complements/payments.js';
import { DocumentHistory } from '../history/document-history.js';
import { CreateInvoiceController } from './create.controller.js';
import { InvoiceContents } from './content.js';
import { InvoiceDownloadUrlsController } from './download-urls.controller.js';
import { InvoiceEmailController } from './email.controller.js';
import { InvoiceFilesController } from './files.controller.js';
import { InvoiceHistoryController } from './history.controller.js';
import { ImportInvoicesController } from './imports/import.controller.js';
import { ImportedRows } from './imports/rows.js';
import { DocumentUploads } from './imports/upload.js';
import { InvoiceIssuing } from './issuing.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicePaymentsController } from './payments.controller.js';
import { InvoicePreviewController } from './preview.controller.js';
import { DocumentsModule } from '../read-models/documents.js';
import { InvoiceQueries } from './queries.js';
import { ReceiptsOfInvoices } from './receipts-of-invoice.js';
import { InvoiceRulesBeside } from './rules-beside.js';
import { InvoiceWarnings } from './warnings.js';

/** The routes of invoices. Files come last: their `:format` would take the other routes' words. */
@Module({
  imports: [GatewayShared, CustomersApi, ProductsApi, CataloguesModule, DocumentsModule],
  controllers: [
    CreateInvoiceController,
    ImportInvoicesController,
    InvoicesController,
    InvoicePaymentsController,
    InvoiceEmailController,
    InvoicePreviewController,
    InvoiceHistoryController,
    ZipRequestsController,
    InvoiceDownloadUrlsController,
    InvoiceFilesController,
  ],
  providers: [
    poolOf('gateway'),
    CustomPayments,
    DocumentUploads,
    ForeignTrade,
    ImportedRows,
    InvoiceComplements,
    IdempotentRequests,
    InvoiceContents,
    InvoiceIssuing,
    InvoiceQueries,
    ReceiptsOfInvoices,
    InvoiceRulesBeside,
    InvoiceWarnings,
    PayableInvoices,
    PaymentResolver,
    PublicUrl,
    InvoiceFiles,
    DocumentHistory,
    DownloadUrls,
    Previews,
    ZipRequests,
    {
      provide: SignedUrls,
      inject: [SHARED_POOL, Vault],
      useFactory: async (pool: SharedPool, vault: Vault) =>
        new SignedUrls(await gatewaySecret(pool, vault, 'download-urls')),
    },
  ],
  exports: [
    DocumentHistory,
    DownloadUrls,
    IdempotentRequests,
    InvoiceContents,
    InvoiceFiles,
    InvoiceIssuing,
    InvoiceQueries,
    Previews,
    SignedUrls,
    ZipRequests,
  ],
})
export class InvoicesApi {}
