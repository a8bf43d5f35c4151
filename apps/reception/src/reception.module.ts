import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { importHandlers, importProviders } from './import/handlers.js';

/** Each folder has a table of its handlers; a command that is in none does not compile. */
const commands = serveLine('reception', { ...importHandlers });

/** Takes documents that others issued, from wherever they come. */
@Module({
  controllers: commands.controllers,
  providers: [...importProviders, ...commands.providers],
})
export class ReceptionModule {}
