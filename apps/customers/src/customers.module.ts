import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { CataloguesModule, ListsModule } from '#fiscal';
import { poolOf } from '#hosting';
import { CheckCustomerHandler, CreateCustomerHandler } from './customer/commands/create.js';
import {
  CompleteEditLinkHandler,
  ConfirmCustomerHandler,
  DeleteCustomerHandler,
  EditCustomerHandler,
} from './customer/commands/edit.js';
import { Customers } from './customer/customers.js';
import { Twins } from './customer/twins.js';
import { CreateProductHandler, DeleteProductHandler, EditProductHandler } from './product/commands.js';
import { Products } from './product/products.js';

const customers = serveLine('customers', {
  'customers.create': CreateCustomerHandler,
  'customers.check': CheckCustomerHandler,
  'customers.edit': EditCustomerHandler,
  'customers.complete-edit-link': CompleteEditLinkHandler,
  'customers.confirm': ConfirmCustomerHandler,
  'customers.delete': DeleteCustomerHandler,
});

const products = serveLine('products', {
  'products.create': CreateProductHandler,
  'products.edit': EditProductHandler,
  'products.delete': DeleteProductHandler,
});

/** Takes the commands of customers and products. */
@Module({
  imports: [CataloguesModule, ListsModule],
  controllers: [...customers.controllers, ...products.controllers],
  providers: [poolOf('customers'), Customers, Twins, Products, ...customers.providers, ...products.providers],
})
export class CustomersModule {}
