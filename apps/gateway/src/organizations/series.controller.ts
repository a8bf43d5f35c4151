import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { ActionBody, Answers, Caller, unwrap, type Principal } from '#http';
import { LogId } from '../commands.js';
import { organizationOf } from './caller.js';
import {
  CreateSeriesBody,
  DefaultSeriesBody,
  OrganizationWithOk,
  Series,
  UpdateSeriesBody,
} from './series.dto.js';
import { OrganizationSeries } from './series.js';
import { AnswersOrganization } from './shows-folios.js';

const ID = 'organization_id';
const NAME = 'series_name';
const idOrMe = ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' });
const byName = ApiParam({ name: NAME, type: String, description: 'Name of a series', example: 'FAC' });

/** Series of invoices: their names, their next folios, and which one invoices have that name none. */
@Controller(`organizations/:${ID}/series-group`)
export class OrganizationSeriesController {
  constructor(private readonly series: OrganizationSeries) {}

  /** A bare array, as the API's clients know it. */
  @Get()
  @idOrMe
  @ApiOkResponse({ type: [Series], description: 'All series' })
  async list(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
  ): Promise<Series[]> {
    return unwrap(await this.series.list(organizationOf(principal, id), { principal, correlationId }));
  }

  @Post()
  @idOrMe
  @Answers(Series)
  async add(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() { series, ...numbers }: CreateSeriesBody,
  ): Promise<Series> {
    const call = { principal, correlationId };
    return unwrap(await this.series.add(organizationOf(principal, id), series, numbers, call));
  }

  @Put('default-series')
  @idOrMe
  @AnswersOrganization(OrganizationWithOk)
  async setDefault(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() { type, series }: DefaultSeriesBody,
  ): Promise<string> {
    const organization = organizationOf(principal, id);
    const call = { principal, correlationId };
    const doc = unwrap(await this.series.setDefault(organization, { type, series }, call));
    return `${doc.slice(0, -1)},"ok":true}`;
  }

  @Put(`:${NAME}`)
  @idOrMe
  @byName
  @Answers(Series)
  async update(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Param(NAME) name: string,
    @Body() body: UpdateSeriesBody,
  ): Promise<Series> {
    const call = { principal, correlationId };
    return unwrap(await this.series.update(organizationOf(principal, id), name, body, call));
  }

  @Delete(`:${NAME}`)
  @idOrMe
  @byName
  @ApiBody({ type: ActionBody, required: false })
  @Answers(Series)
  async remove(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Param(NAME) name: string,
    @Body() _: ActionBody,
  ): Promise<Series> {
    const call = { principal, correlationId };
    return unwrap(await this.series.remove(organizationOf(principal, id), name, call));
  }
}
