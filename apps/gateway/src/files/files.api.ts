import { Module } from '@nestjs/common';
import { InvoicesApi } from '../invoices/invoices.api.js';
import { ReceiptFilesApi } from '../receipts/files/receipt-files.api.js';
import { RetentionFilesApi } from '../retentions/files/retention-files.api.js';
import { GatewayShared } from '../shared.module.js';
import { FilesController } from './files.controller.js';

/** Downloads by signed URLs, of files of every kind. */
@Module({
  imports: [GatewayShared, InvoicesApi, ReceiptFilesApi, RetentionFilesApi],
  controllers: [FilesController],
})
export class FilesApi {}
