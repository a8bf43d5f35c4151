import { runService } from '#hosting/runtime/run-service';
import { ReceiptsModule } from './receipts.module.js';
import { receiptsService } from './service.js';

await runService({ service: receiptsService, module: ReceiptsModule });
