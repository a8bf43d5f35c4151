import { runService } from '#hosting/runtime/run-service';
import { OrganizationsModule } from './organizations.module.js';
import { organizationsService } from './service.js';

await runService({ service: organizationsService, module: OrganizationsModule });
