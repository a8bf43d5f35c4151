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
import { FindCustomersByRfcHandler } from './customer/commands/find.js';
import { Customers } from './customer/customers.js';
import { Twins } from './customer/twins.js';
import { CreateProductHandler, DeleteProductHandler, EditProductHandler } from './product/commands.js';
import { Products } from './product/products.js';
import { CreateSupplierHandler, DeleteSupplierHandler, EditSupplierHandler } from './supplier/commands.js';
import { EnsureSuppliersHandler } from './supplier/ensure.js';
import { KnownSuppliers } from './supplier/known.js';
import { Suppliers } from './supplier/suppliers.js';

const customers = serveLine('customers', {
  'customers.create': CreateCustomerHandler,
  'customers.check': CheckCustomerHandler,
  'customers.edit': EditCustomerHandler,
  'customers.complete-edit-link': CompleteEditLinkHandler,
  'customers.confirm': ConfirmCustomerHandler,
  'customers.delete': DeleteCustomerHandler,
  'customers.find-by-rfc': FindCustomersByRfcHandler,
  'customers.create-supplier': CreateSupplierHandler,
  'customers.edit-supplier': EditSupplierHandler,
  'customers.delete-supplier': DeleteSupplierHandler,
  'customers.ensure-suppliers': EnsureSuppliersHandler,
});

const products = serveLine('products', {
  'products.create': CreateProductHandler,
  'products.edit': EditProductHandler,
  'products.delete': DeleteProductHandler,
});

/** Takes the commands of customers, suppliers and products. */
@Module({
  imports: [CataloguesModule, ListsModule],
  controllers: [...customers.controllers, ...products.controllers],
  providers: [
    poolOf('customers'),
    ...[Customers, Twins, Products, Suppliers, KnownSuppliers],
    ...[...customers.providers, ...products.providers],
  ],
})
export class CustomersModule {}
