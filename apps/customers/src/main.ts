import { runService } from '#hosting/runtime/run-service';
import { CustomersModule } from './customers.module.js';
import { customersService } from './service.js';

await runService({ service: customersService, module: CustomersModule });
