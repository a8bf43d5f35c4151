import { runService } from '#hosting/runtime/run-service';
import { InvoicingModule } from './invoicing.module.js';
import { invoicingService } from './service.js';

await runService({ service: invoicingService, module: InvoicingModule });
