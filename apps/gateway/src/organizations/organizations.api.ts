import { Module } from '@nestjs/common';
import { poolOf, WorkersModule } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { LogoImagesController } from './logo/logo-images.controller.js';
import { LogoController } from './logo/logo.controller.js';
import { Logos } from './logo/logos.js';
import { OrganizationsController } from './organizations.controller.js';
import { Organizations } from './organizations.js';

/** The routes of organizations. */
@Module({
  imports: [GatewayShared, WorkersModule],
  controllers: [OrganizationsController, LogoController, LogoImagesController],
  providers: [poolOf('gateway'), Organizations, Logos],
})
export class OrganizationsApi {}
