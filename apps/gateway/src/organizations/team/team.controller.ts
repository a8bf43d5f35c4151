import { Body, Controller, Delete, Get, Headers, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ActionBody, Answers, Caller, PathId, unwrap, type Principal } from '#http';
import { LogId } from '../../commands.js';
import { OkAnswer, OwnershipBody, SetRoleBody, UserAccess } from './team.dto.js';
import { OrganizationTeam, teamCallOf } from './team.js';

const ID = 'organization_id';
const NOT_FOUND = 'organization_not_found';
const ACCESS = 'access_id';
const NO_ACCESS = 'user_access_not_found';

/** The people of an organization: what each may do, and who its owners are. */
@ApiTags('team')
@Controller(`organizations/:${ID}/team`)
export class TeamController {
  constructor(private readonly team: OrganizationTeam) {}

  /** A bare array, as the API's clients know it. */
  @Get()
  @ApiOkResponse({ type: [UserAccess], description: 'Owners first, then members, oldest first' })
  async list(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
  ): Promise<UserAccess[]> {
    return unwrap(await this.team.list(id, teamCallOf(principal, correlationId, languages)));
  }

  @Get(`:${ACCESS}`)
  @Answers(UserAccess)
  async find(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(ACCESS, NO_ACCESS) access: string,
  ): Promise<UserAccess> {
    return unwrap(await this.team.find(id, access, teamCallOf(principal, correlationId, languages)));
  }

  @Delete(`:${ACCESS}`)
  @ApiBody({ type: ActionBody, required: false })
  @Answers(OkAnswer)
  async remove(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(ACCESS, NO_ACCESS) access: string,
    @Body() _: ActionBody,
  ): Promise<OkAnswer> {
    unwrap(await this.team.remove(id, access, teamCallOf(principal, correlationId)));
    return { ok: true };
  }

  @Put(`:${ACCESS}/role`)
  @Answers(UserAccess)
  async setRole(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(ACCESS, NO_ACCESS) access: string,
    @Body() { role }: SetRoleBody,
  ): Promise<UserAccess> {
    const call = teamCallOf(principal, correlationId, languages);
    return unwrap(await this.team.setRole(id, access, role, call));
  }

  @Post(`:${ACCESS}/ownership`)
  @ApiBody({ type: OwnershipBody, required: false })
  @Answers(UserAccess)
  async shareOwnership(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(ACCESS, NO_ACCESS) access: string,
    @Body() { share = false }: OwnershipBody,
  ): Promise<UserAccess> {
    const call = teamCallOf(principal, correlationId, languages);
    return unwrap(await this.team.shareOwnership(id, access, share, call));
  }

  @Delete(`:${ACCESS}/ownership`)
  @ApiBody({ type: ActionBody, required: false })
  @Answers(UserAccess)
  async giveUpOwnership(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Headers('accept-language') languages: string | undefined,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(ACCESS, NO_ACCESS) access: string,
    @Body() _: ActionBody,
  ): Promise<UserAccess> {
    const call = teamCallOf(principal, correlationId, languages);
    return unwrap(await this.team.giveUpOwnership(id, access, call));
  }
}
