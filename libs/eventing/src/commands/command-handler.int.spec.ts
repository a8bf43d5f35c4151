import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, ok, refuse, type Decider } from '#kernel';
import { withTraceparent } from '#bus';
import type { AppendOutcome, EventStore } from '#event-store';
import { envelope, openBench, tenant, type Bench } from '#hosting/testing/bench';
import { Aggregates, Contended, receipt } from './command-handler.js';

type Deposit =
  | { readonly kind: 'open' }
  | { readonly kind: 'add'; readonly amount: number }
  | { readonly kind: 'stamp'; readonly time: string }
  | { readonly kind: 'nothing' };
type Deposited =
  | { readonly type: 'Opened'; readonly data: object }
  | { readonly type: 'Added'; readonly data: { readonly amount: number } }
  | { readonly type: 'Stamped'; readonly data: { readonly time: string } };
interface Account {
  readonly open: boolean;
  readonly total: number;
  readonly stampedAt?: string;
}

/** An account that holds ten at most. */
const account: Decider<Account, Deposit, Deposited> = {
  initial: { open: false, total: 0 },
  evolve: (state, event) => {
    if (event.type === 'Opened') return { ...state, open: true };
    if (event.type === 'Added') return { ...state, total: state.total + event.data.amount };
    return { ...state, stampedAt: event.data.time };
  },
  decide: (command, state) => {
    if (command.kind === 'nothing') return ok([]);
    if (command.kind === 'open') return state.open ? refuse('conflict') : ok([{ type: 'Opened', data: {} }]);
    if (!state.open) return refuse('customer_not_found');
    if (command.kind === 'stamp') return ok([{ type: 'Stamped', data: { time: command.time } }]);
    return state.total + command.amount > 10
      ? refuse('invalid_request')
      : ok([{ type: 'Added', data: { amount: command.amount } }]);
  },
};

