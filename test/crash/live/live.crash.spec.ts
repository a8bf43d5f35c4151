import { beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bus/testing/until';
import type { Accepted } from '../../outages/books.js';
import { complaints } from '../../outages/judge.js';
import { readBooks } from '../../outages/reading.js';
import { bodyOf, ORDER, TIMES, useLiveStage } from './stage.js';

const EVENTS = 'event_store.events';
const ROWS = 'gateway.invoices';
const of = (type: string): string => `NEW.type = '${type}'`;
/** An answer that never comes; the call is cut when its caller dies. */
const SILENT = { ms: 30_000, times: 1 } as const;

/** Kills the service (kill -9), and puts it to sleep, at each step of a real stamp and of its cancellation; judged by PACs' ledgers. */
const stage = useLiveStage();
const accepted: Accepted[] = [];
const forced: string[] = [];

/** Found or made, and at the end valid with one stamp. */
async function isStamped(name: string): Promise<string> {
  const id = await stage.make(name);
  accepted.push({ kind: 'invoice', key: name, id, status: 202, uuid: null, folio: null });
  await stage.becomes(id, 'valid');
  return id;
}
const create = (name: string) => () => stage.ask('POST /invoices', bodyOf(name));
const stampCalls = (double: 'sw' | 'finkok'): number =>
  stage[double].ledger.calls.filter(({ operation }) => operation === 'stamp').length;

beforeEach(() => {
  stage.sw.faults.clear();
  stage.finkok.faults.clear();
});

describe('kill -9 on the way of a real stamp', () => {
  it.each([
    ['before it is written down who gets it', of('ComprobanteSealed')],
    ['between the PAC’s answer and what is known of it', of('ComprobanteStamped')],
    ['before the invoice hears of it', of('InvoiceStamped')],
  ])(
    '%s',
    async (step, when) => {
      await stage.killedAt(EVENTS, when, create(step));
      await isStamped(step);
    },
    120_000,
  );

  it.each(['before', 'after'] as const)(
    'while the PAC has it, %s it has stamped',
    async (when) => {
      const step = `while the PAC has it, ${when}`;
      const [calls, stamps] = [stampCalls('sw'), stage.sw.ledger.stamps.length];
      stage.sw.faults.next('timeout', { ...SILENT, when, operation: 'stamp' });
      await stage.killedWhen(() => stampCalls('sw') > calls, create(step));
      await isStamped(step);
      expect(stage.sw.ledger.stamps).toHaveLength(stamps + 1);
    },
    120_000,
  );

  it('before an answer that was lost is written down', async () => {
    stage.sw.faults.next('reset', { when: 'after', operation: 'stamp' });
    await stage.killedAt(EVENTS, of('StampUncertain'), create('lost'));
    await isStamped('lost');
  }, 120_000);
});

describe('kill -9 while a document passes on to the second PAC', () => {
  it('before that is written down', async () => {
    stage.sw.faults.set({ accountRefused: true });
    await stage.killedAt(EVENTS, of('StampSent'), create('passing'));
    await isStamped('passing');
  }, 120_000);

  it('while the second one has it, stamped', async () => {
    const calls = stampCalls('finkok');
    stage.sw.faults.set({ accountRefused: true });
    stage.finkok.faults.next('timeout', { ...SILENT, when: 'after', operation: 'stamp' });
    await stage.killedWhen(() => stampCalls('finkok') > calls, create('passed'));
    await isStamped('passed');
  }, 120_000);

  it('before a PAC that surely does not have it is ruled out', async () => {
    // For a reason of its own, which leaves it in the order: Finkok is not the only one, whom it could just be sent to again.
    stage.sw.faults.set({ notInLco: ['EKU9003173C9'] });
    stage.finkok.faults.next('reset', { when: 'before', operation: 'stamp' });
    await stage.killedAt(EVENTS, of('StampRuledOut'), create('ruled out'));
    await isStamped('ruled out');
  }, 120_000);
});

describe('kill -9 while an operator forces a document', () => {
  it.each([
    ['before the force is written down', of('StampForced')],
    ['before its second stamp is', of('SurplusStampFound')],
    ['before it is written down that the second one is canceled', of('SurplusStampSettled')],
  ])(
    '%s',
    async (step, when) => {
      // Finkok has it: SW declines it, for a reason that leaves it in the order.
      stage.sw.faults.set({ notInLco: ['EKU9003173C9'] });
      for (const operation of ['stamp', 'find'] as const)
        stage.finkok.faults.next('reset', { when: 'after', operation, times: 1_000 });
      const id = await stage.make(step);
      const doubt = async () =>
        (await stage.client.send('GET /stamping/doubts')).body.data.some(
          (one: { id: string }) => one.id === id,
        );
      await until(doubt);
      // The first one is lost before it is written down, and nobody asks again.
      if (when !== of('StampForced')) forced.push(id);
      const force = (): Promise<void> =>
        stage.ask(`POST /stamping/doubts/${id}/force`, { pac: 'sw', accept_risk: true });
      await stage.killedAt(EVENTS, when, async () => {
        stage.sw.faults.clear();
        await force();
        stage.finkok.faults.clear();
        await stage.ask(`PUT /invoices/${id}/status`);
      });
      await isStamped(step);
      await until(async () => {
        await stage.ask(`PUT /invoices/${id}/status`);
        return !(await doubt());
      }, 180_000);
    },
    180_000,
  );
});

describe('kill -9 on the way of a real cancellation', () => {
  it.each([
    ['before the PAC is asked', EVENTS, of('CancellationStarted')],
    ['between the PAC’s answer and what is known of it', EVENTS, of('CancellationAnswered')],
    ['before its row shows it', ROWS, `NEW.status = 'canceled'`],
  ])(
    '%s',
    async (step, table, when) => {
      const id = await isStamped(`canceled, ${step}`);
      const cancel = () => stage.ask(`DELETE /invoices/${id}?motive=02`);
      await stage.killedAt(table, when, async () => {
        await cancel();
        await stage.ask(`PUT /invoices/${id}/status`);
      });
      await cancel();
      await stage.becomes(id, 'canceled');
    },
    120_000,
  );

  it('while the PAC has it, canceled', async () => {
    const id = await isStamped('canceled at the PAC');
    const before = stage.sw.ledger.cancellations.length;
    stage.sw.faults.next('timeout', { ...SILENT, when: 'after', operation: 'cancel' });
    await stage.killedWhen(
      () => stage.sw.ledger.cancellations.length > before,
      () => stage.ask(`DELETE /invoices/${id}?motive=02`),
    );
    await stage.ask(`DELETE /invoices/${id}?motive=02`);
    await stage.becomes(id, 'canceled');
  }, 120_000);
});

describe('asleep for longer than an answer is awaited', () => {
  const asleep = async (): Promise<void> => {
    stage.service.sleep();
    await sleep(Math.max(TIMES.timeout, TIMES.settle) + 300);
    stage.service.wake();
  };

  it('while the PAC stamps', async () => {
    const calls = stage.sw.ledger.stamps.length;
    stage.sw.faults.set({ latencyMs: 300 });
    const asked = create('asleep, stamped')();
    await until(() => stage.sw.ledger.calls.length > 0 && stage.sw.ledger.stamps.length > calls);
    await asleep();
    await asked;
    await isStamped('asleep, stamped');
    expect(stage.sw.ledger.stamps).toHaveLength(calls + 1);
  }, 180_000);

  it('between writing down who gets it and sending', async () => {
    stage.sw.faults.set({ accountRefused: true });
    const held = await stage.hold(EVENTS, of('StampSent'));
    const asked = create('asleep, sent')();
    await held.reached();
    stage.service.sleep();
    await held.pass();
    await sleep(TIMES.settle + 300);
    stage.service.wake();
    await asked;
    await isStamped('asleep, sent');
  }, 180_000);
});

it('both sides’ ledgers are equal', async () => {
  const doubles = { ledger: async (pac: string) => stage[pac === 'sw' ? 'sw' : 'finkok'].ledger };
  const { client, service, key } = stage;
  const books = await readBooks({ client, service, key, doubles }, ORDER, {
    ...{ accepted, forced, refused: [], canceled: [] },
  });
  expect(complaints(books)).toEqual([]);
  expect(books.ours).toHaveLength(accepted.length);
  expect(books.stamps.length).toBe(accepted.length + forced.length);
}, 120_000);
