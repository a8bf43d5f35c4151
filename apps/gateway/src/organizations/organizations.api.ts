import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { OrganizationDeletionController } from './deletion.controller.js';
import { OrganizationDeletion } from './deletion.js';
import { OrganizationsController } from './organizations.controller.js';
import { Organizations } from './organizations.js';
import { PublicUrl } from '../portal/public-url.js';
import { SupportEmailPages } from '../portal/support-email/pages.js';
import { OrganizationSettingsController } from './settings.controller.js';
import { OrganizationSettings } from './settings.js';
import { SupportLinks } from './support-links.js';

/** The routes of organizations, and the page on which a support address is verified. */
@Module({
  imports: [GatewayShared],
  controllers: [OrganizationDeletionController, OrganizationSettingsController, OrganizationsController],
  providers: [
    poolOf('gateway'),
    Organizations,
    OrganizationDeletion,
    OrganizationSettings,
    PublicUrl,
    SupportEmailPages,
    SupportLinks,
  ],
})
export class OrganizationsApi {}
