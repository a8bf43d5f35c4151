import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { UserKeys } from './user-keys.js';
import { UserKeysController } from './user-keys.controller.js';

/** The routes of users: their own keys. */
@Module({
  imports: [GatewayShared],
  controllers: [UserKeysController],
  providers: [poolOf('gateway'), UserKeys],
})
export class UsersApi {}
