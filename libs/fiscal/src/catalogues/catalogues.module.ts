import { Module } from '@nestjs/common';
import type { Config } from '#hosting/config/config';
import type { Logger } from '#hosting/logging/logger';
import { CONFIG, LOG } from '#hosting/runtime/tokens';
import { openCatalogues } from './catalogues.js';

/** Injection token of the Catalogues. */
export const CATALOGUES = Symbol('timbra catalogues');

/** The tax authority's large catalogues, read once for all services of a process. */
@Module({
  providers: [
    {
      provide: CATALOGUES,
      inject: [CONFIG, LOG],
      useFactory: ({ cataloguesDir }: Config, log: Logger) => openCatalogues(cataloguesDir, log),
    },
  ],
  exports: [CATALOGUES],
})
export class CataloguesModule {}
