import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { CataloguesModule } from '#fiscal';
import { poolOf } from '#hosting';
import { automaticHandlers, automaticProviders } from './automatic/handlers.js';
import { claimHandlers, claimProviders } from './claim/handlers.js';
import { folioHandlers, folioProviders } from './folios/handlers.js';
import { importHandlers, importProviders } from './imports/handlers.js';
import { manyHandlers, manyProviders } from './many/handlers.js';
import { receiptHandlers, receiptProviders } from './receipt/handlers.js';
import { refundHandlers, refundProviders } from './refund/handlers.js';

/** Each folder has a table of its handlers; a command that is in none does not compile. */
const commands = serveLine('receipts', {
  ...receiptHandlers,
  ...manyHandlers,
  ...importHandlers,
  ...claimHandlers,
  ...automaticHandlers,
  ...folioHandlers,
  ...refundHandlers,
});

/** Receipts, the invoices that claim them, and what is given back of them. */
@Module({
  imports: [CataloguesModule],
  controllers: commands.controllers,
  providers: [
    poolOf('receipts'),
    ...receiptProviders,
    ...manyProviders,
    ...importProviders,
    ...claimProviders,
    ...automaticProviders,
    ...folioProviders,
    ...refundProviders,
    ...commands.providers,
  ],
})
export class ReceiptsModule {}
