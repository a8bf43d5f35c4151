import { Body, Controller, Delete, Get, Headers, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { refuse, type Tenant } from '#kernel';
import { sandboxRegister } from '#sat';
import { Call, type CallContext } from '../commands.js';
import {
  Answers,
  AnswersList,
  CurrentTenant,
  CursorCodec,
  HttpRefusal,
  JsonText,
  Keys,
  languageOf,
  parseDateRange,
  PathId,
  readPaging,
  runList,
  unwrap,
} from '../http/index.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { Customers } from './customers.js';
import {
  Customer,
  CustomerBody,
  CustomerEdit,
  EditLinkQuery,
  ListCustomers,
  TaxInfoValidation,
} from './dto.js';
import { validateTaxInfo } from './tax-info.js';

const DEFAULT_LIMIT = 50;

@ApiTags('customers')
@Controller('customers')
@Keys('test', 'live')
export class CustomersController {
  constructor(
    private readonly customers: Customers,
    private readonly organizations: OrganizationDirectory,
    private readonly cursors: CursorCodec,
  ) {}

  /** 201 for a new customer, 200 for an identical one that was there. */
  @Post()
  @Answers(Customer)
  @ApiCreatedResponse({ type: Customer, description: 'Created' })
  @JsonText()
  async create(
    @Call() call: CallContext,
    @Query() query: EditLinkQuery,
    @Body() body: CustomerBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { customer_id, created } = unwrap(await this.customers.create(withoutEditLink(query, body), call));
    const doc = unwrap(await this.customers.doc(call.tenant, customer_id));
    void reply.status(created ? 201 : 200);
    return doc;
  }

  @Get()
  @AnswersList(Customer)
  @JsonText()
  async list(@CurrentTenant() tenant: Tenant, @Query() query: ListCustomers): Promise<string> {
    const { q, date } = query;
    const paging = unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT }));
    const zone = await this.organizations.timeZoneOf(tenant.organizationId);
    const range = unwrap(parseDateRange(date, zone));
    const conditions = this.customers.search(tenant, { q, range });
    return runList({
      paging,
      cursors: this.cursors,
      search: { resource: 'customers', tenant, q, date },
      fetchPage: (request) => this.customers.table.page(conditions, request),
      countCapped: (cap) => this.customers.table.count(conditions, cap),
    });
  }

  @Get(':customer_id')
  @Answers(Customer)
  @JsonText()
  async get(
    @CurrentTenant() tenant: Tenant,
    @PathId('customer_id', 'customer_not_found') id: string,
  ): Promise<string> {
    return unwrap(await this.customers.doc(tenant, id));
  }

  @Put(':customer_id')
  @Answers(Customer)
  @JsonText()
  async edit(
    @Call() call: CallContext,
    @PathId('customer_id', 'customer_not_found') id: string,
    @Query() query: EditLinkQuery,
    @Body() body: CustomerEdit,
  ): Promise<string> {
    return unwrap(await this.customers.edit(id, withoutEditLink(query, body), call));
  }

  @Delete(':customer_id')
  @Answers(Customer)
  @JsonText()
  async remove(
    @Call() call: CallContext,
    @PathId('customer_id', 'customer_not_found') id: string,
  ): Promise<string> {
    return unwrap(await this.customers.remove(id, call));
  }

  @Get(':customer_id/tax-info-validation')
  @Answers(TaxInfoValidation)
  async taxInfoValidation(
    @CurrentTenant() tenant: Tenant,
    @PathId('customer_id', 'customer_not_found') id: string,
    @Headers('accept-language') language: string | undefined,
  ): Promise<TaxInfoValidation> {
    const customer = await this.customers.find(tenant, id);
    if (!customer) throw new HttpRefusal(refuse('customer_not_found').refusal);
    const register = tenant.livemode ? undefined : sandboxRegister;
    return unwrap(await validateTaxInfo(customer, register, languageOf(language)));
  }
}

/** Edit links are not there yet; asking for one is not answered as if there had been one. */
function withoutEditLink(query: EditLinkQuery, { createEditLink, ...customer }: CustomerBody) {
  if (!query.createEditLink && !createEditLink) return customer;
  const location = query.createEditLink ? 'query' : 'body';
  throw new HttpRefusal(refuse('feature_not_available', { path: 'createEditLink', location }).refusal);
}
