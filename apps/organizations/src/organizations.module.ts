import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { serveLine } from '#bus';
import { RUNTIME, runtimeOf, type Runtime } from '#platform';
import { organizationHandlers } from './organization/handlers.js';
import { userHandlers } from './user/handlers.js';

@Injectable()
class OrganizationsHandlers implements OnModuleInit {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  onModuleInit(): void {
    serveLine(this.runtime.bus, 'organizations', {
      ...organizationHandlers(this.runtime),
      ...userHandlers(this.runtime),
    });
  }
}

/** Takes the commands of organizations and users. */
@Module({ providers: [runtimeOf('organizations'), OrganizationsHandlers] })
export class OrganizationsModule {}
