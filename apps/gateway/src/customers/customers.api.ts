import { Module } from '@nestjs/common';
import { ListsModule } from '#fiscal';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { CustomersController } from './customers.controller.js';
import { DraftsOfCustomer } from './drafts.js';
import { Customers } from './customers.js';
import { PublicUrl } from '../portal/public-url.js';
import { TaxInfoPages } from '../portal/tax-info/pages.js';
import { EditLinks } from './edit-links.js';
import { CustomerRegister } from './register.js';
import { CustomerResolver } from './resolver.js';

/** The routes of customers, the page on which they edit their own data, and the resolver of customers that other resources name. */
@Module({
  imports: [GatewayShared, ListsModule],
  controllers: [CustomersController],
  providers: [
    poolOf('gateway'),
    Customers,
    CustomerRegister,
    CustomerResolver,
    DraftsOfCustomer,
    EditLinks,
    PublicUrl,
    TaxInfoPages,
  ],
  exports: [CustomerResolver, Customers],
})
export class CustomersApi {}
