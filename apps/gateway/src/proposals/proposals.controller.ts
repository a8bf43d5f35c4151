import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Tenant } from '#kernel';
import {
  AnswersList,
  CurrentTenant,
  CursorCodec,
  JsonText,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
} from '#http';
import { CustomerProposals } from './customers.js';
import { ListProposals, ProposedCustomer, ProposedProduct } from './dto.js';
import { ProductProposals } from './products.js';

const DEFAULT_LIMIT = 50;

/** What the issuer's own past, once it is imported, says of customers and products that are not there yet. */
@Controller()
export class ProposalsController {
  constructor(
    private readonly customers: CustomerProposals,
    private readonly products: ProductProposals,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('customers/proposals')
  @ApiTags('customers')
  @AnswersList(ProposedCustomer)
  @JsonText()
  async listCustomers(@CurrentTenant() tenant: Tenant, @Query() query: ListProposals): Promise<ListAnswer> {
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'customer-proposals', tenant },
      fetchPage: (request) => this.customers.fetchPage(tenant, request),
    });
  }

  @Get('products/proposals')
  @ApiTags('products')
  @AnswersList(ProposedProduct)
  @JsonText()
  async listProducts(@CurrentTenant() tenant: Tenant, @Query() query: ListProposals): Promise<ListAnswer> {
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'product-proposals', tenant },
      fetchPage: (request) => this.products.fetchPage(tenant, request),
    });
  }
}
