import { Module } from '@nestjs/common';
import { CustomersApi } from '../../customers/customers.api.js';
import { InvoicesApi } from '../../invoices/invoices.api.js';
import { GatewayShared } from '../../shared.module.js';
import { ReceiptsApi } from '../receipts.api.js';
import { ReceiptEmailController } from './email.controller.js';
import { TicketController } from './ticket.controller.js';
import { ReceiptFilesController } from './files.controller.js';
import { ReceiptFiles } from './receipt-files.js';

/** PDF, ticket and e-mail of receipts. */
@Module({
  imports: [GatewayShared, CustomersApi, InvoicesApi, ReceiptsApi],
  controllers: [ReceiptFilesController, TicketController, ReceiptEmailController],
  providers: [ReceiptFiles],
  exports: [ReceiptFiles],
})
export class ReceiptFilesApi {}
