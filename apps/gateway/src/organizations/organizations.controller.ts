import { Body, Controller, Get, Param, Post, Put, Query, UseFilters } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { LogId } from '../commands.js';
import {
  ActionBody,
  AnswersList,
  Caller,
  CursorCodec,
  JsonText,
  PathId,
  parseDateRange,
  readPaging,
  runList,
  unwrap,
  type Principal,
  type ListAnswer,
} from '#http';
import { organizationOf, userOf } from './caller.js';
import { CreateOrganization, LegalBody, ListOrganizations, Organization } from './dto.js';
import { Folios } from './folios.js';
import { Organizations } from './organizations.js';
import { ShowsSteps } from './shows-steps.js';
import { LegalRulesBeside } from './rules-beside.js';
import { AnswersOrganization } from './shows-folios.js';

const DEFAULT_LIMIT = 50;
/** Users have no address; dates without a zone are local to most of the country. */
const TIME_ZONE = 'America/Mexico_City';

const ID = 'organization_id';
const NOT_FOUND = 'organization_not_found';
const idOrMe = ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' });
const keyAnswer = ApiOkResponse({ schema: { type: 'string' }, description: 'The Test key' });

@Controller('organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: Organizations,
    private readonly folios: Folios,
    private readonly cursors: CursorCodec,
  ) {}

  @Post()
  @AnswersOrganization()
  async create(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Body() { name }: CreateOrganization,
  ): Promise<string> {
    const call = { principal, correlationId };
    return unwrap(await this.organizations.create(name, userOf(principal), call));
  }

  @Get()
  @AnswersList(Organization)
  @JsonText()
  @ShowsSteps()
  async list(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Query() query: ListOrganizations,
  ): Promise<ListAnswer> {
    const { q, date } = query;
    const paging = unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT }));
    const range = unwrap(parseDateRange(date, TIME_ZONE));
    const user = userOf(principal);
    const conditions = await this.organizations.search(user, q, range);
    return runList({
      paging,
      cursors: this.cursors,
      search: { resource: 'organizations', user, q, date },
      fetchPage: async (request) => {
        const page = await this.organizations.table.fetchPage(conditions, request);
        return unwrap(await this.folios.showPage(page, { principal, correlationId }));
      },
    });
  }

  @Get('me')
  @AnswersOrganization()
  async me(@Caller() principal: Principal): Promise<string> {
    return unwrap(await this.organizations.findDoc(organizationOf(principal, 'me'), principal));
  }

  @Get(`:${ID}`)
  @idOrMe
  @AnswersOrganization()
  async get(@Caller() principal: Principal, @Param(ID) id: string): Promise<string> {
    return unwrap(await this.organizations.findDoc(organizationOf(principal, id), principal));
  }

  @Put(`:${ID}/legal`)
  @UseFilters(LegalRulesBeside)
  @idOrMe
  @AnswersOrganization()
  async setLegal(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() body: LegalBody,
  ): Promise<string> {
    const call = { principal, correlationId };
    return unwrap(await this.organizations.setLegal(organizationOf(principal, id), body, call));
  }

  /** The key is a bare JSON string, as the API's clients know it. */
  @Get(`:${ID}/apikeys/test`)
  @keyAnswer
  @JsonText()
  async testKey(@Caller() principal: Principal, @PathId(ID, NOT_FOUND) id: string): Promise<string> {
    return JSON.stringify(unwrap(await this.organizations.testKey(id, principal)));
  }

  @Put(`:${ID}/apikeys/test`)
  @ApiBody({ type: ActionBody, required: false })
  @keyAnswer
  @JsonText()
  async renewTestKey(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @Body() _: ActionBody,
  ): Promise<string> {
    return JSON.stringify(unwrap(await this.organizations.renewTestKey(id, { principal, correlationId })));
  }
}
