import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { MeController } from './me.controller.js';
import { UserDirectory } from './user-directory.js';
import { UserKeys } from './user-keys.js';
import { UserKeysController } from './user-keys.controller.js';

/** The routes of users: who they are, and their own keys. */
@Module({
  imports: [GatewayShared],
  controllers: [MeController, UserKeysController],
  providers: [poolOf('gateway'), UserKeys, UserDirectory],
})
export class UsersApi {}
