import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { OrganizationsApi } from '../organizations/organizations.api.js';
import { GatewayShared } from '../shared.module.js';
import { AuditLogController } from './audit.controller.js';
import { AuditEntries } from './entries.js';
import { AuditRetention } from './retention.js';

/** The routes of the audit log. What writes it is shared: every part of the API does. */
@Module({
  imports: [GatewayShared, OrganizationsApi],
  controllers: [AuditLogController],
  providers: [poolOf('gateway'), AuditEntries, AuditRetention],
})
export class AuditApi {}
