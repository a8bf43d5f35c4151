import type { OnModuleDestroy } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { refuse, type Bilingual } from '#kernel';
import { HttpRefusal } from '#http';
import { Listener } from './listener.js';
import type { NextEvents } from './next-events.js';
import { Tail, type TailTimes } from './tail.js';

export interface StreamLimits {
  /** Streams of one organization, and of all, at this process. */
  readonly each: number;
  readonly total: number;
}
export const STREAM_LIMITS: StreamLimits = { each: 5, total: 500 };

export interface StreamTimes extends TailTimes {
  readonly heartbeatMs: number;
  /** Between two questions whether its caller may still listen. */
  readonly judgeMs: number;
}
export const STREAM_TIMES: StreamTimes = {
  pollMs: 500,
  mostMs: 10_000,
  heartbeatMs: 15_000,
  judgeMs: 30_000,
};

export interface StreamAsked {
  readonly organizationId: string;
  /** The id of the last event that the client has; undefined: it wants what comes from now on. */
  readonly after: string | undefined;
  /** Undefined: all types. */
  readonly types: readonly string[] | undefined;
  /** Whether the caller may still listen. */
  readonly mayGoOn: () => Promise<boolean>;
}

type Begun = Omit<StreamAsked, 'after'> & { readonly place: string; readonly hasGap: boolean };

export interface StreamParts {
  readonly events: NextEvents;
  readonly onFault: (error: unknown) => void;
  readonly limits?: StreamLimits;
  readonly times?: StreamTimes;
}

const RETRY_AFTER_SECONDS = 10;

const tooMany = (most: number): Bilingual => ({
  es: `La organización ya tiene ${most} conexiones que reciben eventos: cierre una de ellas.`,
  en: `The organization already has ${most} connections that receive events: close one of them.`,
});

/** The open streams of this process. */
export class EventStreams implements OnModuleDestroy {
  private readonly tails = new Map<string, Tail>();
  private readonly open = new Map<string, number>();
  private readonly listeners = new Set<Listener>();
  private total = 0;
  private closing = false;

  constructor(private readonly parts: StreamParts) {}

  /**
   * Opens a stream. It ends when its client goes, its caller may not listen any more, or the process stops.
   *
   * @throws {HttpRefusal} 429 where the organization has enough of them, 503 where the process has
   */
  async listen({ organizationId, after, types, mayGoOn }: StreamAsked): Promise<Readable> {
    const release = this.takePlace(organizationId);
    try {
      const place = after ?? (await this.parts.events.newest(organizationId));
      // The process began to stop meanwhile.
      if (this.closing) throw unavailable();
      const hasGap = after !== undefined && !this.parts.events.isKept(after);
      return this.begin({ organizationId, place, hasGap, types, mayGoOn }, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Ends all streams, so that a stop waits for none; clients resume elsewhere, or here later. */
  onModuleDestroy(): void {
    this.closing = true;
    for (const listener of this.listeners) {
      listener.end();
      // Who does not read what was left for it does not hold up the stop.
      setTimeout(() => listener.stream.destroy(), 1_000).unref();
    }
  }

  private begin(asked: Begun, release: () => void): Readable {
    const { organizationId, place, types, mayGoOn } = asked;
    const { heartbeatMs, judgeMs } = this.parts.times ?? STREAM_TIMES;
    const tail = this.tailOf(organizationId);
    const listener = new Listener(place, types && new Set(types), () => tail.wake());
    const beats = setInterval(() => listener.beat(), heartbeatMs).unref();
    const judge = setInterval(() => void this.judge(listener, mayGoOn), judgeMs).unref();
    this.listeners.add(listener);
    listener.stream.once('close', () => {
      clearInterval(beats);
      clearInterval(judge);
      this.listeners.delete(listener);
      tail.remove(listener);
      if (tail.size === 0 && this.tails.get(organizationId) === tail) this.tails.delete(organizationId);
      release();
    });
    listener.begin();
    if (asked.hasGap) listener.warnOfGap();
    tail.add(listener);
    return listener.stream;
  }

  /** Whoever can't be judged is let go as well: the next request says why. */
  private async judge(listener: Listener, mayGoOn: () => Promise<boolean>): Promise<void> {
    try {
      if (await mayGoOn()) return;
    } catch (error) {
      this.parts.onFault(error);
    }
    listener.end();
  }

  private tailOf(organizationId: string): Tail {
    const known = this.tails.get(organizationId);
    if (known) return known;
    const { events, times = STREAM_TIMES, onFault } = this.parts;
    const tail = new Tail(organizationId, events, times, onFault);
    this.tails.set(organizationId, tail);
    return tail;
  }

  /** Takes a place before anything is awaited, so that a crowd which comes at once is counted too. */
  private takePlace(organizationId: string): () => void {
    const { each, total } = this.parts.limits ?? STREAM_LIMITS;
    const own = this.open.get(organizationId) ?? 0;
    if (this.closing || this.total >= total) throw unavailable();
    if (own >= each) {
      const detail = { code: 'not_allowed', source: 'service', message: tooMany(each) } as const;
      const params = { retryAfter: RETRY_AFTER_SECONDS };
      throw new HttpRefusal(refuse('rate_limit_exceeded', { params, details: [detail] }).refusal);
    }
    this.total += 1;
    this.open.set(organizationId, own + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.total -= 1;
      const left = (this.open.get(organizationId) ?? 1) - 1;
      if (left > 0) this.open.set(organizationId, left);
      else this.open.delete(organizationId);
    };
  }
}

const unavailable = () =>
  new HttpRefusal(refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } }).refusal);
