import { beforeEach, describe, expect, it } from '@jest/globals';
import { readPosition, type StreamEvent } from '#kernel';
import type { Append, AppendOutcome, EventStore, LedOutcome, NewEvent } from '#event-store';
import { Ahead, type Begin } from './ahead.js';
import { EventNotStored } from './joint.js';

const metadata = {
  ...{ organizationId: 'o', livemode: false, commandId: 'c', correlationId: 'r', actor: 'a' },
};
const event = (type: string, data: unknown = {}): NewEvent => ({
  ...{ id: type, type, data },
  json: JSON.stringify(data),
});
const appended: AppendOutcome = { kind: 'appended', revision: 0, position: readPosition('1') };
const conflict: AppendOutcome = { kind: 'conflict', actualRevision: 3 };

/** A promise, and what resolves it. */
function gate<T = void>() {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => (open = resolve));
  return { opened, open };
}

/** A store that notes what is stored together, by the names of the streams. */
function noting(answer: () => Promise<AppendOutcome> = async () => appended) {
  const commits: string[][] = [];
  const store = {
    append: async (streamId: string) => {
      const outcome = await answer();
      if (outcome.kind === 'appended') commits.push([streamId]);
      return outcome;
    },
    appendTogether: async (first: Append, rest: readonly Append[]) => {
      const leader = await answer();
      if (leader.kind === 'appended') commits.push([first, ...rest].map(({ streamId }) => streamId));
      const led: LedOutcome = leader.kind === 'appended' ? appended : { kind: 'not_led' };
      return { leader, followers: rest.map(() => led) };
    },
  } as unknown as EventStore;
  return { store, commits };
}

describe('a command that is run while its event is being stored', () => {
  let ahead: Ahead;
  let seen: StreamEvent[];
  beforeEach(() => {
    ahead = new Ahead();
    seen = [];
  });

  /** Runs this of each Paid of an order, as if it were a command’s handler. */
  const reacting = (run: (isStored: Promise<boolean>) => Promise<unknown> | undefined) =>
    ahead.add({
      isAhead: (type, streamId) => type === 'Paid' && streamId.startsWith('order-'),
      ahead: (coming): Begin[] => {
        seen.push(coming);
        return [run];
      },
    });
  const pay = (store: EventStore, data?: unknown) =>
    store.append('order-1', 4, [event('Paid', data)], metadata);
  const pack = (store: EventStore, stream = 'parcel-1') =>
    store.append(stream, -1, [event('Packed')], metadata);

  it('has its first append stored with the event, and the next ones after it', async () => {
    const { store: inner, commits } = noting();
    const store = ahead.over(inner);
    const ended = gate<AppendOutcome[]>();
    reacting(async () => ended.open([await pack(store), await pack(store, 'label-1')]));
    expect(await pay(store, { cents: 300 })).toBe(appended);
    expect(await ended.opened).toEqual([appended, appended]);
    expect(commits).toEqual([['order-1', 'parcel-1'], ['label-1']]);
    expect(seen).toMatchObject([{ id: 'Paid', revision: 5, data: { cents: 300 }, metadata }]);
  });

  it('has its second append wait for the event, where it does not wait for its first', async () => {
    const { opened, open } = gate();
    const { store: inner, commits } = noting(() => opened.then(() => appended));
    const store = ahead.over(inner);
    const ended = gate<unknown>();
    reacting(async () => ended.open(await Promise.all([pack(store), pack(store, 'label-1')])));
    const paid = pay(store);
    await new Promise(setImmediate);
    expect(commits).toEqual([]);
    open();
    await Promise.all([paid, ended.opened]);
    expect(commits).toEqual([['order-1', 'parcel-1'], ['label-1']]);
  });

  it('stores nothing where the event conflicts: not then, and not later', async () => {
    const { store: inner, commits } = noting(async () => conflict);
    const store = ahead.over(inner);
    const failures = gate<unknown[]>();
    const told = gate<boolean>();
    reacting(async (isStored) => {
      told.open(await isStored.then((stored) => stored));
    });
    reacting(async () => {
      const first = await pack(store).catch((error: unknown) => error);
      failures.open([first, await pack(store, 'label-1').catch((error: unknown) => error)]);
    });
    expect(await pay(store)).toBe(conflict);
    expect(await failures.opened).toEqual([expect.any(EventNotStored), expect.any(EventNotStored)]);
    expect([commits, await told.opened]).toEqual([[], false]);
  });

  it('fails with the store, and nobody takes its event for stored', async () => {
    const lost = new Error('connection lost');
    const { store: inner } = noting(() => Promise.reject(lost));
    const store = ahead.over(inner);
    const failed = gate<unknown>();
    let stored: Promise<boolean> | undefined;
    reacting((isStored) => {
      stored = isStored;
      return pack(store).catch((error: unknown) => failed.open(error));
    });
    await expect(pay(store)).rejects.toBe(lost);
    expect([await failed.opened, await stored]).toEqual([lost, false]);
  });

  it('is waited for a moment only: the event goes alone, and the command’s append after it', async () => {
    const { store: inner, commits } = noting();
    const store = ahead.over(inner);
    const { opened, open } = gate();
    const ended = gate<AppendOutcome>();
    reacting(async () => {
      await opened;
      ended.open(await pack(store));
    });
    expect(await pay(store)).toBe(appended);
    expect(commits).toEqual([['order-1']]);
    open();
    expect(await ended.opened).toBe(appended);
    expect(commits).toEqual([['order-1'], ['parcel-1']]);
  });

  it('is not waited for once it has ended without an append, fails, or is not begun', async () => {
    const { store: inner, commits } = noting();
    const store = ahead.over(inner);
    reacting(async () => undefined);
    reacting(() => Promise.reject(new Error('failed')));
    reacting(() => undefined);
    const began = performance.now();
    for (let n = 0; n < 50; n += 1) await pay(store);
    // 50 times the wait would be more than a second.
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(commits).toHaveLength(50);
  });

  it('has ended for what it leaves behind: that waits for no event, and fails with none', async () => {
    let outcome: AppendOutcome = conflict;
    const { store: inner, commits } = noting(async () => outcome);
    const store = ahead.over(inner);
    const { opened, open } = gate();
    const left = gate<AppendOutcome>();
    reacting(async () => {
      void opened.then(async () => left.open(await pack(store)));
    });
    expect(await pay(store)).toBe(conflict);
    outcome = appended;
    open();
    expect(await left.opened).toBe(appended);
    expect(commits).toEqual([['parcel-1']]);
  });

  it('is not begun of an event that nobody can react to, which is stored all the same', async () => {
    const { store: inner, commits } = noting();
    ahead.add({
      isAhead: () => true,
      ahead: () => {
        throw new Error('unknown shape');
      },
    });
    expect(await pay(ahead.over(inner))).toBe(appended);
    expect(commits).toEqual([['order-1']]);
  });

  it('is not begun of other events, of large ones, or once nobody reacts', async () => {
    const { store: inner, commits } = noting();
    const store = ahead.over(inner);
    const leave = reacting(async () => undefined);
    await store.append('order-1', -1, [event('Placed')], metadata);
    await store.append('parcel-1', -1, [event('Paid')], metadata);
    await pay(store, { note: 'x'.repeat(60_000) });
    leave();
    await pay(store);
    expect([seen, commits.length]).toEqual([[], 4]);
  });

  it('changes nothing of a store that can’t store appends together', () => {
    const { store } = noting();
    const plain = { ...store, appendTogether: undefined } as unknown as EventStore;
    expect(ahead.over(plain)).toBe(plain);
  });
});
