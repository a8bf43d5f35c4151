import { Body, Controller, Delete, Get, Headers, Post, Put, Query, Res, UseFilters } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { refuse, type Tenant } from '#kernel';
import { Call, type CallContext } from '../commands.js';
import {
  Answers,
  AnswersList,
  CurrentTenant,
  CursorCodec,
  HttpRefusal,
  IfMatch,
  JsonText,
  languageOf,
  parseDateRange,
  PathId,
  readPaging,
  runList,
  unwrap,
  Versioned,
  VersionedRead,
  type VersionedDoc,
  type ListAnswer,
} from '#http';
import { OrganizationDirectory } from '../organizations/directory.js';
import { Customers } from './customers.js';
import {
  Customer,
  CustomerBody,
  CustomerEdit,
  Done,
  EditLinkEmail,
  EditLinkQuery,
  ListCustomers,
  TaxInfoValidation,
} from './dto.js';
import { CustomerRegister } from './register.js';
import { CustomerRulesBeside } from './rules-beside.js';
import { validateTaxInfo } from './tax-info.js';

const DEFAULT_LIMIT = 50;

@ApiTags('customers')
@Controller('customers')
export class CustomersController {
  constructor(
    private readonly customers: Customers,
    private readonly organizations: OrganizationDirectory,
    private readonly cursors: CursorCodec,
    private readonly register: CustomerRegister,
  ) {}

  /** 201 for a new customer, 200 for an identical one that was there. With a link no field is required. */
  @Post()
  @Answers(Customer)
  @ApiCreatedResponse({ type: Customer, description: 'Created' })
  @Versioned()
  @UseFilters(CustomerRulesBeside)
  async create(
    @Call() call: CallContext,
    @Query() query: EditLinkQuery,
    @Body() body: CustomerBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const { customer, wish } = wishOf(query, body);
    const { customer_id, created } = unwrap(await this.customers.create(customer, call, wish));
    const doc = unwrap(await this.customers.findDoc(call.tenant, customer_id));
    void reply.status(created ? 201 : 200);
    return doc;
  }

  @Get()
  @AnswersList(Customer)
  @JsonText()
  async list(@CurrentTenant() tenant: Tenant, @Query() query: ListCustomers): Promise<ListAnswer> {
    const { q, date } = query;
    const paging = unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT }));
    const zone = await this.organizations.timeZoneOf(tenant.organizationId);
    const range = unwrap(parseDateRange(date, zone));
    const conditions = this.customers.search(tenant, { q, range });
    return runList({
      paging,
      cursors: this.cursors,
      search: { resource: 'customers', tenant, q, date },
      fetchPage: (request) => this.customers.fetchPage(tenant, conditions, request),
    });
  }

  @Get(':customer_id')
  @Answers(Customer)
  @VersionedRead()
  async get(
    @CurrentTenant() tenant: Tenant,
    @PathId('customer_id', 'customer_not_found') id: string,
  ): Promise<VersionedDoc> {
    return unwrap(await this.customers.findDoc(tenant, id));
  }

  @Put(':customer_id')
  @Answers(Customer)
  @Versioned()
  async edit(
    @Call() call: CallContext,
    @PathId('customer_id', 'customer_not_found') id: string,
    @Query() query: EditLinkQuery,
    @Body() body: CustomerEdit,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    const { customer, wish } = wishOf(query, body);
    return unwrap(await this.customers.edit(id, customer, call, { ...wish, ifRevision }));
  }

  @Delete(':customer_id')
  @Answers(Customer)
  @JsonText()
  async remove(
    @Call() call: CallContext,
    @PathId('customer_id', 'customer_not_found') id: string,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<string> {
    return unwrap(await this.customers.remove(id, call, ifRevision)).json;
  }

  /** Sends the customer the link with which it edits its own data: the open one, or a new one. */
  @Post(':customer_id/email-edit-link')
  @Answers(Done)
  async emailEditLink(
    @Call() call: CallContext,
    @PathId('customer_id', 'customer_not_found') id: string,
    @Body() { email }: EditLinkEmail,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<Done> {
    const language = languageOf(acceptLanguage);
    unwrap(await this.customers.mailEditLink(id, { email, language }, call));
    return { ok: true };
  }

  @Get(':customer_id/tax-info-validation')
  @Answers(TaxInfoValidation)
  async taxInfoValidation(
    @Call() call: CallContext,
    @PathId('customer_id', 'customer_not_found') id: string,
    @Headers('accept-language') language: string | undefined,
  ): Promise<TaxInfoValidation> {
    const customer = await this.customers.find(call.tenant, id);
    if (!customer) throw new HttpRefusal(refuse('customer_not_found').refusal);
    return unwrap(await validateTaxInfo(customer, this.register.of(call), languageOf(language)));
  }
}

/** The request for a link may be in the query or in the body. */
function wishOf(query: EditLinkQuery, { createEditLink = false, ...customer }: CustomerBody) {
  return { customer, wish: { editLink: createEditLink || query.createEditLink === true } };
}
