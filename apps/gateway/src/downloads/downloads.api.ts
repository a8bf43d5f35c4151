import { Module } from '@nestjs/common';
import { GatewayShared } from '../shared.module.js';
import { DownloadsController } from './downloads.controller.js';
import { GatewayDownloads } from './downloads.js';

/** The routes of bulk downloads. */
@Module({
  imports: [GatewayShared],
  controllers: [DownloadsController],
  providers: [GatewayDownloads],
})
export class DownloadsApi {}
