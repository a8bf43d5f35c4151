import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { refuse, sameTenant } from '#kernel';
import type { LineHandlers } from '#bus';
import {
  INVOICE_STREAM,
  type CommandOf,
  type CommandOutcome,
  type InvoiceEvent,
  type InvoiceHistory,
} from '#contracts';
import { RUNTIME, answered, readStream, type Runtime } from '#platform';
import { nothingTold, pageOfHistory, tell, type Told } from './history.js';

/** Answers the history of an invoice from its events. Answers are cached, so only newer events are read again. */
@Injectable()
export class HistoryHandler {
  private readonly told = new LRUCache<string, Told>({
    max: 1_000,
    maxSize: 20_000,
    sizeCalculation: ({ entries }) => entries.length + 1,
  });

  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  readonly commands = {
    'invoicing.history': (command) => this.answer(command),
  } satisfies Partial<LineHandlers<'invoicing'>>;

  private async answer({
    key,
    tenant,
    data,
  }: CommandOf<'invoicing.history'>): Promise<CommandOutcome<InvoiceHistory>> {
    // Kept by tenant: what one may see is never found by another.
    const kept = `${tenant.organizationId} ${tenant.livemode} ${key}`;
    const before = this.told.get(kept) ?? nothingTold;
    const { store } = this.runtime;
    const events = await readStream<InvoiceEvent>(store, INVOICE_STREAM, key, before.nextRevision);
    if (events.some(({ metadata }) => !sameTenant(metadata, tenant))) return refuse('invoice_not_found');
    const told = events.reduce(tell, before);
    if (told.entries.length === 0) return refuse('invoice_not_found');
    this.told.set(kept, told);
    return answered(pageOfHistory(told, data));
  }
}
