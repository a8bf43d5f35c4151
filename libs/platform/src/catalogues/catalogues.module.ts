import { Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import type { Logger } from '../logging/logger.js';
import { CATALOGUES, CONFIG, LOG } from '../runtime/tokens.js';
import { openCatalogues } from './catalogues.js';

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
