import { LRUCache } from 'lru-cache';
import { ok, refuse, sameTenant, type DomainEvent, type ErrorCode, type Result } from '#kernel';
import type { Command, History, HistoryPage, PrefixOf } from '#contracts';
import type { EventStore, RecordedEvent } from '#event-store';
import { readStream } from '#eventing';
import { nothingTold, pageOfHistory, type HistoryType, type Told } from './history.js';

interface ReaderOptions<Event extends DomainEvent, Type extends HistoryType> {
  readonly store: EventStore;
  readonly stream: PrefixOf<Event>;
  readonly tell: (told: Told<Type>, event: RecordedEvent<Event>) => Told<Type>;
  readonly notFound: ErrorCode;
}

/** Tells histories of documents from their events. They are cached, so only newer events are read again. */
export class HistoryReader<Event extends DomainEvent, Type extends HistoryType> {
  private readonly told = new LRUCache<string, Told<Type>>({
    max: 1_000,
    maxSize: 20_000,
    sizeCalculation: ({ entries }) => entries.length + 1,
  });

  constructor(private readonly options: ReaderOptions<Event, Type>) {}

  /** A page of the history of a command's document. */
  async read({ key, tenant }: Command, page: HistoryPage): Promise<Result<History<Type>>> {
    const { store, stream, tell, notFound } = this.options;
    // Kept by tenant: what one may see is never found by another.
    const kept = `${tenant.organizationId} ${tenant.livemode} ${key}`;
    const before: Told<Type> = this.told.get(kept) ?? nothingTold;
    const events = await readStream<Event>(store, stream, key, before.nextRevision);
    if (events.some(({ metadata }) => !sameTenant(metadata, tenant))) return refuse(notFound);
    const told = events.reduce(tell, before);
    if (told.entries.length === 0) return refuse(notFound);
    this.told.set(kept, told);
    return ok(pageOfHistory(told, page));
  }
}
