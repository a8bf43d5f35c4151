import { Inject, Injectable } from '@nestjs/common';
import { CUSTOMER_STREAM, type CustomerEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import type { Customer } from './customer.js';
import { customerDecider, type CustomerCommand } from './decide.js';

/** The customers of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Customers extends Aggregates<Customer, CustomerCommand, CustomerEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: customerDecider, stream: CUSTOMER_STREAM });
  }
}
