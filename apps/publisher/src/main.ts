import { runService } from '#hosting/runtime/run-service';
import { PublisherModule } from './publisher.module.js';
import { publisherService } from './service.js';

await runService({ service: publisherService, module: PublisherModule });
