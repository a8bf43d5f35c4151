import { Inject, Injectable } from '@nestjs/common';
import { STAMPING_STREAM, type StampingEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { CONFIG, EVENT_STORE, type Config } from '#hosting';
import { stampingDeciderWith, type StampDecision } from './decide.js';
import type { Stamping } from './stamping.js';

/** The stampings of this process, and the decider that every step of theirs passes. */
@Injectable()
export class Stampings extends Aggregates<Stamping, StampDecision, StampingEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore, @Inject(CONFIG) { pacs }: Pick<Config, 'pacs'>) {
    super({ store, decider: stampingDeciderWith(pacs), stream: STAMPING_STREAM });
  }
}
