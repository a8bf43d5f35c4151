import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { Caller, unwrap, type Principal } from '#http';
import { LogId } from '../../commands.js';
import { organizationOf } from '../caller.js';
import { Pacs, PacsBody } from './pacs.dto.js';
import { OrganizationPacs } from './pacs.js';

const ID = 'organization_id';
const idOrMe = ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' });

/** Whom an organization's documents are stamped by. */
@Controller(`organizations/:${ID}/pacs`)
export class OrganizationPacsController {
  constructor(private readonly pacs: OrganizationPacs) {}

  @Get()
  @idOrMe
  @ApiOkResponse({ type: Pacs, description: 'The settings as they are now' })
  async find(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
  ): Promise<Pacs> {
    return unwrap(await this.pacs.find(organizationOf(principal, id), { principal, correlationId }));
  }

  @Put()
  @idOrMe
  @ApiOkResponse({ type: Pacs, description: 'The settings as they were set' })
  async set(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() body: PacsBody,
  ): Promise<Pacs> {
    return unwrap(await this.pacs.set(organizationOf(principal, id), body, { principal, correlationId }));
  }
}
