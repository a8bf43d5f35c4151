import { LRUCache } from 'lru-cache';
import { monotonicMs, refuse } from '#kernel';
import { HttpRefusal } from './refusals.js';

/** Reads of one resource, reads of lists, creations, other writes, and writes that cost much (stamping, PDF). */
export type RateClass = 'detail' | 'list' | 'create' | 'write' | 'heavy';

export interface RateLimit {
  /** Requests a minute in the long run. */
  readonly perMinute: number;
  /** Requests at once after a rest; a minute's worth when not given. */
  readonly burst?: number;
}

/** Classes without a limit are not limited; none has one by default. */
export type RateLimits = Readonly<Partial<Record<RateClass, RateLimit>>>;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * The headers of a counted request. `RateLimit-Policy` (quota and window) and `RateLimit` (what is left, and when
 * all of
 * it is back) name the class, as draft-ietf-httpapi-ratelimit-headers has them; the three names of its earlier versions
 * say the same for clients that read those.
 */
export interface Allowance {
  readonly headers: Readonly<Record<string, string>>;
}

/** Token buckets in memory, one per class and identity. Each process counts by itself. */
export class RateLimiter {
  /** Its places are made all at once: by who is the first to be limited, since most limiters never limit anybody. */
  private kept: LRUCache<string, Bucket> | undefined;

  constructor(
    private readonly limits: RateLimits,
    private readonly nowMs: () => number = monotonicMs,
  ) {}

  get active(): boolean {
    return Object.keys(this.limits).length > 0;
  }

  private get buckets(): LRUCache<string, Bucket> {
    return (this.kept ??= new LRUCache({ max: 50_000 }));
  }

  /** Takes one request of an identity; undefined where its class has no limit. Throws rate_limit_exceeded. */
  take(rateClass: RateClass, identity: string): Allowance | undefined {
    const limit = this.limits[rateClass];
    if (!limit) return undefined;
    const { perMinute, burst = perMinute } = limit;
    const perMs = perMinute / 60_000;
    const now = this.nowMs();
    const key = `${rateClass} ${identity}`;
    const bucket = this.buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
    bucket.at = now;
    this.buckets.set(key, bucket);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const seconds = (tokens: number) => Math.max(1, Math.ceil(tokens / perMs / 1000));
    const remaining = Math.floor(bucket.tokens);
    const reset = seconds(burst - bucket.tokens);
    const headers = {
      'ratelimit-policy': `"${rateClass}";q=${burst};w=${seconds(burst)}`,
      ratelimit: `"${rateClass}";r=${remaining};t=${reset}`,
      'ratelimit-limit': String(burst),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(reset),
    };
    if (allowed) return { headers };
    const retryAfter = seconds(1 - bucket.tokens);
    throw new HttpRefusal(refuse('rate_limit_exceeded', { params: { retryAfter } }).refusal, headers);
  }
}
