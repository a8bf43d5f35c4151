import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { SuppliersController } from './suppliers.controller.js';
import { Suppliers } from './suppliers.js';

/** The routes of suppliers. */
@Module({
  imports: [GatewayShared],
  controllers: [SuppliersController],
  providers: [poolOf('gateway'), Suppliers],
})
export class SuppliersApi {}
