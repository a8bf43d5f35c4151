import { Body, Controller, Delete, Get, Headers, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ActionBody, Answers, Caller, PathId, unwrap, type Principal } from '#http';
import { LogId } from '../../commands.js';
import { CreateRoleBody, Role, RoleTemplateAnswer, UpdateRoleBody } from './roles.dto.js';
import { OrganizationRoles } from './roles.js';
import { OkAnswer } from './team.dto.js';
import { teamCallOf } from './team.js';

const ID = 'organization_id';
const NOT_FOUND = 'organization_not_found';
const ROLE = 'role_id';
const NO_ROLE = 'role_not_found';

/** The roles of an organization, and what they are made of. */
@ApiTags('team')
@Controller(`organizations/:${ID}/team/roles`)
export class RolesController {
  constructor(private readonly roles: OrganizationRoles) {}

  /** A bare array, as the API's clients know it. */
  @Get()
  @ApiOkResponse({ type: [Role], description: 'The administrator’s first, then oldest first' })
  async list(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
  ): Promise<Role[]> {
    return unwrap(await this.roles.list(id, teamCallOf(principal, correlationId, languages)));
  }

  @Get('templates')
  @ApiOkResponse({ type: [RoleTemplateAnswer], description: 'What roles may start from' })
  async templates(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
  ): Promise<RoleTemplateAnswer[]> {
    return unwrap(await this.roles.templates(id, teamCallOf(principal, correlationId, languages)));
  }

  @Get('operations')
  @ApiOkResponse({ type: [String], description: 'Every operation that a role may have' })
  async operations(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
  ): Promise<string[]> {
    return unwrap(await this.roles.operations(id, teamCallOf(principal, correlationId)));
  }

  @Get(`:${ROLE}`)
  @Answers(Role)
  async find(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(ROLE, NO_ROLE) role: string,
  ): Promise<Role> {
    return unwrap(await this.roles.find(id, role, teamCallOf(principal, correlationId, languages)));
  }

  @Post()
  @Answers(Role)
  async add(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
    @Body() body: CreateRoleBody,
  ): Promise<Role> {
    return unwrap(await this.roles.add(id, inputOf(body), teamCallOf(principal, correlationId, languages)));
  }

  @Put(`:${ROLE}`)
  @Answers(Role)
  async update(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(ROLE, NO_ROLE) role: string,
    @Body() body: UpdateRoleBody,
  ): Promise<Role> {
    const call = teamCallOf(principal, correlationId, languages);
    return unwrap(await this.roles.update(id, role, inputOf(body), call));
  }

  @Delete(`:${ROLE}`)
  @ApiBody({ type: ActionBody, required: false })
  @Answers(OkAnswer)
  async remove(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(ROLE, NO_ROLE) role: string,
    @Body() _: ActionBody,
  ): Promise<OkAnswer> {
    unwrap(await this.roles.remove(id, role, teamCallOf(principal, correlationId)));
    return { ok: true };
  }
}

const inputOf = ({ name, template_code, add, remove }: UpdateRoleBody) => ({
  ...(name !== undefined && { name }),
  ...(template_code !== undefined && { template_code }),
  ...(add && { add }),
  ...(remove && { remove }),
});
