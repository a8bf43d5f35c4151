import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { serveLine } from '#bus';
import { RUNTIME, runtimeOf, type Runtime } from '#platform';
import { CancellationHandlers } from './cancellation/handlers.js';

@Injectable()
class CancellationCommands implements OnModuleInit {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly cancellations: CancellationHandlers,
  ) {}

  onModuleInit(): void {
    serveLine(this.runtime.bus, 'cancellation', this.cancellations.commands);
  }
}

/** Needs PacModule beside it. */
@Module({ providers: [runtimeOf('cancellation'), CancellationHandlers, CancellationCommands] })
export class CancellationModule {}
