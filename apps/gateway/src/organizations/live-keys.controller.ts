import { Body, Controller, Delete, Get, Put, Req, UseFilters } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ActionBody, Caller, JsonText, PathId, unwrap, type Principal } from '#http';
import type { FastifyRequest } from 'fastify';
import { concern } from '../audit/audit-log.js';
import { LogId } from '../commands.js';
import { LiveKeyRulesBeside } from './live-key-limits.js';
import { AddLiveKeyBody, LiveKeyAnswer } from './live-keys.dto.js';
import { LiveKeys } from './live-keys.js';

const ID = 'organization_id';
const NOT_FOUND = 'organization_not_found';
const listAnswer = ApiOkResponse({ type: [LiveKeyAnswer], description: 'The keys that work, oldest first' });

/** The Live keys of an organization, for its users. */
@ApiTags('organizations')
@Controller(`organizations/:${ID}/apikeys/live`)
export class LiveKeysController {
  constructor(private readonly keys: LiveKeys) {}

  @Get()
  @listAnswer
  async list(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
  ): Promise<LiveKeyAnswer[]> {
    return unwrap(await this.keys.list(id, { principal, correlationId }));
  }

  /** Adds a key; those before it go on working. It is a bare JSON string, as the API's clients know it. */
  @Put()
  @UseFilters(LiveKeyRulesBeside)
  @ApiBody({ type: AddLiveKeyBody, required: false })
  @ApiOkResponse({ schema: { type: 'string' }, description: 'The new Live key: it is shown this once' })
  @JsonText()
  async add(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @Body() body: AddLiveKeyBody,
    @Req() request: FastifyRequest,
  ): Promise<string> {
    const made = unwrap(await this.keys.add(id, body, { principal, correlationId }));
    concern(request, { organizationId: id, resource: { type: 'api_key', id: made.id } });
    return JSON.stringify(made.key);
  }

  @Delete(':key_id')
  @listAnswer
  async delete(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId('key_id', 'not_found') keyId: string,
  ): Promise<LiveKeyAnswer[]> {
    return unwrap(await this.keys.delete(id, keyId, { principal, correlationId }));
  }

  /** The same: a client for PHP deletes keys by PUT. */
  @Put(':key_id')
  @ApiBody({ type: ActionBody, required: false })
  @listAnswer
  async deleteByPut(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId('key_id', 'not_found') keyId: string,
    @Body() _: ActionBody,
  ): Promise<LiveKeyAnswer[]> {
    return this.delete(principal, correlationId, id, keyId);
  }
}
