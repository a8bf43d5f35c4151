import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ok, refuse, sameTenant, type Result } from '#kernel';
import { INVOICE_STREAM, type InvoiceHistoryCommand, type Receipt } from '#contracts';
import { RUNTIME, type Runtime } from '#platform';
import { nothingTold, pageOfHistory, tell, type Told } from './history.js';

/** Answers what happened to an invoice, from its events. What was told once is kept: only newer events are read again. */
@Injectable()
export class HistoryHandler implements OnModuleInit {
  private readonly told = new LRUCache<string, Told>({
    max: 1_000,
    maxSize: 20_000,
    sizeCalculation: ({ entries }) => entries.length + 1,
  });

  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  onModuleInit(): void {
    this.runtime.bus.serve('invoicing.history', (command) => this.answer(command as InvoiceHistoryCommand));
  }

  private async answer({ key, tenant, data }: InvoiceHistoryCommand): Promise<Result<Receipt>> {
    // Kept by tenant: what one may see is never found by another.
    const kept = `${tenant.organizationId} ${tenant.livemode} ${key}`;
    const before = this.told.get(kept) ?? nothingTold;
    const events = await this.runtime.store.read(`${INVOICE_STREAM}${key}`, before.nextRevision);
    if (events.some(({ metadata }) => !sameTenant(metadata, tenant))) return refuse('invoice_not_found');
    const told = events.reduce(tell, before);
    if (told.entries.length === 0) return refuse('invoice_not_found');
    this.told.set(kept, told);
    return ok({ position: '0', data: pageOfHistory(told, data) });
  }
}
