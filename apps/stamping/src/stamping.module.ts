import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { PacModule } from '#fiscal';
import { StampHandler } from './stamping/commands.js';
import { Stampings } from './stamping/stampings.js';

const commands = serveLine('stamping', { 'stamping.stamp': StampHandler });

/** Seals documents and has them stamped. */
@Module({
  imports: [PacModule],
  controllers: commands.controllers,
  providers: [Stampings, ...commands.providers],
})
export class StampingModule {}
