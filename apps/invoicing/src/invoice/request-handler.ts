import { Inject, Injectable } from '@nestjs/common';
import type { LineHandlers } from '#bus';
import { RUNTIME, answered, type Runtime } from '#platform';
import { Reservations } from './reservations.js';

/** Answers who has an idempotency key, and by which request. */
@Injectable()
export class RequestHandler {
  private readonly reservations: Reservations;

  constructor(@Inject(RUNTIME) runtime: Runtime) {
    this.reservations = new Reservations(runtime.pool);
  }

  readonly commands = {
    'invoicing.find-request': async ({ tenant, data }) =>
      answered(await this.reservations.holderOf(tenant, data.idempotency_key)),
  } satisfies Partial<LineHandlers<'invoicing'>>;
}
