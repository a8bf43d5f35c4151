import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { CataloguesModule } from '#fiscal';
import { poolOf } from '#hosting';
import {
  DeleteOrganizationHandler,
  DestroyOrganizationHandler,
  RestoreOrganizationHandler,
} from './organization/deletion.commands.js';
import { CreateOrganizationHandler, RenewTestKeyHandler, SetLegalHandler } from './organization/commands.js';
import { CustomDomains } from './organization/custom-domains.js';
import {
  ChooseDomainHandler,
  FindDomainHandler,
  SetCustomDomainHandler,
} from './organization/domain.commands.js';
import { Domains } from './organization/domains.js';
import {
  AddSeriesHandler,
  RemoveSeriesHandler,
  SetDefaultSeriesHandler,
} from './organization/series.commands.js';
import {
  SetCustomizationHandler,
  SetReceiptsHandler,
  SetSelfInvoiceHandler,
  VerifySupportEmailHandler,
} from './organization/settings.commands.js';
import { RemoveCertificateHandler, SetCertificateHandler } from './organization/certificates.commands.js';
import { ReadPacsHandler, SetPacsHandler } from './organization/pacs.commands.js';
import { NotifyExpiryHandler } from './organization/expiry.commands.js';
import { CreateOnboardingLinkHandler } from './organization/onboarding.commands.js';
import { SetLogoHandler } from './organization/look.commands.js';
import {
  AddLiveKeyHandler,
  DeleteLiveKeyHandler,
  EndLiveKeyHandler,
  RevokeOrganizationKeysHandler,
} from './organization/keys.commands.js';
import {
  AnswerInviteHandler,
  AnswerInviteLinkHandler,
  CancelInviteHandler,
  InviteHandler,
} from './organization/invites.commands.js';
import { InvitedUsers } from './organization/invited-users.js';
import { Organizations } from './organization/organizations.js';
import { AddRoleHandler, DeleteRoleHandler, EditRoleHandler } from './organization/roles.commands.js';
import {
  GiveUpOwnershipHandler,
  RemoveMemberHandler,
  SetMemberRoleHandler,
  ShareOwnershipHandler,
} from './organization/team.commands.js';
import { Addresses } from './user/addresses.js';
import { CreateUserHandler, FindUserHandler } from './user/address.commands.js';
import {
  AddUserKeyHandler,
  ResetUserKeysHandler,
  ResumeUserHandler,
  RevokeUserKeyHandler,
  SuspendUserHandler,
} from './user/commands.js';
import { Users } from './user/users.js';

const commands = serveLine('organizations', {
  'organizations.create': CreateOrganizationHandler,
  'organizations.set-legal': SetLegalHandler,
  'organizations.set-customization': SetCustomizationHandler,
  'organizations.set-receipts': SetReceiptsHandler,
  'organizations.set-self-invoice': SetSelfInvoiceHandler,
  'organizations.verify-support-email': VerifySupportEmailHandler,
  'organizations.choose-domain': ChooseDomainHandler,
  'organizations.set-custom-domain': SetCustomDomainHandler,
  'organizations.find-domain': FindDomainHandler,
  'organizations.add-series': AddSeriesHandler,
  'organizations.remove-series': RemoveSeriesHandler,
  'organizations.set-default-series': SetDefaultSeriesHandler,
  'organizations.renew-test-key': RenewTestKeyHandler,
  'organizations.add-live-key': AddLiveKeyHandler,
  'organizations.delete-live-key': DeleteLiveKeyHandler,
  'organizations.end-live-key': EndLiveKeyHandler,
  'organizations.revoke-keys': RevokeOrganizationKeysHandler,
  'organizations.set-certificate': SetCertificateHandler,
  'organizations.remove-certificate': RemoveCertificateHandler,
  'organizations.set-pacs': SetPacsHandler,
  'organizations.read-pacs': ReadPacsHandler,
  'organizations.notify-expiry': NotifyExpiryHandler,
  'organizations.delete': DeleteOrganizationHandler,
  'organizations.restore': RestoreOrganizationHandler,
  'organizations.destroy': DestroyOrganizationHandler,
  'organizations.create-onboarding-link': CreateOnboardingLinkHandler,
  'organizations.invite': InviteHandler,
  'organizations.cancel-invite': CancelInviteHandler,
  'organizations.answer-invite': AnswerInviteHandler,
  'organizations.answer-invite-link': AnswerInviteLinkHandler,
  'organizations.set-logo': SetLogoHandler,
  'organizations.add-role': AddRoleHandler,
  'organizations.edit-role': EditRoleHandler,
  'organizations.delete-role': DeleteRoleHandler,
  'organizations.set-member-role': SetMemberRoleHandler,
  'organizations.remove-member': RemoveMemberHandler,
  'organizations.share-ownership': ShareOwnershipHandler,
  'organizations.give-up-ownership': GiveUpOwnershipHandler,
  'organizations.create-user': CreateUserHandler,
  'organizations.find-user': FindUserHandler,
  'organizations.add-user-key': AddUserKeyHandler,
  'organizations.revoke-user-key': RevokeUserKeyHandler,
  'organizations.reset-user-keys': ResetUserKeysHandler,
  'organizations.suspend-user': SuspendUserHandler,
  'organizations.resume-user': ResumeUserHandler,
});

/** Takes the commands of organizations and users. Tax systems are judged by the catalogue that is loaded. */
@Module({
  imports: [CataloguesModule],
  controllers: commands.controllers,
  providers: [
    ...[poolOf('organizations'), Organizations, Domains, CustomDomains, InvitedUsers, Users, Addresses],
    ...commands.providers,
  ],
})
export class OrganizationsModule {}
