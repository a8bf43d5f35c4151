import { randomUUID } from 'node:crypto';
import { newId } from '#kernel';
import type { CloudEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { metadata, silent, type Bench } from './bench.js';
import { Publisher, type PublicEventWriter, type PublisherOptions } from '#eventing';
import { pausable } from './pausable.js';

/** Payments of invoices, one event an append: enough to see order, gaps and repetitions. */
export class Payments {
  /** The events of each invoice in their order, by the amount that they say. */
  readonly paid = new Map<string, string[]>();
  private readonly ids: string[];

  constructor(
    private readonly store: Pick<EventStore, 'append'>,
    invoices = 5,
  ) {
    this.ids = Array.from({ length: invoices }, () => newId());
  }

  get count(): number {
    return [...this.paid.values()].reduce((sum, amounts) => sum + amounts.length, 0);
  }

  /** How many more events to append, over all invoices in turn. */
  async receive(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const id = this.ids[this.count % this.ids.length] ?? '';
      const amounts = this.paid.get(id) ?? [];
      this.paid.set(id, amounts);
      const amount = `${this.count + 1}.00`;
      const data = { payment: newId(), amount, at: new Date().toISOString() };
      const event = { id: randomUUID(), type: 'PaymentReceived', data };
      const appended = await this.store.append(`invoice-${id}`, amounts.length - 1, [event], metadata);
      if (appended.kind !== 'appended') throw new Error('somebody else has paid');
      amounts.push(amount);
    }
  }
}

/** The publisher of one process, which can be stopped as by SIGSTOP: what it asks then reaches the database when it wakes. */
export function pausablePublisher(
  { pool: own, store }: Pick<Bench, 'pool' | 'store'>,
  options: Pick<PublisherOptions, 'writer' | 'leaseMs' | 'nowMs'> & { readonly maxAgeMs?: number },
): { readonly publisher: Publisher; readonly pause: () => void; readonly wake: () => void } {
  const { pool, pause, wake } = pausable(own);
  const publisher = new Publisher({
    pool,
    store,
    log: silent,
    source: 'timbra',
    maxAgeMs: 30_000,
    ...options,
  });
  return { publisher, pause, wake };
}

/** What a process does, or waits for, at a moment of its writing. */
export type Moments = Partial<
  Record<'takingOver' | 'beforeCheck' | 'beforeWrite' | 'afterWrite', () => Promise<void>>
>;

/** Where events go in specs that need no Kafka: the latest writer to take over is the one whose writes are taken. */
export class FakeTopics {
  readonly written: CloudEvent[] = [];
  /** How many of the next writes fail, after how many of their events. */
  failures = 0;
  failsAfter = 0;
  /** How often a writer has taken over. */
  takeovers = 0;

  /** The writer of one process. */
  writer({ takingOver, beforeCheck, beforeWrite, afterWrite }: Moments = {}): PublicEventWriter {
    let epoch = 0;
    return {
      takeOver: async () => {
        await takingOver?.();
        epoch = this.takeovers += 1;
      },
      write: async (events, mayWrite) => {
        await beforeCheck?.();
        mayWrite();
        await beforeWrite?.();
        this.take(events, epoch);
        await afterWrite?.();
      },
      close: async () => undefined,
    };
  }

  private take(events: readonly CloudEvent[], epoch: number): void {
    if (epoch !== this.takeovers) throw new Error('another writer has taken over');
    const failing = this.failures > 0;
    this.written.push(...(failing ? events.slice(0, this.failsAfter) : events));
    if (!failing) return;
    this.failures -= 1;
    throw new Error('the broker is away');
  }

  /** What a reader has who passes over ids that it knows: amounts by invoice, in the order they came. */
  get read(): Map<string, string[]> {
    const seen = new Set<string>();
    const read = new Map<string, string[]>();
    for (const { attributes, data } of this.written) {
      if (seen.has(attributes.id)) continue;
      seen.add(attributes.id);
      read.set(attributes.subject, [...(read.get(attributes.subject) ?? []), data['amount'] as string]);
    }
    return read;
  }

  /** How many events such a reader has. */
  get count(): number {
    return [...this.read.values()].flat().length;
  }
}
