import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { CreateOrganizationHandler, RenewTestKeyHandler, SetLegalHandler } from './organization/commands.js';
import { Organizations } from './organization/organizations.js';
import { CreateUserHandler } from './user/commands.js';
import { Users } from './user/users.js';

const commands = serveLine('organizations', {
  'organizations.create': CreateOrganizationHandler,
  'organizations.set-legal': SetLegalHandler,
  'organizations.renew-test-key': RenewTestKeyHandler,
  'organizations.create-user': CreateUserHandler,
});

/** Takes the commands of organizations and users. */
@Module({ controllers: commands.controllers, providers: [Organizations, Users, ...commands.providers] })
export class OrganizationsModule {}
