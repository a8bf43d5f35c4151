import { describe, expect, it } from '@jest/globals';
import { CommandExpired, CommandRefused, ok, refuse } from '#kernel';
import type { Delivered, Known, Outcomes, Refused } from '#kernel';
import type { CommandOutcome } from '#contracts';
import { command } from '../contract.js';
import { currentDelivery } from '../trace-context.js';
import { encodeCommand } from './codec.js';
import { Handling, Over } from './handling.js';

const NOW = 1_763_700_000_000;
const refused = refuse('invalid_request', { path: 'total' });
const done = ok({ data: 'done' });

/** Outcomes of one command, as a test sets them. */
class Kept implements Outcomes {
  known: Known = { kind: 'new' };
  /** Another delivery has done the work by the time that this one wants to refuse it. */
  begunMeanwhile = false;
  readonly looks: Delivered[] = [];
  readonly refusals: Refused[] = [];

  async look(asked: Delivered): Promise<Known> {
    this.looks.push(asked);
    return this.known;
  }

  async refuse(_: Delivered, asked: Refused) {
    if (this.begunMeanwhile) return { kind: 'begun' } as const;
    this.refusals.push(asked);
    return { kind: 'refused', refused: this.refusals[0] ?? asked } as const;
  }

  async sweep(): Promise<void> {}
}

function handling(handler: (run: number) => Promise<CommandOutcome>, clock: number | 'unknown' = NOW) {
  const outcomes = new Kept();
  let runs = 0;
  const made = new Handling({
    handlerOf: () => () => handler((runs += 1)),
    outcomes,
    clock: { read: () => (clock === 'unknown' ? undefined : clock), ask: async () => NOW },
    sealing: undefined,
  });
  const handle = async (over: { readonly expires?: number; readonly repeated?: boolean } = {}) => {
    const meta = { answerTo: undefined, senderRetries: false, traceparent: undefined };
    const message = await encodeCommand(command('test.Work', 'a'), { ...meta, expires: over.expires });
    return made.handle(message, over.repeated ?? false);
  };
  return { outcomes, handle, runs: () => runs };
}

describe('a delivered command', () => {
  it('is run without a question where it can’t have been handled before', async () => {
    const { outcomes, handle } = handling(async () => done);
    expect(await handle({ expires: NOW + 30_000 })).toEqual(done);
    expect(outcomes.looks).toEqual([]);
  });

  it('that is refused is answered after the refusal is stored', async () => {
    const { outcomes, handle } = handling(async () => refused);
    let stored = (): void => undefined;
    const storing = new Promise<void>((resolve) => (stored = resolve));
    const store = outcomes.refuse.bind(outcomes);
    outcomes.refuse = async (...asked) => {
      await storing;
      return store(...asked);
    };
    let answered = false;
    const answer = handle().finally(() => (answered = true));
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    stored();
    expect(await answer).toEqual(refused);
    expect(outcomes.refusals).toEqual([refused]);
  });

  it('is not answered a refusal that could not be stored', async () => {
    const { outcomes, handle } = handling(async () => refused);
    outcomes.refuse = () => Promise.reject(new Error('no database'));
    await expect(handle()).rejects.toThrow('no database');
  });

  it('that was refused before is answered so again, and not run', async () => {
    const { outcomes, handle, runs } = handling(async () => done);
    outcomes.known = { kind: 'refused', refused };
    expect(await handle({ repeated: true })).toEqual(refused);
    expect(runs()).toBe(0);
  });

  it('that another process has done is not refused: the handler looks again', async () => {
    const { outcomes, handle, runs } = handling(async (run) => (run === 1 ? refused : done));
    outcomes.begunMeanwhile = true;
    expect(await handle()).toEqual(done);
    expect(runs()).toBe(2);
  });

  it('that another process has refused while this one worked is answered with that refusal', async () => {
    const { outcomes, handle } = handling(async () => {
      outcomes.known = { kind: 'refused', refused };
      throw new CommandRefused('test.Work was refused before');
    });
    expect(await handle()).toEqual(refused);
  });

  it('whose own events decide on its refusal is refused by them, and nothing is stored', async () => {
    const { outcomes, handle } = handling(async () => {
      currentDelivery()!.settled = true;
      return refused;
    });
    expect(await handle()).toEqual(refused);
    expect(outcomes.refusals).toEqual([]);
  });

  it('that has begun is carried on, no matter when', async () => {
    let settled: boolean | undefined;
    const { outcomes, handle } = handling(async () => {
      settled = currentDelivery()?.settled;
      return done;
    });
    outcomes.known = { kind: 'begun' };
    expect(await handle({ repeated: true, expires: NOW - 60_000 })).toEqual(done);
    expect(settled).toBe(true);
  });

  it.each([
    ['the clock is past its end', NOW, NOW - 1],
    ['no clock can be trusted', 'unknown' as const, NOW + 30_000],
  ])('is asked for at PostgreSQL where %s, and not run when it has expired', async (_, clock, expires) => {
    const { outcomes, handle, runs } = handling(async () => done, clock);
    outcomes.known = { kind: 'expired' };
    await expect(handle({ expires })).rejects.toThrow(Over);
    expect([outcomes.looks.length, runs()]).toEqual([1, 0]);
  });

  it('that expired while its handler slept is answered that its time is up', async () => {
    const { handle } = handling(async () => {
      throw new CommandExpired('test.Work has expired');
    });
    await expect(handle({ expires: NOW + 30_000 })).rejects.toThrow(Over);
  });
});
