import { Module } from '@nestjs/common';
import { poolOf, WorkersModule } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { OrganizationDeletionController } from './deletion.controller.js';
import { OrganizationDeletion } from './deletion.js';
import { LogoImagesController } from './logo/logo-images.controller.js';
import { LogoController } from './logo/logo.controller.js';
import { Logos } from './logo/logos.js';
import { EndedKeys } from './ended-keys.js';
import { InvitationLinks } from './invitation-links.js';
import { InvitedKeys } from './invited-keys.js';
import { ReceivedInvitesController, SentInvitesController } from './invites.controller.js';
import { Invites } from './invites.js';
import { InvitationPages } from '../portal/invitation/pages.js';
import { LiveKeysController } from './live-keys.controller.js';
import { LiveKeys } from './live-keys.js';
import { OrganizationCertificatesController } from './certificates.controller.js';
import { OrganizationCertificates } from './certificates.js';
import { OnboardingLinks } from './onboarding-links.js';
import { OrganizationOnboardingController } from './onboarding.controller.js';
import { OrganizationsController } from './organizations.controller.js';
import { Organizations } from './organizations.js';
import { OnboardingPages } from '../portal/onboarding/pages.js';
import { SupportEmailPages } from '../portal/support-email/pages.js';
import { Folios } from './folios.js';
import { OrganizationSeriesController } from './series.controller.js';
import { OrganizationSeries } from './series.js';
import { OrganizationSettingsController } from './settings.controller.js';
import { OrganizationSettings } from './settings.js';
import { OrganizationPacsController } from './pacs/pacs.controller.js';
import { OrganizationPacs } from './pacs/pacs.js';
import { ManifestsController } from './pacs/manifests.controller.js';
import { ManifestLinks } from './pacs/manifest-links.js';
import { OrganizationManifests } from './pacs/manifests.js';
import { ManifestPages } from '../portal/manifest/pages.js';
import { People } from './team/people.js';
import { RolesController } from './team/roles.controller.js';
import { OrganizationRoles } from './team/roles.js';
import { TeamController } from './team/team.controller.js';
import { OrganizationTeam } from './team/team.js';
import { Sealing } from './sealing.js';
import { SupportLinks } from './support-links.js';

/** The routes of organizations, and the pages on which a support address is verified and a certificate uploaded. */
@Module({
  imports: [GatewayShared, WorkersModule],
  controllers: [
    OrganizationDeletionController,
    OrganizationSeriesController,
    OrganizationCertificatesController,
    OrganizationOnboardingController,
    OrganizationPacsController,
    ManifestsController,
    OrganizationSettingsController,
    OrganizationsController,
    LogoController,
    LogoImagesController,
    LiveKeysController,
    TeamController,
    RolesController,
    ReceivedInvitesController,
    SentInvitesController,
  ],
  providers: [
    poolOf('gateway'),
    Organizations,
    OrganizationDeletion,
    OrganizationCertificates,
    Sealing,
    OnboardingLinks,
    OnboardingPages,
    OrganizationPacs,
    OrganizationManifests,
    ManifestLinks,
    ManifestPages,
    OrganizationSettings,
    InvitationLinks,
    InvitationPages,
    InvitedKeys,
    Invites,
    Logos,
    LiveKeys,
    EndedKeys,
    OrganizationSeries,
    Folios,
    SupportEmailPages,
    SupportLinks,
    People,
    OrganizationTeam,
    OrganizationRoles,
  ],
  exports: [Organizations],
})
export class OrganizationsApi {}
