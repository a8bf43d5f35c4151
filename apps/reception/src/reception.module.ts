import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { ListsModule } from '#fiscal';
import { poolOf } from '#hosting';
import { WorkersModule } from '#hosting/workers/workers.module';
import { downloadHandlers, downloadProviders } from './downloads/handlers.js';
import { importHandlers, importProviders } from './import/handlers.js';
import { mailHandlers, mailProviders } from './mail/handlers.js';
import { WorkUnderWay } from './under-way.js';
import { watchHandlers, watchProviders } from './watch/handlers.js';

/** Each folder has a table of its handlers; a command that is in none does not compile. */
const commands = serveLine('reception', {
  ...importHandlers,
  ...mailHandlers,
  ...watchHandlers,
  ...downloadHandlers,
});

/** Takes documents that others issued, from wherever they come. */
@Module({
  imports: [ListsModule, WorkersModule],
  controllers: commands.controllers,
  providers: [
    poolOf('reception'),
    ...importProviders,
    ...mailProviders,
    ...watchProviders,
    ...downloadProviders,
    WorkUnderWay,
    ...commands.providers,
  ],
})
export class ReceptionModule {}
