import { Module } from '@nestjs/common';
import { CataloguesModule } from '#fiscal';
import { poolOf } from '#hosting';
import { CustomersApi } from '../customers/customers.api.js';
import { InvoicesApi } from '../invoices/invoices.api.js';
import { GatewayShared } from '../shared.module.js';
import { RetentionContents } from './content.js';
import { CreateRetentionController } from './create.controller.js';
import { RetentionIssuing } from './issuing.js';
import { RetentionQueries } from './queries.js';
import { RetentionsController } from './retentions.controller.js';
import { RetentionRulesBeside } from './rules-beside.js';
import { RetentionWarnings } from './warnings.js';

/** The routes of retentions but for their files and mails, which come after these. */
@Module({
  imports: [GatewayShared, CustomersApi, InvoicesApi, CataloguesModule],
  controllers: [CreateRetentionController, RetentionsController],
  providers: [
    poolOf('gateway'),
    RetentionContents,
    RetentionIssuing,
    RetentionQueries,
    RetentionRulesBeside,
    RetentionWarnings,
  ],
  exports: [RetentionContents, RetentionIssuing, RetentionQueries],
})
export class RetentionsApi {}