describe('Aggregates', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());

  const streamOf = (key: string): string => `account-${key}`;
  const aggregates = (store: EventStore = bench.store, maxAttempts?: number) =>
    new Aggregates({
      store,
      decider: account,
      stream: 'account-',
      ...(maxAttempts !== undefined && { maxAttempts }),
    });
  const opened = async (): Promise<string> => {
    const key = newId();
    await aggregates().handle(envelope(key), { kind: 'open' });
    return key;
  };

  it('stores what the decider decided, with the tenant and the command that caused it', async () => {
    const key = newId();
    const command = envelope(key, { correlationId: 'log-7', actor: 'user:ana' });
    const handled = await aggregates().handle(command, { kind: 'open' });
    expect(handled).toMatchObject({ ok: true, value: { state: { open: true }, replayed: false } });
    const [stored] = await bench.store.read(streamOf(key));
    expect(stored).toMatchObject({
      type: 'Opened',
      metadata: { ...tenant, commandId: command.id, correlationId: 'log-7', actor: 'user:ana' },
    });
    expect(receipt(handled)).toEqual(ok({ at: { stream: streamOf(key), revision: stored?.revision } }));
  });

  it('keeps the trace of who asked with the events', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const key = newId();
    await withTraceparent(traceparent, () => aggregates().handle(envelope(key), { kind: 'open' }));
    expect((await bench.store.read(streamOf(key)))[0]?.metadata).toMatchObject({ traceparent });
  });

  describe('a repeated command', () => {
    it.each(['the same process', 'another process'])('changes nothing in %s', async (where) => {
      const first = aggregates();
      const key = await opened();
      const command = envelope(key);
      const once = await first.handle(command, { kind: 'add', amount: 7 });
      await first.handle(envelope(key), { kind: 'add', amount: 1 });
      const handler = where === 'the same process' ? first : aggregates(bench.another().store);
      const again = await handler.handle(command, { kind: 'add', amount: 7 });
      expect(again).toMatchObject({ ok: true, value: { replayed: true, state: { total: 8 } } });
      expect(again.ok && again.value.revision).toBe(once.ok && once.value.revision);
      expect(await bench.store.read(streamOf(key))).toHaveLength(3);
    });

    it('whose first answer got lost finds what it left, though it would now decide differently', async () => {
      const key = await opened();
      const forgetful = losingAnswers(bench.store);
      const handler = aggregates(forgetful);
      await handler.state(key, tenant);
      const command = envelope(key);
      forgetful.loseNext = true;
      await expect(handler.handle(command, { kind: 'stamp', time: 'noon' })).rejects.toThrow('lost');
      const again = await handler.handle(command, { kind: 'stamp', time: 'midnight' });
      expect(again).toMatchObject({ ok: true, value: { replayed: true, state: { stampedAt: 'noon' } } });
      expect(await handler.state(key, tenant)).toMatchObject({ stampedAt: 'noon' });
      expect(await bench.store.read(streamOf(key))).toHaveLength(2);
    });

    it('that two processes handle at the same time is done once, and both know what is stored', async () => {
      const key = await opened();
      const handlers = [aggregates(), aggregates(bench.another().store)];
      for (const handler of handlers) await handler.state(key, tenant);
      const command = envelope(key);
      await Promise.all(
        handlers.map((handler, n) => handler.handle(command, { kind: 'stamp', time: `time ${n}` })),
      );
      const history = await bench.store.read(streamOf(key));
      expect(history).toHaveLength(2);
      for (const handler of handlers)
        expect(await handler.state(key, tenant)).toMatchObject({
          stampedAt: (history[1]?.data as { time: string }).time,
        });
    });
  });

  describe('conflicts', () => {
    it('reload, and decide on the new state', async () => {
      const key = await opened();
      const [mine, theirs] = [aggregates(), aggregates(bench.another().store)];
      await mine.handle(envelope(key), { kind: 'add', amount: 2 });
      await theirs.handle(envelope(key), { kind: 'add', amount: 6 });
      expect(await mine.handle(envelope(key), { kind: 'add', amount: 3 })).toMatchObject({
        refusal: { code: 'invalid_request' },
      });
      expect(await mine.handle(envelope(key), { kind: 'add', amount: 2 })).toMatchObject({
        value: { state: { total: 10 } },
      });
    });

    it('are tried a bounded number of times, then thrown as a fault', async () => {
      const key = await opened();
      let appends = 0;
      const store = override(bench.store, {
        append: async (): Promise<AppendOutcome> => {
          appends += 1;
          return { kind: 'conflict', actualRevision: 99 };
        },
      });
      const handling = aggregates(store, 3).handle(envelope(key), { kind: 'add', amount: 1 });
      await expect(handling).rejects.toThrow(Contended);
      expect(appends).toBe(3);
    });

    it('of many concurrent commands lose none and let none pass the limit', async () => {
      const key = await opened();
      const handlers = [aggregates(bench.store, 50), aggregates(bench.another().store, 50)];
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, (_, n) =>
          handlers[n % 2]!.handle(envelope(key), { kind: 'add', amount: 1 }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(10);
      expect(await handlers[0]!.state(key, tenant)).toMatchObject({ total: 10 });
    });
  });

  describe('a cached fold that is out of date', () => {
    it('never answers a refusal', async () => {
      const key = newId();
      const [mine, theirs] = [aggregates(), aggregates(bench.another().store)];
      await mine.handle(envelope(key), { kind: 'open' });
      await mine.handle(envelope(key), { kind: 'add', amount: 9 });
      await theirs.handle(envelope(key), { kind: 'add', amount: -9 });
      expect(await mine.handle(envelope(key), { kind: 'add', amount: 5 })).toMatchObject({
        value: { state: { total: 5 } },
      });
    });

    it('never answers that nothing is to be done, nor a state', async () => {
      const key = await opened();
      const [mine, theirs] = [aggregates(), aggregates(bench.another().store)];
      await mine.handle(envelope(key), { kind: 'add', amount: 1 });
      const moved = await theirs.handle(envelope(key), { kind: 'add', amount: 1 });
      const idle = await mine.handle(envelope(key), { kind: 'nothing' });
      expect(idle).toMatchObject({ value: { state: { total: 2 } } });
      expect(idle.ok && idle.value.revision).toBe(moved.ok && moved.value.revision);
      await theirs.handle(envelope(key), { kind: 'add', amount: 1 });
      expect(await mine.state(key, tenant)).toMatchObject({ total: 3 });
    });
  });

  describe('a command for a revision that the caller has seen', () => {
    it('is decided there, and refused anywhere else', async () => {
      const key = await opened();
      const add = (...ifRevision: number[]) =>
        aggregates().handle(envelope(key, { ifRevision }), { kind: 'add', amount: 1 });
      expect(await add(0)).toMatchObject({ ok: true, value: { state: { total: 1 } } });
      expect(await add(0)).toMatchObject({ ok: false, refusal: { code: 'precondition_failed' } });
      expect(await add()).toMatchObject({ ok: false, refusal: { code: 'precondition_failed' } });
      expect(await add(0, 1)).toMatchObject({ ok: true, value: { state: { total: 2 } } });
    });

    it('is accepted once of two at the same time, in any process', async () => {
      const key = await opened();
      const handlers = [aggregates(), aggregates(bench.another().store)];
      for (const handler of handlers) await handler.state(key, tenant);
      const outcomes = await Promise.all(
        handlers.map((handler) =>
          handler.handle(envelope(key, { ifRevision: [0] }), { kind: 'add', amount: 4 }),
        ),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await handlers[0]!.state(key, tenant)).toMatchObject({ total: 4 });
    });

    it('is not refused by a fold that has gone stale, nor when it comes again', async () => {
      const key = await opened();
      const [mine, theirs] = [aggregates(), aggregates(bench.another().store)];
      await mine.state(key, tenant);
      await theirs.handle(envelope(key), { kind: 'add', amount: 1 });
      const seen = envelope(key, { ifRevision: [1] });
      expect(await mine.expected(seen)).toEqual(ok(undefined));
      expect(await mine.handle(seen, { kind: 'add', amount: 1 })).toMatchObject({ ok: true });
      expect(await mine.handle(seen, { kind: 'add', amount: 1 })).toMatchObject({
        value: { replayed: true },
      });
      expect(await mine.expected(seen)).toEqual(ok(undefined));
      expect(await mine.expected(envelope(key, { ifRevision: [1] }))).toEqual(refuse('precondition_failed'));
    });

    it('leaves it to the decider what is missing', async () => {
      const missing = envelope(newId(), { ifRevision: [3] });
      expect(await aggregates().expected(missing)).toEqual(ok(undefined));
      expect(await aggregates().handle(missing, { kind: 'add', amount: 1 })).toMatchObject({
        refusal: { code: 'customer_not_found' },
      });
    });
  });

  describe.each([
    ['another organization', { ...tenant, organizationId: '66f0c0c0c0c0c0c0c0c0c0c1' }],
    ['another environment', { ...tenant, livemode: true }],
  ])('an aggregate of %s', (_, foreign) => {
    it('counts as missing', async () => {
      const key = await opened();
      const refused = await aggregates().handle(envelope(key, { tenant: foreign }), {
        kind: 'add',
        amount: 1,
      });
      expect(refused).toMatchObject({ ok: false, refusal: { code: 'customer_not_found' } });
      expect(await aggregates().state(key, foreign)).toEqual(account.initial);
      const idle = await aggregates().handle(envelope(key, { tenant: foreign }), { kind: 'nothing' });
      expect(idle).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    });

    it('can’t be created over', async () => {
      const key = await opened();
      const refused = await aggregates().handle(envelope(key, { tenant: foreign }), { kind: 'open' });
      expect(refused).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
      expect(await bench.store.read(streamOf(key))).toHaveLength(1);
    });
  });
});

const override = (store: EventStore, parts: Partial<EventStore>): EventStore =>
  Object.assign(Object.create(store) as EventStore, parts);

/** A store whose answer to an append gets lost on the way, after it was stored. */
function losingAnswers(store: EventStore): EventStore & { loseNext: boolean } {
  const lossy = Object.assign(Object.create(store) as EventStore, {
    loseNext: false,
    async append(...request: Parameters<EventStore['append']>): Promise<AppendOutcome> {
      const outcome = await store.append(...request);
      if (!lossy.loseNext) return outcome;
      lossy.loseNext = false;
      throw new Error('lost connection');
    },
  });
  return lossy;
}
