import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { STAMPING_STREAM, type StampCommand, type StampingEvent } from '#contracts';
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

/**
 * A step that only who wrote it down may act on. The store answers an append of the same events again as it did the first time, and ids
 * of events follow from the command's: without an id of its own a second delivery would take the first one's attempt for its own.
 */
export const ownStep = (command: StampCommand, name: string): StampCommand => ({
  ...command,
  id: `${command.id}/${name}/${randomUUID()}`,
});
