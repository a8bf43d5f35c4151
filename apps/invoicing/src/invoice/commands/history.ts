import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { refuse, sameTenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  INVOICE_STREAM,
  ReadHistoryCommand,
  type CommandOutcome,
  type InvoiceEvent,
  type InvoiceHistory,
} from '#contracts';
import type { EventStore } from '#event-store';
import { answerWithData, readStream } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { nothingTold, pageOfHistory, tell, type Told } from '../history.js';

/** Answers the history of an invoice from its events. Answers are cached, so only newer events are read again. */
@CommandHandler(ReadHistoryCommand)
export class ReadHistoryHandler implements Handles<ReadHistoryCommand> {
  private readonly told = new LRUCache<string, Told>({
    max: 1_000,
    maxSize: 20_000,
    sizeCalculation: ({ entries }) => entries.length + 1,
  });

  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ key, tenant, data }: ReadHistoryCommand): Promise<CommandOutcome<InvoiceHistory>> {
    // Kept by tenant: what one may see is never found by another.
    const kept = `${tenant.organizationId} ${tenant.livemode} ${key}`;
    const before = this.told.get(kept) ?? nothingTold;
    const events = await readStream<InvoiceEvent>(this.store, INVOICE_STREAM, key, before.nextRevision);
    if (events.some(({ metadata }) => !sameTenant(metadata, tenant))) return refuse('invoice_not_found');
    const told = events.reduce(tell, before);
    if (told.entries.length === 0) return refuse('invoice_not_found');
    this.told.set(kept, told);
    return answerWithData(pageOfHistory(told, data));
  }
}
