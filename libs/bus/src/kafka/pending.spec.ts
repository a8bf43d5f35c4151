import { describe, expect, it } from '@jest/globals';
import type { Command } from '#contracts';
import { CommandTimeout } from '../port.js';
import { Pending } from './pending.js';

const command: Command<'customers.create', object> = {
  id: '1',
  type: 'customers.create',
  key: 'customer',
  data: {},
  tenant: { organizationId: 'org', livemode: false },
  actor: 'key:1',
  correlationId: 'log',
  time: '2026-11-22T12:00:00Z',
};

describe('what a process waits for', () => {
  it('is answered once: a second answer is dropped', async () => {
    const pending = new Pending();
    const { ask, answered } = pending.open(command, { timeoutMs: 1_000 });
    pending.answer(ask, { outcome: { ok: true, value: { data: 1 } } });
    pending.answer(ask, { fault: { name: 'Error', message: 'late' } });
    expect(await answered).toEqual({ ok: true, value: { data: 1 } });
    expect(pending.size).toBe(0);
  });

  it('ends when the process has no more time, before its own timeout', async () => {
    const pending = new Pending();
    const { answered } = pending.open(command, { timeoutMs: 60_000 });
    pending.expireAll();
    await expect(answered).rejects.toBeInstanceOf(CommandTimeout);
  });

  it('ends where its signal fires, and is no longer counted', async () => {
    const pending = new Pending();
    const leaving = new AbortController();
    const { answered } = pending.open(command, { timeoutMs: 60_000, signal: leaving.signal });
    const { ask, answered: other } = pending.open(command, { timeoutMs: 60_000, signal: leaving.signal });
    pending.answer(ask, { outcome: { ok: true, value: { data: 1 } } });
    leaving.abort();
    await expect(answered).rejects.toBeInstanceOf(CommandTimeout);
    expect(await other).toEqual({ ok: true, value: { data: 1 } });
    expect([pending.size, pending.of('customers')]).toEqual([0, 0]);
  });

  it('ends immediately for later commands: a running request delays nothing', async () => {
    const pending = new Pending();
    pending.expireAll();
    await expect(pending.open(command, { timeoutMs: 60_000 }).answered).rejects.toBeInstanceOf(
      CommandTimeout,
    );
    await pending.settled(0);
    expect(pending.size).toBe(0);
  });
});
