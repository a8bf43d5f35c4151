import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { ExportedDocuments } from './documents.js';
import { ExportsController } from './exports.controller.js';
import { MonthExports } from './month-exports.js';
import { EXPORT_LIMITS, ExportPlaces } from './places.js';
import { SheetSender } from './sender.js';

/** The routes of exports. */
@Module({
  imports: [GatewayShared],
  controllers: [ExportsController],
  providers: [
    poolOf('gateway'),
    ExportedDocuments,
    MonthExports,
    SheetSender,
    { provide: ExportPlaces, useFactory: () => new ExportPlaces(EXPORT_LIMITS) },
  ],
})
export class ExportsApi {}
