import { Module } from '@nestjs/common';
import type { SharedPool } from '#eventing';
import { SHARED_POOL, Vault, poolOf } from '#hosting';
import { CustomersApi } from '../../customers/customers.api.js';
import { InvoiceFiles } from '../../files/invoice-files.js';
import { gatewaySecret } from '../../gateway-secret.js';
import { InvoiceQueries } from '../../invoices/queries.js';
import { GatewayShared } from '../../shared.module.js';
import { Attempts } from './attempts.js';
import { Doors } from './doors.js';
import { Guesses } from './guesses.js';
import { PortalInvoicing } from './invoicing.js';
import { SelfInvoicePages } from './pages.js';
import { Portals } from './portals.js';
import { PortalLimits } from './limits.js';
import { Readings } from './readings.js';
import { ReceiptKeys } from './receipts.js';
import { Submissions } from './submissions.js';
import { Widget } from './widget/widget.js';

/** The portal on which customers invoice their receipts, and its widget for pages of shops. */
@Module({
  imports: [GatewayShared, CustomersApi],
  providers: [
    poolOf('gateway'),
    Doors,
    Guesses,
    InvoiceFiles,
    InvoiceQueries,
    PortalInvoicing,
    PortalLimits,
    Portals,
    Readings,
    ReceiptKeys,
    SelfInvoicePages,
    Submissions,
    Widget,
    {
      provide: Attempts,
      inject: [SHARED_POOL, Vault],
      useFactory: async (pool: SharedPool, vault: Vault) =>
        new Attempts(await gatewaySecret(pool, vault, 'self-invoices')),
    },
  ],
})
export class SelfInvoiceApi {}
