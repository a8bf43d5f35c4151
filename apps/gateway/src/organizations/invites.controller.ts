import { Body, Controller, Delete, Get, Headers, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Answers, Caller, languageOf, PathId, unwrap, type Principal } from '#http';
import { concern } from '../audit/audit-log.js';
import { LogId } from '../commands.js';
import { userOf } from './caller.js';
import { CreateInviteBody, OrganizationInvite, RespondInviteBody } from './invites.dto.js';
import { Invites } from './invites.js';
import { OkAnswer } from './team/team.dto.js';

const ID = 'organization_id';
const NOT_FOUND = 'organization_not_found';
const KEY = 'invite_key';
const NO_INVITE = 'invite_not_found';
const listAnswer = ApiOkResponse({ type: [OrganizationInvite], description: 'Oldest first' });

/** Invitations that an organization has sent. */
@ApiTags('organizations')
@Controller(`organizations/:${ID}/team/invites`)
export class SentInvitesController {
  constructor(private readonly invites: Invites) {}

  /** Invites somebody by mail, or renews the invitation that their address has. */
  @Post()
  @Answers(OrganizationInvite)
  async create(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @Body() body: CreateInviteBody,
    @Headers('accept-language') acceptLanguage?: string,
  ): Promise<OrganizationInvite> {
    const call = { principal, correlationId };
    return unwrap(await this.invites.create(id, body, languageOf(acceptLanguage), call));
  }

  @Get()
  @listAnswer
  async list(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @Headers('accept-language') acceptLanguage?: string,
  ): Promise<OrganizationInvite[]> {
    const call = { principal, correlationId };
    return unwrap(await this.invites.list(id, languageOf(acceptLanguage), call));
  }

  @Delete(`:${KEY}`)
  @Answers(OkAnswer)
  async cancel(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @PathId(KEY, NO_INVITE) inviteId: string,
  ): Promise<OkAnswer> {
    unwrap(await this.invites.cancel(id, inviteId, { principal, correlationId }));
    return { ok: true };
  }
}

/** Invitations to the user whose key a request carries. */
@ApiTags('organizations')
@Controller('organizations/invites')
export class ReceivedInvitesController {
  constructor(private readonly invites: Invites) {}

  @Get('pending')
  @listAnswer
  async list(
    @Caller() principal: Principal,
    @Headers('accept-language') acceptLanguage?: string,
  ): Promise<OrganizationInvite[]> {
    return this.invites.listReceived(userOf(principal), languageOf(acceptLanguage));
  }

  @Post(`:${KEY}/response`)
  @Answers(OkAnswer)
  async respond(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(KEY, NO_INVITE) inviteId: string,
    @Body() { accept }: RespondInviteBody,
    @Req() request: FastifyRequest,
  ): Promise<OkAnswer> {
    const received = unwrap(await this.invites.findReceived(inviteId, userOf(principal)));
    const { organizationId } = received;
    concern(request, { organizationId, resource: { type: 'invite', id: inviteId } });
    unwrap(await this.invites.respond(received, accept, { principal, correlationId }));
    return { ok: true };
  }
}
