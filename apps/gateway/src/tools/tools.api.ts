import { Controller, Get, Inject, Module, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Tenant } from '#kernel';
import type { SatLists } from '#sat';
import { ListsModule, SAT_LISTS } from '#fiscal';
import { Answers, CurrentTenant, unwrap } from '#http';
import { GatewayShared } from '../shared.module.js';
import { TaxIdQuery, TaxIdValidationResult } from './dto.js';
import { validateTaxId } from './tax-id-validation.js';

/** Questions about taxpayers that belong to no resource. */
@ApiTags('tools')
@Controller('tools')
export class ToolsController {
  constructor(@Inject(SAT_LISTS) private readonly lists: SatLists) {}

  @Get('tax_id_validation')
  @Answers(TaxIdValidationResult)
  validateTaxId(@CurrentTenant() tenant: Tenant, @Query() { tax_id }: TaxIdQuery): TaxIdValidationResult {
    return unwrap(validateTaxId(tax_id, tenant, this.lists));
  }
}

/** The routes of tools. */
@Module({ imports: [GatewayShared, ListsModule], controllers: [ToolsController] })
export class ToolsApi {}
