import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { OrganizationsController } from './organizations.controller.js';
import { Organizations } from './organizations.js';

/** The routes of organizations. */
@Module({
  imports: [GatewayShared],
  controllers: [OrganizationsController],
  providers: [poolOf('gateway'), Organizations],
})
export class OrganizationsApi {}
