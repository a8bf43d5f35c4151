import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel';
import { CreateUserCommand, FindUserCommand, newSecretKey, printOfKey } from '#contracts';
import { openBench, type Bench } from '#hosting/testing/bench';
import { CreateUserHandler, FindUserHandler } from './address.commands.js';
import { Addresses } from './addresses.js';
import { tenantOf, Users } from './users.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());

/** What a process of the organizations service has; each has its own cache and connections. */
const startProcess = () => {
  const { pool, store } = bench.another();
  const [users, addresses] = [new Users(store), new Addresses(pool)];
  return {
    ...{ users, addresses },
    create: new CreateUserHandler(users, addresses),
    find: new FindUserHandler(users, addresses),
  };
};
const envelopeOf = (key: string) => ({
  ...{ id: randomUUID(), key, tenant: tenantOf(key), actor: 'test', correlationId: 'c' },
  time: '2026-11-26T12:00:00.000Z',
});
const creation = (email: string, key = newId()) =>
  new CreateUserCommand({
    ...{ ...envelopeOf(key), type: 'organizations.create-user' },
    data: { email, full_name: 'Ana', key: printOfKey(newSecretKey('user')) },
  });
const find = async (email: string) => {
  const command = { ...envelopeOf(newId()), type: 'organizations.find-user', data: { email } } as const;
  const found = await startProcess().find.execute(new FindUserCommand(command));
  return found.ok ? found.value.data.user : undefined;
};
/** Every stream of users in which something was stored. */
const created = async (email: string) => {
  const feed = await bench.store.readFeed(0n, 1_000);
  return feed.filter(
    ({ type, data }) => type === 'UserCreated' && (data as { email: string }).email === email,
  );
};

describe('the address of a user', () => {
  it('is one user’s, of twenty that want it at once in two processes, however they write it', async () => {
    const processes = [startProcess(), startProcess()];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        processes[n % 2]!.create.execute(creation(n % 3 === 0 ? ' Ana@Example.com' : 'ana@example.com')),
      ),
    );
    const made = outcomes.filter(({ ok }) => ok);
    expect(made).toHaveLength(1);
    const refused = outcomes.filter(({ ok }) => !ok);
    // Nothing says whose it is.
    expect(new Set(refused.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ ok: false, refusal: { code: 'conflict' } })]),
    );
    const [user, ...others] = await created('ana@example.com');
    expect(others).toEqual([]);
    const id = user?.streamId.slice('user-'.length) ?? '';
    expect(made[0]).toMatchObject({
      value: { at: { stream: `user-${id}`, revision: 0 }, data: { user_id: id } },
    });
    expect(await find('ANA@example.com')).toEqual({ id, suspended: false });
  });

  it('is nobody’s until the user is there', async () => {
    await startProcess().addresses.reserve('luz@example.com', newId());
    expect(await find('luz@example.com')).toBeNull();
    expect(await find('nobody@example.com')).toBeNull();
  });

  it('goes to whoever comes next where a process died after it had reserved it', async () => {
    const dead = newId();
    await startProcess().addresses.reserve('eva@example.com', dead);
    const command = creation('eva@example.com');
    const outcome = await startProcess().create.execute(command);
    expect(outcome).toMatchObject({
      ok: true,
      value: { at: { stream: `user-${dead}` }, data: { user_id: dead } },
    });
    expect(await created('eva@example.com')).toHaveLength(1);
    const [event] = await bench.store.read(`user-${dead}`);
    // As if it had been its own from the start: later commands find it.
    expect(event?.metadata).toMatchObject({ ...tenantOf(dead), commandId: command.id });
  });

  it('is not the sleeper’s, who had reserved it and wakes when another has made the user', async () => {
    const sleeper = creation('sue@example.com');
    await startProcess().addresses.reserve('sue@example.com', sleeper.key);
    const next = creation('sue@example.com');
    expect(await startProcess().create.execute(next)).toMatchObject({
      value: { data: { user_id: sleeper.key } },
    });
    expect(await startProcess().create.execute(sleeper)).toEqual({
      ok: false,
      refusal: { code: 'conflict' },
    });
    expect(await created('sue@example.com')).toHaveLength(1);
  });

  it('is made once by a command that comes twice, its own id or another’s', async () => {
    for (const [email, reserved] of [
      ['one@example.com', undefined],
      ['two@example.com', newId()],
    ] as const) {
      if (reserved) await startProcess().addresses.reserve(email, reserved);
      const command = creation(email);
      const first = await startProcess().create.execute(command);
      expect(await startProcess().create.execute(command)).toEqual(first);
      expect(await created(email)).toHaveLength(1);
    }
  });

  it('is taken from users that an older release made, without a reservation', async () => {
    const old = creation('old@example.com');
    // As the release before: the event alone.
    await startProcess().users.handle(old, { type: 'create', ...old.data, at: old.time });
    // The demo's user is made again at each start, and is then found by its address.
    expect((await startProcess().create.execute(old)).ok).toBe(true);
    expect(await find('old@example.com')).toEqual({ id: old.key, suspended: false });
    expect(await startProcess().create.execute(creation('old@example.com'))).toMatchObject({ ok: false });
  });

  it('stays theirs while they are suspended; every process knows that they are', async () => {
    const command = creation('rosa@example.com');
    const process = startProcess();
    await process.create.execute(command);
    expect(await process.users.isSuspended(command.key)).toBe(false);
    const other = startProcess();
    await other.users.handle(envelope(command.key), { type: 'suspend', at: command.time });
    // Another process suspended them, and this one has them in its cache.
    expect(await process.users.isSuspended(command.key)).toBe(true);
    expect(await find('rosa@example.com')).toEqual({ id: command.key, suspended: true });
    expect((await process.create.execute(creation('rosa@example.com'))).ok).toBe(false);
    expect(await process.users.find(newId())).toBeUndefined();
  });

  const envelope = (key: string) => ({ ...envelopeOf(key), type: 'organizations.suspend-user', data: {} });
});
