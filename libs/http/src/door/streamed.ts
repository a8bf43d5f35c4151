import type { Readable } from 'node:stream';
import { refuse } from '#kernel';
import { HttpRefusal, payloadTooLarge } from '../refusals.js';
import { BODY_PACE, brokenOff } from './bodies.js';
import { Pace } from './pace.js';

/**
 * What streams may take an hour: 100,000 lines are up to 50 MB, which a slow line brings in that time, and what comes in is
 * also read in it.
 */
export const STREAM_PACE = { ...BODY_PACE, totalMs: 3_600_000 } as const;

export interface StreamCall {
  /** Bytes that the route takes. */
  readonly limit: number;
  /** Stops reading from the connection: what comes in is not even parsed. */
  readonly stop: () => void;
  /** Learns of the bytes that have come when it is over. */
  readonly moved: (bytes: number) => void;
}

/** Reads bodies piece by piece, as fast as their reader takes them: a file of any length is never in memory whole. */
export class StreamedBodies {
  private readonly ends = new Set<(refusal: HttpRefusal) => void>();
  private isOver = false;

  constructor(private readonly pace: Pace = new Pace(STREAM_PACE)) {}

  /** The process stops: those that still come are refused, since an hour is more than it has. */
  endAll(): void {
    this.isOver = true;
    for (const end of this.ends) end(away());
  }

  /**
   * The pieces of a body. Nothing is read before the reader asks, and where it ends early the rest is not read. A reader
   * that takes its time does not make the client slow.
   * Throws payload_too_large, request_timeout for one that drips, service_unavailable where the process stops, and an error for one that is broken off.
   */
  async *read(payload: Readable, { limit, stop, moved }: StreamCall): AsyncGenerator<Buffer, void, void> {
    if (this.isOver) throw away();
    const chunks = payload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
    let bytes = 0;
    let isOurs = false;
    let giveUp: (refusal: HttpRefusal) => void = () => undefined;
    const ended = new Promise<never>((_, reject) => (giveUp = reject));
    // Where nobody waits for a piece, nobody hears of it.
    ended.catch(() => undefined);
    const end = (refusal: HttpRefusal): void => {
      stop();
      giveUp(refusal);
    };
    this.ends.add(end);
    const unwatch = this.pace.watch({
      bytes: () => bytes,
      isOurs: () => isOurs,
      tooSlow: () => end(new HttpRefusal(refuse('request_timeout').refusal)),
    });
    let isWaiting = false;
    try {
      for (;;) {
        isWaiting = true;
        const next = await Promise.race([ended, chunks.next()]);
        isWaiting = false;
        if (next.done) return;
        bytes += next.value.length;
        if (bytes > limit) throw payloadTooLarge(limit);
        isOurs = true;
        yield next.value;
        isOurs = false;
      }
    } catch (error) {
      throw error instanceof HttpRefusal ? error : brokenOff(error as Error);
    } finally {
      this.ends.delete(end);
      unwatch();
      moved(bytes);
      // Whoever answers may read the rest, to drop it.
      if (!isWaiting) await chunks.return?.();
    }
  }
}

const away = (): HttpRefusal =>
  new HttpRefusal(refuse('service_unavailable', { params: { retryAfter: 5 } }).refusal);
