import { describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { triggered } from '../support/bodies.js';
import { useCrashStage } from './stage.js';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Kills the service (kill -9) while a Test clock is being moved, at each thing that a step writes. */
describe('kill -9 in the middle of an advance of a Test clock', () => {
  const stage = useCrashStage();

  const call = async (method: string, path: string, body?: unknown) => {
    const { base_url, test_key } = await stage.service.facts();
    const answer = await fetch(base_url + path, {
      method,
      headers: { authorization: `Bearer ${test_key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as {
      readonly id: string;
      readonly now: string;
      readonly advancing_to: string | null;
      readonly status: string;
      readonly cancellation_status: string;
    };
  };

  it.each([
    ['where its first step stands', 'platform.sandbox_clocks', () => 'NEW.standing_at IS NOT NULL'],
    ['in the work of a step', 'event_store.events', () => "NEW.type = 'CancellationAnswered'"],
    [
      'before it runs on',
      'platform.sandbox_clocks',
      (offset: number) => `NEW.standing_at IS NULL AND NEW.offset_ms > ${offset - MINUTE}`,
    ],
    ['before it has arrived', 'platform.sandbox_clocks', () => 'NEW.advancing_to IS NULL'],
  ] as const)(
    'goes on after the next start: %s',
    async (_, table, when) => {
      const { id } = await call('POST', '/invoices', triggered('SANDBOX-CANCEL-PENDING-SILENCE'));
      expect(await call('DELETE', `/invoices/${id}?motive=02`)).toMatchObject({
        cancellation_status: 'pending',
      });
      const { now } = await call('GET', '/sandbox/clock');
      const advance_to = new Date(Date.parse(now) + 5 * DAY).toISOString();
      const offset = Date.parse(advance_to) - Date.now();
      const held = await stage.hold(table, when(offset));
      const lost = call('POST', '/sandbox/clock', { advance_to }).catch(() => 'lost');
      await held.reached();
      await stage.service.kill('service');
      expect(await lost).toBe('lost');
      await held.drop();
      await stage.service.start();
      // It is done by itself: nobody asks again.
      await until(async () => (await call('GET', '/sandbox/clock')).advancing_to === null, 60_000);
      const after = Date.parse((await call('GET', '/sandbox/clock')).now);
      expect(after).toBeGreaterThanOrEqual(Date.parse(advance_to));
      // It runs on from there, also while a slow machine starts the next process.
      expect(after).toBeLessThan(Date.parse(advance_to) + 10 * MINUTE);
      expect(await call('GET', `/invoices/${id}`)).toMatchObject({ status: 'canceled' });
      // Nothing waits for a clock that stands still no more.
      const { rows } = await stage.db.query(
        "SELECT FROM platform.pending_commands WHERE due_at >= timestamptz '9000-01-01'",
      );
      expect(rows).toHaveLength(0);
    },
    120_000,
  );
});
