import { Module } from '@nestjs/common';
import { CataloguesModule } from '#fiscal';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { ProductsController } from './products.controller.js';
import { Products } from './products.js';
import { ProductResolver } from './resolver.js';

/** The routes of products, and the resolver of products that other resources name. */
@Module({
  imports: [GatewayShared, CataloguesModule],
  controllers: [ProductsController],
  providers: [poolOf('gateway'), Products, ProductResolver],
  exports: [ProductResolver],
})
export class ProductsApi {}
