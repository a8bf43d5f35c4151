import { Controller, Get, Headers } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers, Caller, languageOf, type Principal } from '#http';
import { userOf } from '../organizations/caller.js';
import { Me } from './dto.js';
import { UserDirectory } from './user-directory.js';

/** The user whose key a request carries: no organization is named. */
@ApiTags('users')
@Controller('users/me')
export class MeController {
  constructor(private readonly users: UserDirectory) {}

  @Get()
  @Answers(Me)
  async me(@Caller() principal: Principal, @Headers('accept-language') acceptLanguage?: string): Promise<Me> {
    return this.users.describe(userOf(principal), languageOf(acceptLanguage));
  }
}
