import { Module } from '@nestjs/common';
import { CataloguesModule } from '#fiscal';
import { poolOf } from '#hosting';
import { CustomersApi } from '../customers/customers.api.js';
import { InvoicesApi } from '../invoices/invoices.api.js';
import { ProductsApi } from '../products/products.api.js';
import { GatewayShared } from '../shared.module.js';
import { ReceiptAnswers } from './answers.js';
import { ReceiptContents } from './content.js';
import { CreateReceiptController } from './create.controller.js';
import { ReceiptImportsController } from './imports/imports.controller.js';
import { ReceiptUploads } from './imports/upload.js';
import { ReceiptBatchController } from './many/batch.controller.js';
import { ReceiptBatches } from './many/batch.js';
import { ReceiptEntries } from './many/entries.js';
import { MadeReceipts } from './many/made.js';
import { ReceiptQueries } from './queries.js';
import { ReceiptRulesBeside } from './rules-beside.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptRefunds } from './refunds/refunds.js';
import { ReceiptRefundsController } from './refunds/refunds.controller.js';
import { ReceiptSummaries } from './summaries.js';

/** The routes of receipts, and what others need to read and answer them. */
@Module({
  imports: [GatewayShared, CataloguesModule, CustomersApi, InvoicesApi, ProductsApi],
  // Before those of single receipts: their paths are no ids.
  controllers: [
    ReceiptBatchController,
    ReceiptImportsController,
    CreateReceiptController,
    ReceiptsController,
    ReceiptRefundsController,
  ],
  providers: [
    poolOf('gateway'),
    MadeReceipts,
    ReceiptAnswers,
    ReceiptBatches,
    ReceiptContents,
    ReceiptEntries,
    ReceiptQueries,
    ReceiptUploads,
    ReceiptRefunds,
    ReceiptRulesBeside,
    ReceiptSummaries,
  ],
  exports: [ReceiptAnswers, ReceiptContents, ReceiptQueries],
})
export class ReceiptsApi {}
