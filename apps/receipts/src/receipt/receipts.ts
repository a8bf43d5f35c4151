import { Inject, Injectable } from '@nestjs/common';
import { RECEIPT_STREAM, type ReceiptEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { receiptDecider, type ReceiptCommand } from './decide.js';
import type { Receipt } from './receipt.js';

/** The receipts of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Receipts extends Aggregates<Receipt, ReceiptCommand, ReceiptEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: receiptDecider, stream: RECEIPT_STREAM });
  }
}
