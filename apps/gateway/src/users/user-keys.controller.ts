import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ActionBody, Caller, JsonText, PathId, unwrap, type Principal } from '#http';
import { LogId } from '../commands.js';
import { userOf } from '../organizations/caller.js';
import { UserKeyAnswer } from './dto.js';
import { UserKeys } from './user-keys.js';

const listAnswer = ApiOkResponse({ type: [UserKeyAnswer], description: 'The keys in force, oldest first' });

/** The keys of the user whose key a request carries. */
@ApiTags('users')
@Controller('users/me/keys')
export class UserKeysController {
  constructor(private readonly keys: UserKeys) {}

  @Get()
  @listAnswer
  async list(@Caller() principal: Principal): Promise<UserKeyAnswer[]> {
    return this.keys.list(userOf(principal));
  }

  /** Adds a key; those before it go on working. It is a bare JSON string, as with the keys of organizations. */
  @Post()
  @HttpCode(200)
  @ApiBody({ type: ActionBody, required: false })
  @ApiOkResponse({ schema: { type: 'string' }, description: 'The new user key: it is shown this once' })
  @JsonText()
  async add(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Body() _: ActionBody,
  ): Promise<string> {
    return JSON.stringify(unwrap(await this.keys.add(userOf(principal), correlationId)));
  }

  /** The key may be the one that the request carries, and the last one. */
  @Delete(':key_id')
  @listAnswer
  async revoke(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId('key_id', 'not_found') keyId: string,
  ): Promise<UserKeyAnswer[]> {
    return unwrap(await this.keys.revoke(userOf(principal), keyId, correlationId));
  }
}
