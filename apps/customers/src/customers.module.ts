import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { RUNTIME, type Runtime } from '#platform';
import { registerFor } from '#sat';
import { serveCustomers } from './customer/handlers.js';
import { serveProducts } from './product/handlers.js';
import { keysOf } from '#billing';

@Injectable()
class CustomersHandlers implements OnModuleInit {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  onModuleInit(): void {
    serveCustomers(this.runtime, registerFor);
    serveProducts(this.runtime, keysOf(this.runtime.catalogues.large));
  }
}

/** Takes the commands of customers and products. */
@Module({ providers: [CustomersHandlers] })
export class CustomersModule {}
