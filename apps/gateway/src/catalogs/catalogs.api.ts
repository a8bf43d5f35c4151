import { Module } from '@nestjs/common';
import { runtimeOf } from '#platform';
import { GatewayShared } from '../shared.module.js';
import { CatalogsController } from './catalogs.controller.js';
import { Catalogs } from './catalogs.js';
import { ComplementCatalogsController } from './complement-catalogs.controller.js';

/** The searches of the tax authority's catalogues. */
@Module({
  imports: [GatewayShared],
  controllers: [CatalogsController, ComplementCatalogsController],
  providers: [runtimeOf('gateway'), Catalogs],
})
export class CatalogsApi {}
