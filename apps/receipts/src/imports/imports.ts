import { Inject, Injectable } from '@nestjs/common';
import { IMPORT_STREAM, type ReceiptImportEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { importDecider, type Import, type ImportCommand } from './import.js';

/** The imports of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Imports extends Aggregates<Import, ImportCommand, ReceiptImportEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: importDecider, stream: IMPORT_STREAM });
  }
}
