import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { serveLine } from '#bus';
import { RUNTIME, runtimeOf, type Runtime } from '#platform';
import { StampingHandlers } from './stamping/handlers.js';

@Injectable()
class StampingCommands implements OnModuleInit {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly stampings: StampingHandlers,
  ) {}

  onModuleInit(): void {
    serveLine(this.runtime.bus, 'stamping', this.stampings.commands);
  }
}

/** Needs PacModule beside it. */
@Module({ providers: [runtimeOf('stamping'), StampingHandlers, StampingCommands] })
export class StampingModule {}
