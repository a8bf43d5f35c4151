import { Module } from '@nestjs/common';
import { CataloguesModule } from '#fiscal';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { CatalogsController } from './catalogs.controller.js';
import { Catalogs } from './catalogs.js';
import { ComplementCatalogsController } from './complement-catalogs.controller.js';
import { ReferenceCatalogsController } from './reference.controller.js';

/** The searches of the tax authority's catalogues. */
@Module({
  imports: [GatewayShared, CataloguesModule],
  controllers: [CatalogsController, ComplementCatalogsController, ReferenceCatalogsController],
  providers: [poolOf('gateway'), Catalogs],
})
export class CatalogsApi {}
