import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ok, refuse } from '#kernel';
import type { AnyCommands, Command, CommandOutcome } from '#contracts';
import { BusOverloaded, CommandTimeout, NoHandler, type CommandBus } from './port.js';

export interface BusLimits {
  readonly maxPending: number;
  readonly defaultTimeoutMs: number;
}

export const command = (type: string, key: string, data: unknown = null): Command => ({
  id: randomUUID(),
  type,
  key,
  tenant: { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false },
  actor: 'key:test',
  correlationId: 'request-1',
  time: '2026-01-01T00:00:00.000Z',
  data,
});

/** A promise that the test settles: work that is under way for as long as the test wants. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

const done = (data: unknown = null): CommandOutcome => ok({ at: { stream: 'test-1', revision: 1 }, data });

/** The services that handlers of the contract belong to. */
export const CONTRACT_SERVICES = ['test', 'first', 'second'] as const;

/** How long an adapter may take. */
export interface Patience {
  readonly defaultTimeoutMs?: number;
  /** Long enough for a command to reach its handler, and no longer. */
  readonly shortTimeoutMs?: number;
}

/**
 * What every adapter of the command bus port must do. Run it in a spec of the adapter, with a bus that tries a
 * handler once: how often it is tried is the adapter's own matter.
 */
export function busContract(
  name: string,
  make: (limits: BusLimits) => Promise<CommandBus<AnyCommands>>,
  { defaultTimeoutMs = 2_000, shortTimeoutMs = 10 }: Patience = {},
): void {
  describe(`${name} keeps the command bus contract`, () => {
    let bus: CommandBus<AnyCommands>;
    beforeEach(async () => {
      bus = await make({ maxPending: 8, defaultTimeoutMs });
    });
    afterEach(() => bus.stop());

    describe('an answer', () => {
      it('is the handler’s outcome for the command as it was sent', async () => {
        bus.serve('test.Echo', async (received) => done(received));
        await bus.start();
        const sent = command('test.Echo', 'a', { nested: ['ñ', 1.5, null] });
        expect(await bus.send(sent)).toEqual(done(sent));
      });

      it('handles a command that was sent before the start', async () => {
        bus.serve('test.Echo', async ({ data }) => done(data));
        const answer = bus.send(command('test.Echo', 'a', 'early'));
        await bus.start();
        expect(await answer).toEqual(done('early'));
      });

      it('may be a refusal', async () => {
        const refusal = refuse('not_found', { path: 'customer', resourceId: 'x' });
        bus.serve('test.Refuse', async () => refusal);
        await bus.start();
        expect(await bus.send(command('test.Refuse', 'a'))).toEqual(refusal);
      });

      it('is the fault that the handler threw', async () => {
        bus.serve('test.Fail', async () => {
          throw Object.assign(new Error('disk on fire'), { name: 'DiskFire' });
        });
        await bus.start();
        const fault = { name: 'DiskFire', message: 'disk on fire' };
        await expect(bus.send(command('test.Fail', 'a'))).rejects.toMatchObject(fault);
      });

      it('is one of the bus’s own faults by its class, where a handler met one', async () => {
        const faults = [
          new CommandTimeout(command('test.Other', 'b')),
          new BusOverloaded(7),
          new NoHandler('x.Y'),
        ];
        bus.serve('test.Fail', async ({ data }) => {
          throw faults[data as number]!;
        });
        await bus.start();
        for (const [n, fault] of faults.entries()) {
          const thrown: unknown = await bus
            .send(command('test.Fail', 'a', n))
            .catch((error: unknown) => error);
          expect(thrown).toBeInstanceOf(fault.constructor);
          expect(thrown).toMatchObject({ ...fault, message: fault.message });
        }
      });

      it('is the fault too when the handler throws before its first await', async () => {
        bus.serve('test.Fail', () => {
          throw new Error('not even started');
        });
        await bus.start();
        await expect(bus.send(command('test.Fail', 'a'))).rejects.toThrow('not even started');
        bus.serve('test.Echo', async () => done());
        expect(await bus.send(command('test.Echo', 'a'))).toEqual(done());
      });
    });

    describe('handlers', () => {
      it('are known by the type they serve', async () => {
        bus.serve('test.Known', async () => done());
        expect([bus.serves('test.Known'), bus.serves('test.Unknown')]).toEqual([true, false]);
        await expect(bus.send(command('test.Unknown', 'a'))).rejects.toThrow(NoHandler);
      });

      it('of one service are for its types alone, those of another may come from elsewhere', async () => {
        bus.serve('test.Known', async () => done());
        await bus.start();
        bus.serve('test.Later', async () => done('later'));
        expect(await bus.send(command('test.Later', 'a'))).toEqual(done('later'));
        expect(bus.serves('nowhere.Known')).toBe(false);
        await expect(bus.send(command('nowhere.Known', 'a'))).rejects.toThrow(NoHandler);
      });

      it('are one for each type', () => {
        bus.serve('test.Twice', async () => done());
        expect(() => bus.serve('test.Twice', async () => done())).toThrow(/test\.Twice/);
      });
    });

    describe('order', () => {
      it('is kept within a key, one command at a time, over types and after faults', async () => {
        const log: unknown[] = [];
        let working = 0;
        const work = async ({ data }: Command): Promise<CommandOutcome> => {
          expect((working += 1)).toBe(1);
          log.push(data);
          await new Promise((resolve) => setImmediate(resolve));
          working -= 1;
          if (data === 2) throw new Error('fails');
          return done();
        };
        bus.serve('test.A', work);
        bus.serve('test.B', work);
        await bus.start();
        const sent = [1, 2, 3, 4, 5].map((n) => bus.send(command(n % 2 ? 'test.A' : 'test.B', 'one key', n)));
        await Promise.allSettled(sent);
        expect(log).toEqual([1, 2, 3, 4, 5]);
      });

      it('does not make one key wait for another', async () => {
        const [slow, started] = [gate(), gate()];
        bus.serve('test.Slow', async () => {
          started.open();
          await slow.opened;
          return done('slow');
        });
        bus.serve('test.Quick', async () => done('quick'));
        await bus.start();
        const first = bus.send(command('test.Slow', 'a'));
        await started.opened;
        expect(await bus.send(command('test.Quick', 'b'))).toEqual(done('quick'));
        slow.open();
        expect(await first).toEqual(done('slow'));
      });

      it('lets a service wait for another service’s answer about the same key', async () => {
        bus.serve('second.Check', async () => done('checked'));
        bus.serve('first.Ask', () => bus.send(command('second.Check', 'shared')));
        await bus.start();
        expect(await bus.send(command('first.Ask', 'shared'))).toEqual(done('checked'));
      });
    });

    describe('limits', () => {
      it('a timeout ends the wait, not the work, and the key waits for the work', async () => {
        const slow = gate();
        const log: string[] = [];
        bus.serve('test.Work', async ({ data }) => {
          log.push(`${String(data)} begins`);
          if (data === 'first') await slow.opened;
          log.push(`${String(data)} ends`);
          return done();
        });
        await bus.start();
        const timedOut = bus.send(command('test.Work', 'a', 'first'), { timeoutMs: shortTimeoutMs });
        await expect(timedOut).rejects.toThrow(CommandTimeout);
        const second = bus.send(command('test.Work', 'a', 'second'));
        slow.open();
        await second;
        expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
      });

      it('a signal ends the wait before its time, and so does one that has fired already', async () => {
        const [slow, started] = [gate(), gate()];
        const handled: unknown[] = [];
        bus.serve('test.Work', async ({ data }) => {
          started.open();
          await slow.opened;
          handled.push(data);
          return done(data);
        });
        await bus.start();
        const leaving = new AbortController();
        const waiting = bus.send(command('test.Work', 'a', 'left'), { signal: leaving.signal });
        await started.opened;
        leaving.abort();
        await expect(waiting).rejects.toThrow(CommandTimeout);
        const late = bus.send(command('test.Work', 'b', 'late'), { signal: leaving.signal });
        await expect(late).rejects.toThrow(CommandTimeout);
        slow.open();
        const { signal } = new AbortController();
        expect(await bus.send(command('test.Work', 'a', 'next'), { signal })).toEqual(done('next'));
        expect(handled).toEqual(['left', 'next']);
      });

      it('a timeout names the command, but none of its data', async () => {
        const slow = gate();
        bus.serve('test.Work', () => slow.opened.then(() => done()));
        await bus.start();
        const sent = command('test.Work', 'a', { password: 'hunter2' });
        const error: unknown = await bus
          .send(sent, { timeoutMs: shortTimeoutMs })
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ commandId: sent.id });
        expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
        slow.open();
      });

      it('too many commands are refused without being started, until there is room again', async () => {
        const slow = gate();
        // By their ids: an adapter may deliver a command twice.
        const started = new Set<string>();
        bus.serve('test.Work', async ({ id }) => {
          started.add(id);
          await slow.opened;
          return done();
        });
        await bus.start();
        const accepted = Array.from({ length: 8 }, (_, n) => bus.send(command('test.Work', String(n % 3))));
        const late = command('test.Work', 'x');
        const refused: unknown = await bus.send(late).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(BusOverloaded);
        expect((refused as BusOverloaded).retryAfterSeconds).toBeGreaterThan(0);
        slow.open();
        await Promise.all(accepted);
        await bus.send(command('test.Work', 'x'));
        expect([started.size, started.has(late.id)]).toEqual([9, false]);
      });
    });

    it('reports its health', async () => {
      const slow = gate();
      bus.serve('test.Work', async () => {
        await slow.opened;
        return done();
      });
      await bus.start();
      expect(bus.status()).toMatchObject({
        connected: true,
        alive: true,
        pending: 0,
        inFlight: 0,
        handled: 0,
      });
      const sent = bus.send(command('test.Work', 'a'));
      expect(bus.status().pending).toBe(1);
      slow.open();
      await sent;
      expect(bus.status()).toMatchObject({ pending: 0, handled: 1, retried: 0, deadLettered: 0 });
    });

    it('stop waits for the work under way, queued work included, and takes no more', async () => {
      const slow = gate();
      const log: unknown[] = [];
      bus.serve('test.Work', async ({ data }) => {
        await slow.opened;
        log.push(data);
        return done();
      });
      await bus.start();
      const sent = [1, 2].map((n) => bus.send(command('test.Work', 'a', n)));
      const stopped = bus.stop().then(() => log.push('stopped'));
      await expect(bus.send(command('test.Work', 'b'))).rejects.toThrow(BusOverloaded);
      slow.open();
      await Promise.all([...sent, stopped]);
      expect(log).toEqual([1, 2, 'stopped']);
    });
  });
}
