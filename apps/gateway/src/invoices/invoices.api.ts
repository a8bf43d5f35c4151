import { Module } from '@nestjs/common';
import { CustomersApi } from '../customers/customers.api.js';
import { ProductsApi } from '../products/products.api.js';
import { GatewayShared } from '../shared.module.js';
import { InvoiceComplements } from './complements/complements.js';
import { ForeignTrade } from './complements/foreign-trade.js';
import { PayableInvoices } from './complements/payable.js';
import { PaymentResolver } from './complements/payments.js';
import { InvoiceContents } from './content.js';
import { InvoiceEmailController } from './email.controller.js';
import { InvoiceFilesController } from './files.controller.js';
import { InvoicesController } from './invoices.controller.js';
import { InvoicePaymentsController } from './payments.controller.js';
import { InvoiceQueries } from './queries.js';

/** The routes of invoices. Files come last: their `:format` would take the other routes' words. */
@Module({
  imports: [GatewayShared, CustomersApi, ProductsApi],
  controllers: [
    InvoicesController,
    InvoicePaymentsController,
    InvoiceEmailController,
    InvoiceFilesController,
  ],
  providers: [
    ForeignTrade,
    InvoiceComplements,
    InvoiceContents,
    InvoiceQueries,
    PayableInvoices,
    PaymentResolver,
  ],
})
export class InvoicesApi {}
