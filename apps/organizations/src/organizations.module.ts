import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { CataloguesModule } from '#fiscal';
import { CreateOrganizationHandler, RenewTestKeyHandler, SetLegalHandler } from './organization/commands.js';
import {
  AddLiveKeyHandler,
  DeleteLiveKeyHandler,
  EndLiveKeyHandler,
  RevokeOrganizationKeysHandler,
} from './organization/keys.commands.js';
import { Organizations } from './organization/organizations.js';
import { AddUserKeyHandler, CreateUserHandler, RevokeUserKeyHandler } from './user/commands.js';
import { Users } from './user/users.js';

const commands = serveLine('organizations', {
  'organizations.create': CreateOrganizationHandler,
  'organizations.set-legal': SetLegalHandler,
  'organizations.renew-test-key': RenewTestKeyHandler,
  'organizations.add-live-key': AddLiveKeyHandler,
  'organizations.delete-live-key': DeleteLiveKeyHandler,
  'organizations.end-live-key': EndLiveKeyHandler,
  'organizations.revoke-keys': RevokeOrganizationKeysHandler,
  'organizations.create-user': CreateUserHandler,
  'organizations.add-user-key': AddUserKeyHandler,
  'organizations.revoke-user-key': RevokeUserKeyHandler,
});

/** Takes the commands of organizations and users. Tax systems are judged by the catalogue that is loaded. */
@Module({
  imports: [CataloguesModule],
  controllers: commands.controllers,
  providers: [Organizations, Users, ...commands.providers],
})
export class OrganizationsModule {}
