import { Body, Controller, Delete, Get, Post, Put, Query, Res, UseFilters } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Tenant } from '#kernel';
import { Call, type CallContext } from '../commands.js';
import {
  Answers,
  AnswersList,
  CurrentTenant,
  CursorCodec,
  IfMatch,
  JsonText,
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
import { ListSuppliers, Supplier, SupplierBody, SupplierEdit } from './dto.js';
import { SupplierRulesBeside } from './rules-beside.js';
import { Suppliers } from './suppliers.js';

const DEFAULT_LIMIT = 50;

@ApiTags('suppliers')
@Controller('suppliers')
export class SuppliersController {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly organizations: OrganizationDirectory,
    private readonly cursors: CursorCodec,
  ) {}

  /** 201 for a new supplier, 200 for an identical one that was there. */
  @Post()
  @Answers(Supplier)
  @ApiCreatedResponse({ type: Supplier, description: 'Created' })
  @Versioned()
  @UseFilters(SupplierRulesBeside)
  async create(
    @Call() call: CallContext,
    @Body() body: SupplierBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const { supplier_id, created } = unwrap(await this.suppliers.create(body, call));
    const doc = unwrap(await this.suppliers.findDoc(call.tenant, supplier_id));
    void reply.status(created ? 201 : 200);
    return doc;
  }

  @Get()
  @AnswersList(Supplier)
  @JsonText()
  async list(@CurrentTenant() tenant: Tenant, @Query() query: ListSuppliers): Promise<ListAnswer> {
    const { q, date } = query;
    const paging = unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT }));
    const zone = await this.organizations.timeZoneOf(tenant.organizationId);
    const range = unwrap(parseDateRange(date, zone));
    const conditions = this.suppliers.search(tenant, { q, range });
    return runList({
      paging,
      cursors: this.cursors,
      search: { resource: 'suppliers', tenant, q, date },
      fetchPage: (request) => this.suppliers.table.fetchPage(conditions, request),
    });
  }

  @Get(':supplier_id')
  @Answers(Supplier)
  @VersionedRead()
  async get(
    @CurrentTenant() tenant: Tenant,
    @PathId('supplier_id', 'supplier_not_found') id: string,
  ): Promise<VersionedDoc> {
    return unwrap(await this.suppliers.findDoc(tenant, id));
  }

  @Put(':supplier_id')
  @Answers(Supplier)
  @Versioned()
  async edit(
    @Call() call: CallContext,
    @PathId('supplier_id', 'supplier_not_found') id: string,
    @Body() body: SupplierEdit,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<VersionedDoc> {
    return unwrap(await this.suppliers.edit(id, body, call, ifRevision));
  }

  /** Deletes a supplier and answers it as it was; the documents received from it stay. */
  @Delete(':supplier_id')
  @Answers(Supplier)
  @JsonText()
  async remove(
    @Call() call: CallContext,
    @PathId('supplier_id', 'supplier_not_found') id: string,
    @IfMatch() ifRevision: readonly number[] | undefined,
  ): Promise<string> {
    return unwrap(await this.suppliers.remove(id, call, ifRevision)).json;
  }
}
