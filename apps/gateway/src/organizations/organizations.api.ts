import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { EndedKeys } from './ended-keys.js';
import { LiveKeysController } from './live-keys.controller.js';
import { LiveKeys } from './live-keys.js';
import { OrganizationsController } from './organizations.controller.js';
import { Organizations } from './organizations.js';

/** The routes of organizations. */
@Module({
  imports: [GatewayShared],
  controllers: [OrganizationsController, LiveKeysController],
  providers: [poolOf('gateway'), Organizations, LiveKeys, EndedKeys],
})
export class OrganizationsApi {}
