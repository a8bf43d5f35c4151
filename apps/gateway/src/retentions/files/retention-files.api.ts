import { Module } from '@nestjs/common';
import { CustomersApi } from '../../customers/customers.api.js';
import { InvoicesApi } from '../../invoices/invoices.api.js';
import { GatewayShared } from '../../shared.module.js';
import { RetentionHistoryController } from '../history.controller.js';
import { RetentionsApi } from '../retentions.api.js';
import { RetentionDownloadUrlsController } from './download-urls.controller.js';
import { RetentionEmailController } from './email.controller.js';
import { RetentionFilesController } from './files.controller.js';
import { RetentionFiles } from './retention-files.js';

/** History, mails and files of retentions. Files come last: their `:format` would take the other routes' words. */
@Module({
  imports: [GatewayShared, CustomersApi, InvoicesApi, RetentionsApi],
  controllers: [
    RetentionHistoryController,
    RetentionEmailController,
    RetentionDownloadUrlsController,
    RetentionFilesController,
  ],
  providers: [RetentionFiles],
  exports: [RetentionFiles],
})
export class RetentionFilesApi {}
