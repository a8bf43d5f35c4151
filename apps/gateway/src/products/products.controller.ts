import { Body, Controller, Delete, Get, Post, Put, Query, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Tenant } from '#kernel';
import { Call, type CallContext } from '../commands.js';
import {
  Answers,
  AnswersList,
  CurrentTenant,
  CursorCodec,
  IfMatch,
  JsonText,
  PathId,
  readPaging,
  runList,
  unwrap,
  Versioned,
  VersionedRead,
  type VersionedDoc,
  type ListAnswer,
} from '#http';
import { ListProducts, Product, ProductBody, ProductEdit, WarnedProduct } from './dto.js';
import { Products } from './products.js';
import { ProductRulesBeside } from './rules-beside.js';

const DEFAULT_LIMIT = 50;

@ApiTags('products')
@Controller('products')
export class ProductsController {
  constructor(
    private readonly products: Products,
    private readonly cursors: CursorCodec,
  ) {}

  @Post()
  @Answers(WarnedProduct)
  @Versioned()
  @UseFilters(ProductRulesBeside)
  async create(@Call() call: CallContext, @Body() body: ProductBody): Promise<VersionedDoc> {
    return this.products.withWarnings(unwrap(await this.products.create(body, call)));
  }

  @Get()
  @AnswersList(Product)
  @JsonText()
  async list(@CurrentTenant() tenant: Tenant, @Query() query: ListProducts): Promise<ListAnswer> {
    const { q, sku } = query;
    const conditions = this.products.search(tenant, { q, sku });
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'products', tenant, q, sku },
      fetchPage: (request) => this.products.table.fetchPage(conditions, request),
    });
  }

  @Get(':product_id')
  @Answers(Product)
  @VersionedRead()
  async get(
    @CurrentTenant() tenant: Tenant,
    @PathId('product_id', 'product_not_found') id: string,
  ): Promise<VersionedDoc> {
    return unwrap(await this.products.findDoc(tenant, id));
  }

  @Put(':product_id')
  @Answers(WarnedProduct)
  @Versioned()
  async edit(
    @Call() call: CallContext,
    @PathId('product_id', 'product_not_found') id: string,
    @Body() body: ProductEdit,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    return this.products.withWarnings(unwrap(await this.products.edit(id, body, call, ifRevision)));
  }

  @Delete(':product_id')
  @Answers(Product)
  @JsonText()
  async remove(
    @Call() call: CallContext,
    @PathId('product_id', 'product_not_found') id: string,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<string> {
    return unwrap(await this.products.remove(id, call, ifRevision)).json;
  }
}
