import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.js';
import { WorkerPool, type WorkerLimits, type WorkerTask } from './worker-pool.js';

type Tasks = typeof import('./testing-tasks.worker.js');
type Signature<Name extends keyof Tasks> = Tasks[Name];

const task = <Name extends keyof Tasks>(
  name: Name,
): WorkerTask<Parameters<Signature<Name>>[0], ReturnType<Signature<Name>>> => ({
  module: new URL('./testing-tasks.worker.js', import.meta.url),
  name,
});

const pools: WorkerPool[] = [];
const lines: string[] = [];
const taken: { readonly ms: number; readonly organizationId: string }[] = [];
function openPool(limits: Partial<WorkerLimits> = {}): WorkerPool {
  const pool = new WorkerPool(
    createLogger({ level: 'warn', to: { write: (line) => void lines.push(line) } }),
    limits,
    (ms, organizationId) => void taken.push({ ms, organizationId }),
  );
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
  lines.splice(0);
  taken.splice(0);
});

describe('the threads of a process', () => {
  it('give what a task gives, and throw what it throws', async () => {
    const pool = openPool();
    expect(await Promise.all([1, 2, 3].map((n) => pool.run(task('double'), n, 'organization')))).toEqual([
      2, 4, 6,
    ]);
    await expect(pool.run(task('fail'), 'wrong', 'organization')).rejects.toThrow('wrong');
  });

  it('know nothing of the environment of the process', async () => {
    process.env.TIMBRA_SECRET_OF_A_SPEC = 'secret';
    try {
      expect(await openPool().run(task('environment'), undefined as never, 'organization')).toEqual([]);
    } finally {
      delete process.env.TIMBRA_SECRET_OF_A_SPEC;
    }
  });

  it('are ended at the deadline, and the next task finds another', async () => {
    const pool = openPool({ deadlineMs: 1_000 });
    await expect(pool.run(task('neverEnd'), undefined as never, 'organization')).rejects.toMatchObject({
      reason: 'too_long',
    });
    expect(lines.join('')).toContain('a thread was ended');
    // It held a thread to its end, and counts as what it took.
    expect(taken).toEqual([{ ms: expect.any(Number), organizationId: 'organization' }]);
    expect(taken[0]!.ms).toBeGreaterThan(900);
    const patient = openPool();
    expect(await patient.run(task('double'), 4, 'organization')).toBe(8);
  });

  it('end alone when their memory is full', async () => {
    const pool = openPool({ heapMb: 32 });
    await expect(pool.run(task('fillMemory'), undefined as never, 'organization')).rejects.toMatchObject({
      reason: 'lost',
    });
    expect(await pool.run(task('double'), 4, 'organization')).toBe(8);
  });

  it('refuse an organization that has too much waiting, and no other', async () => {
    const pool = openPool({ waitingOfOne: 2 });
    const answers = await Promise.allSettled([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => pool.run(task('double'), n, 'greedy')),
      pool.run(task('double'), 50, 'modest'),
    ]);
    expect(answers.at(-1)).toEqual({ status: 'fulfilled', value: 100 });
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject({ reason: { reason: 'too_much_waiting' } });
    expect(lines.join('')).toContain('"organizationId":"greedy"');
  });

  it('lose their work when the process ends', async () => {
    const pool = openPool();
    const running = pool
      .run(task('neverEnd'), undefined as never, 'organization')
      .catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    await pool.close();
    expect(await running).toMatchObject({ reason: 'lost' });
    await expect(pool.run(task('double'), 1, 'organization')).rejects.toMatchObject({ reason: 'lost' });
  });
});
