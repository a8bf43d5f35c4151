import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { OrganizationsController } from './organizations.controller.js';
import { Organizations } from './organizations.js';
import { PublicUrl } from '../portal/public-url.js';
import { SupportEmailPages } from '../portal/support-email/pages.js';
import { Folios } from './folios.js';
import { OrganizationSeriesController } from './series.controller.js';
import { OrganizationSeries } from './series.js';
import { OrganizationSettingsController } from './settings.controller.js';
import { OrganizationSettings } from './settings.js';
import { SupportLinks } from './support-links.js';

/** The routes of organizations, and the page on which a support address is verified. */
@Module({
  imports: [GatewayShared],
  controllers: [OrganizationSeriesController, OrganizationSettingsController, OrganizationsController],
  providers: [
    poolOf('gateway'),
    Organizations,
    OrganizationSettings,
    OrganizationSeries,
    Folios,
    PublicUrl,
    SupportEmailPages,
    SupportLinks,
  ],
})
export class OrganizationsApi {}
