import { Module } from '@nestjs/common';
import { CataloguesModule } from '#fiscal';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { CustomerProposals } from './customers.js';
import { ProductProposals } from './products.js';
import { ProposalsController } from './proposals.controller.js';

/** The routes of proposals: customers and products, from the issuer's own past. */
@Module({
  imports: [GatewayShared, CataloguesModule],
  controllers: [ProposalsController],
  providers: [poolOf('gateway'), CustomerProposals, ProductProposals],
})
export class ProposalsApi {}
