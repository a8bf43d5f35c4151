import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { serveLine } from '#bus';
import { RUNTIME, runtimeOf, type Runtime } from '#platform';
import { registerFor } from '#sat';
import { customerHandlers } from './customer/handlers.js';
import { productHandlers } from './product/handlers.js';
import { keysOf } from '#billing';

@Injectable()
class CustomersHandlers implements OnModuleInit {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  onModuleInit(): void {
    const { bus, catalogues } = this.runtime;
    serveLine(bus, 'customers', customerHandlers(this.runtime, registerFor));
    serveLine(bus, 'products', productHandlers(this.runtime, keysOf(catalogues.large)));
  }
}

/** Takes the commands of customers and products. */
@Module({ providers: [runtimeOf('customers'), CustomersHandlers] })
export class CustomersModule {}
