import { Module } from '@nestjs/common';
import { InvoicesApi } from '../../invoices/invoices.api.js';
import { GatewayShared } from '../../shared.module.js';
import { GlobalInvoiceController } from './global.controller.js';
import { ImportedGlobals } from './imported.js';
import { ReceiptAsks } from './asks.js';
import { ReceiptInvoicing } from './invoicing.js';
import { ToInvoiceController } from './to-invoice.controller.js';

/** The routes that make invoices of receipts. */
@Module({
  imports: [GatewayShared, InvoicesApi],
  controllers: [ToInvoiceController, GlobalInvoiceController],
  providers: [ImportedGlobals, ReceiptAsks, ReceiptInvoicing],
})
export class ReceiptInvoicingApi {}
