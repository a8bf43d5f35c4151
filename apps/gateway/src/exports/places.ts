import type { OnModuleDestroy } from '@nestjs/common';
import { refuse, type Bilingual } from '#kernel';
import { HttpRefusal } from '#http';

export interface ExportLimits {
  /** Exports of one organization, and of all, at this process. */
  readonly each: number;
  readonly total: number;
  /** Until one is ended whose reader is slow. */
  readonly longestMs: number;
}
export const EXPORT_LIMITS: ExportLimits = { each: 2, total: 8, longestMs: 15 * 60_000 };

const RETRY_AFTER_SECONDS = 10;

const tooMany = (most: number): Bilingual => ({
  es: `La organización ya tiene ${most} exportaciones en curso: espere a que termine una de ellas.`,
  en: `The organization already has ${most} exports under way: wait until one of them ends.`,
});

/** An export that may go on until its signal is aborted; whoever took its place gives it back. */
export interface ExportPlace {
  readonly signal: AbortSignal;
  /** Ends what is still being read, and frees the place; more than once is as good as once. */
  readonly end: () => void;
}

/** The exports under way at this process. */
export class ExportPlaces implements OnModuleDestroy {
  private readonly held = new Map<string, Set<AbortController>>();
  private total = 0;

  constructor(private readonly limits: ExportLimits) {}

  /**
   * Takes a place before anything is awaited, so that a crowd which comes at once is counted too.
   *
   * @throws {HttpRefusal} 429 where the organization has enough of them, 503 where the process has
   */
  take(organizationId: string): ExportPlace {
    const { each, total, longestMs } = this.limits;
    const own = this.held.get(organizationId) ?? new Set();
    const params = { retryAfter: RETRY_AFTER_SECONDS };
    if (own.size >= each) {
      const detail = { code: 'not_allowed', source: 'service', message: tooMany(each) } as const;
      throw new HttpRefusal(refuse('rate_limit_exceeded', { params, details: [detail] }).refusal);
    }
    if (this.total >= total) throw new HttpRefusal(refuse('service_unavailable', { params }).refusal);
    const controller = new AbortController();
    this.held.set(organizationId, own.add(controller));
    this.total += 1;
    const end = (): void => {
      clearTimeout(late);
      controller.abort();
      if (!own.delete(controller)) return;
      this.total -= 1;
      if (own.size === 0) this.held.delete(organizationId);
    };
    const late = setTimeout(end, longestMs).unref();
    return { signal: controller.signal, end };
  }

  /** A stop waits for no reader. */
  onModuleDestroy(): void {
    for (const own of this.held.values()) for (const controller of own) controller.abort();
  }
}
