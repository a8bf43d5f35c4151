import { refuse } from '#kernel';
import { HttpRefusal } from '#http';

const RETRY_AFTER_SECONDS = 2;

/**
 * Lets so many pieces of work go on at the same time, and the others wait in the order in which they came: a crowd at the
 * portal takes no more of the commands under way than its share, so the API has its own.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private active = 0;

  constructor(private readonly limits: { readonly atOnce: number; readonly waiting: number }) {}

  /** @throws {HttpRefusal} service_unavailable where too many wait already; nothing was begun */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.active < this.limits.atOnce) this.active += 1;
    else if (this.waiting.length < this.limits.waiting)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    else
      throw new HttpRefusal(
        refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } }).refusal,
      );
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.active -= 1;
    }
  }
}
