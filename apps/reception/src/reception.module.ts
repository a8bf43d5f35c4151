import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { poolOf, WorkersModule } from '#hosting';
import { importHandlers, importProviders } from './import/handlers.js';
import { mailHandlers, mailProviders } from './mail/handlers.js';

/** Each folder has a table of its handlers; a command that is in none does not compile. */
const commands = serveLine('reception', { ...importHandlers, ...mailHandlers });

/** Takes documents that others issued, from wherever they come. */
@Module({
  imports: [WorkersModule],
  controllers: commands.controllers,
  providers: [poolOf('reception'), ...importProviders, ...mailProviders, ...commands.providers],
})
export class ReceptionModule {}
