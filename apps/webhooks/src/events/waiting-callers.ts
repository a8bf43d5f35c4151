import type { StreamEvent } from '#kernel';
import { askedStep, beforeOf, withAsked, type Asked, type Before, type AwaitedEvent } from '#contracts';
import { readStream, type StreamReader } from '#eventing';

/** Invoices and retentions that wait for a stamp or a cancellation at one time; what is forgotten is read from its stream. */
const REMEMBERED = 20_000;
const NOTHING: Before = { answered: false, global: false };

/**
 * Remembers for which invoices and retentions somebody waits, and whether they were answered meanwhile. Nothing is read for one
 * whose stamp comes while this process runs: what matters was in the feed a moment before.
 */
export class WaitingCallers {
  /** Those that have waited longest come first. An LRUCache that is emptied with every invoice costs more than the rest. */
  private readonly asked = new Map<string, Asked>();

  constructor(
    private readonly streams: StreamReader,
    private readonly waitMs: number,
    private readonly most = REMEMBERED,
  ) {}

  clear(): void {
    this.asked.clear();
  }

  /**
   * What matters of the time before an event. Each event is shown to it once, in order.
   *
   * @param wanted whether anybody needs to know: otherwise nothing is read
   */
  before(event: StreamEvent, wanted: boolean): Before | Promise<Before> {
    const step = askedStep(event);
    if (step === 'nothing') return NOTHING;
    const { streamId } = event;
    const awaited = event as StreamEvent<AwaitedEvent>;
    const known = this.asked.get(streamId);
    if (step === 'closes') {
      this.asked.delete(streamId);
      if (known || !wanted) return beforeOf(known, event, this.waitMs);
      return this.read(awaited);
    }
    const next = step === 'opens' || known ? withAsked(known, awaited) : undefined;
    if (next) this.remember(streamId, next);
    return NOTHING;
  }

  private remember(streamId: string, asked: Asked): void {
    this.asked.set(streamId, asked);
    if (this.asked.size <= this.most) return;
    for (const oldest of this.asked.keys()) {
      this.asked.delete(oldest);
      return;
    }
  }

  private async read(event: StreamEvent<AwaitedEvent>): Promise<Before> {
    const idAt = event.streamId.indexOf('-') + 1;
    const [prefix, id] = [event.streamId.slice(0, idAt), event.streamId.slice(idAt)];
    const events = await readStream<AwaitedEvent>(this.streams, prefix, id, 0, event.revision - 1);
    let asked: Asked | undefined;
    for (const earlier of events) asked = withAsked(asked, earlier);
    return beforeOf(asked, event, this.waitMs);
  }
}
