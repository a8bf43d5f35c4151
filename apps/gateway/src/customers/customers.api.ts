import { Module } from '@nestjs/common';
import { GatewayShared } from '../shared.module.js';
import { CustomersController } from './customers.controller.js';
import { Customers } from './customers.js';
import { CustomerResolver } from './resolver.js';

/** The routes of customers, and the resolver of customers that other resources name. */
@Module({
  imports: [GatewayShared],
  controllers: [CustomersController],
  providers: [Customers, CustomerResolver],
  exports: [CustomerResolver],
})
export class CustomersApi {}
