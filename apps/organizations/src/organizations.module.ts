import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { RUNTIME, type Runtime } from '#platform';
import { serveOrganizations } from './organization/handlers.js';
import { serveUsers } from './user/handlers.js';

@Injectable()
class OrganizationsHandlers implements OnModuleInit {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  onModuleInit(): void {
    serveOrganizations(this.runtime);
    serveUsers(this.runtime);
  }
}

/** Takes the commands of organizations and users. */
@Module({ providers: [OrganizationsHandlers] })
export class OrganizationsModule {}
