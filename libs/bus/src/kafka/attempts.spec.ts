import { describe, expect, it } from '@jest/globals';
import { ok } from '#kernel';
import { attempt, pauseBefore, type Circumstances } from './attempts.js';

const done = ok({ data: undefined });
const around = (over: Partial<Circumstances> = {}): Circumstances => ({
  ...{ mayBegin: async () => true, hopeless: () => false, onRetry: () => undefined },
  abort: new AbortController().signal,
  ...over,
});
/** Fails so often, then succeeds. */
const failing = (times: number) => {
  let calls = 0;
  return async () => {
    if ((calls += 1) <= times) throw new Error(`failure ${calls}`);
    return done;
  };
};
const policy = { attempts: 3, firstPauseMs: 1 };

describe('attempts', () => {
  it('end with the first outcome', async () => {
    const retried: string[] = [];
    const onRetry = (error: unknown) => void retried.push((error as Error).message);
    expect(await attempt(failing(2), policy, around({ onRetry }))).toEqual({ kind: 'done', outcome: done });
    expect(retried).toEqual(['failure 1', 'failure 2']);
  });

  it('are bounded', async () => {
    expect(await attempt(failing(3), policy, around())).toMatchObject({
      ...{ kind: 'failed', attempts: 3, error: { message: 'failure 3' } },
    });
  });

  it('are one where no other can fare better', async () => {
    const tried = await attempt(failing(1), policy, around({ hopeless: () => true }));
    expect(tried).toMatchObject({ kind: 'failed', attempts: 1 });
  });

  it('end without an outcome once the command is another’s', async () => {
    expect(await attempt(failing(1), policy, around({ mayBegin: async () => false }))).toEqual({
      kind: 'abandoned',
    });
  });

  it('do not sit out a pause when the process stops', async () => {
    const stopping = new AbortController();
    const trying = attempt(
      failing(9),
      { attempts: 9, firstPauseMs: 3_600_000 },
      around({ abort: stopping.signal, mayBegin: async () => !stopping.signal.aborted }),
    );
    stopping.abort();
    expect(await trying).toEqual({ kind: 'abandoned' });
  });

  it('wait longer each time, up to a bound', () => {
    expect([1, 2, 3, 4, 9].map((retry) => pauseBefore(retry, { firstPauseMs: 200 }))).toEqual([
      200, 800, 3_200, 10_000, 10_000,
    ]);
  });
});
