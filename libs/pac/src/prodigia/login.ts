import type { Unavailable } from '../port.js';

/** What a call says of the log-in that it was made with. */
export type LoginVerdict = 'taken' | 'refused' | 'nothing';

/**
 * Prodigia blocks an access after three wrong log-ins, and documents come many at a time. So the first call goes alone, the
 * others wait for it, and once the log-in was refused no more calls are made with it: other credentials make another adapter.
 */
export class Login {
  private taken = false;
  /** Why no more calls are made. */
  refusal: Unavailable | undefined;
  private first: Promise<void> | undefined;

  /** Makes a call, or says why none is made: then nothing was sent. */
  async with<T>(make: () => Promise<T>, judge: (made: T) => LoginVerdict): Promise<T | Unavailable> {
    if (!this.taken && this.first) await this.first;
    if (this.refusal) return this.refusal;
    if (this.taken) return this.judged(await make(), judge);
    // The call that was waited for has shown nothing, and another one that waited has begun its own.
    if (this.first)
      return { kind: 'unavailable', reason: 'Prodigia has not yet answered to the first log-in' };
    const making = make();
    const first = making.then(
      (made) => void this.judged(made, judge),
      () => undefined,
    );
    this.first = first.finally(() => (this.first = undefined));
    await this.first;
    return making;
  }

  private judged<T>(made: T, judge: (made: T) => LoginVerdict): T {
    const verdict = judge(made);
    if (verdict === 'taken') this.taken = true;
    if (verdict === 'refused')
      this.refusal = {
        ...{ kind: 'unavailable', code: '1', trouble: 'account' },
        reason:
          'Prodigia has refused user and password: they are not tried again, since three wrong ones block the access',
      };
    return made;
  }
}
