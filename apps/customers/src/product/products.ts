import { Inject, Injectable } from '@nestjs/common';
import { keysOf } from '#billing';
import { PRODUCT_STREAM, type ProductEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { EVENT_STORE } from '#hosting';
import { productDecider, type ProductCommand } from './decide.js';
import type { Product } from './product.js';

/** The products of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Products extends Aggregates<Product, ProductCommand, ProductEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore, @Inject(CATALOGUES) { large }: Catalogues) {
    super({ store, decider: productDecider(keysOf(large)), stream: PRODUCT_STREAM });
  }
}
