import { runService } from '#hosting/runtime/run-service';
import { ReceptionModule } from './reception.module.js';
import { receptionService } from './service.js';

await runService({ service: receptionService, module: ReceptionModule });
