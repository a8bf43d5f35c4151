import { Inject, Injectable } from '@nestjs/common';
import { DOWNLOAD_STREAM, type DownloadEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { downloadDecider, type DownloadCommand } from './decide.js';
import type { DownloadState } from './download.js';

/** The downloads of this process, and the decider that every step of theirs passes. */
@Injectable()
export class Downloads extends Aggregates<DownloadState, DownloadCommand, DownloadEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: downloadDecider, stream: DOWNLOAD_STREAM });
  }
}
