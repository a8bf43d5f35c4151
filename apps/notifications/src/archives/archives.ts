import { Inject, Injectable } from '@nestjs/common';
import { ARCHIVE_STREAM, type ArchiveEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import type { Archive } from './archive.js';
import { archiveDecider, type ArchiveCommand } from './decide.js';

/** The archives of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Archives extends Aggregates<Archive, ArchiveCommand, ArchiveEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: archiveDecider, stream: ARCHIVE_STREAM });
  }
}
