import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { poolOf } from '#hosting';
import { downloadHandlers, downloadProviders } from './downloads/handlers.js';
import { importHandlers, importProviders } from './import/handlers.js';

/** Each folder has a table of its handlers; a command that is in none does not compile. */
const commands = serveLine('reception', { ...importHandlers, ...downloadHandlers });

/** Takes documents that others issued, from wherever they come. */
@Module({
  controllers: commands.controllers,
  providers: [poolOf('reception'), ...importProviders, ...downloadProviders, ...commands.providers],
})
export class ReceptionModule {}
