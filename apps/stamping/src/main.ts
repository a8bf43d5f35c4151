import { runService } from '#hosting/runtime/run-service';
import { StampingModule } from './stamping.module.js';
import { stampingService } from './service.js';

await runService({ service: stampingService, module: StampingModule });
