import { Inject, Injectable } from '@nestjs/common';
import { SUPPLIER_STREAM, type SupplierEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { supplierDecider, type SupplierCommand } from './decide.js';
import type { Supplier } from './supplier.js';

/** The suppliers of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Suppliers extends Aggregates<Supplier, SupplierCommand, SupplierEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: supplierDecider, stream: SUPPLIER_STREAM });
  }
}
