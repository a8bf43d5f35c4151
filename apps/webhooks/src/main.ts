import { runService } from '#hosting/runtime/run-service';
import { WebhooksModule } from './webhooks.module.js';
import { webhooksService } from './service.js';

await runService({ service: webhooksService, module: WebhooksModule });
