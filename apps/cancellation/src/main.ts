import { runService } from '#hosting/runtime/run-service';
import { CancellationModule } from './cancellation.module.js';
import { cancellationService } from './service.js';

await runService({ service: cancellationService, module: CancellationModule });
