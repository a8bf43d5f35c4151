import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '#hosting/config/config';
import type { Logger } from '#hosting/logging/logger';
import type { Runtime } from '#hosting/runtime/runtime';
import { CONFIG, LOG, TELEMETRY } from '#hosting/runtime/tokens';
import { IssuerObligations } from './issuer-obligations.js';
import { SAT_LISTS } from './sat-lists.js';
import { WatchedLists } from './watched-lists.js';

/** The tax authority's lists, opened once for all services of a process, and watched. */
@Module({
  providers: [
    IssuerObligations,
    {
      provide: SAT_LISTS,
      inject: [CONFIG, LOG, TELEMETRY],
      useFactory: ({ sat }: Config, log: Logger, { metrics }: Runtime['telemetry']) => {
        const lists = new WatchedLists(sat, log, metrics);
        lists.start();
        return lists;
      },
    },
  ],
  exports: [SAT_LISTS, IssuerObligations],
})
export class ListsModule implements OnApplicationShutdown {
  constructor(@Inject(SAT_LISTS) private readonly lists: WatchedLists) {}

  onApplicationShutdown(): void {
    this.lists.stop();
  }
}
