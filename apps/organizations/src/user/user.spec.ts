import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given } from '#kernel/testing';
import type { KeyPrint, UserEvent } from '#contracts';
import { userDecider, type UserCommand } from './user.js';

const at = '2026-11-21T12:00:00.000Z';
const first: KeyPrint = { id: 'k1', hash: 'h1', first_12: 'sk_user_aaaa' };
const second: KeyPrint = { id: 'k2', hash: 'h2', first_12: 'sk_user_bbbb' };
const create: UserCommand = { type: 'create', email: ' Ana@example.com', full_name: 'Ana', key: first, at };
const created: UserEvent = {
  type: 'UserCreated',
  data: { email: 'ana@example.com', full_name: 'Ana', key: first, at },
};
const added: UserEvent = { type: 'UserKeyAdded', data: { key: second, at } };
const revoked = (key_id: string): UserEvent => ({ type: 'UserKeyRevoked', data: { key_id, at } });
const revoke = (keyId: string): UserCommand => ({ type: 'revoke-key', keyId, at });

describe('a user', () => {
  it('is created once, with a key', () => {
    given(userDecider).when(create).then([created]);
    given(userDecider, [created]).when(create).then([]);
    given(userDecider, [created])
      .when({ ...create, key: second })
      .thenRefused('conflict');
  });

  it('gets more keys, each once', () => {
    const add: UserCommand = { type: 'add-key', key: second, at };
    given(userDecider, [created]).when(add).then([added]);
    given(userDecider, [created, added]).when(add).then([]);
    given(userDecider).when(add).thenRefused('not_found');
  });

  it('loses the key that is revoked and no other, the last one too', () => {
    given(userDecider, [created, added])
      .when(revoke('k1'))
      .then([revoked('k1')]);
    given(userDecider, [created, added, revoked('k1')])
      .when(revoke('k1'))
      .thenRefused('not_found');
    given(userDecider, [created, added, revoked('k1')])
      .when(revoke('k2'))
      .then([revoked('k2')]);
    given(userDecider, [created]).when(revoke('k2')).thenRefused('not_found');
    given(userDecider).when(revoke('k1')).thenRefused('not_found');
  });

  it('has an address in lower case, trimmed and composed', () => {
    const written = { ...create, email: '  JOSE\u0301@Example.com ' };
    const said: UserEvent = { ...created, data: { ...created.data, email: 'jos\u00e9@example.com' } };
    given(userDecider).when(written).then([said]);
    given(userDecider, [said]).when(written).then([]);
  });

  it('is suspended and resumed, each once; their keys stay', () => {
    const suspended: UserEvent = { type: 'UserSuspended', data: { at } };
    const resumed: UserEvent = { type: 'UserResumed', data: { at } };
    given(userDecider, [created]).when({ type: 'suspend', at }).then([suspended]);
    given(userDecider, [created, suspended]).when({ type: 'suspend', at }).then([]);
    given(userDecider, [created, suspended]).when({ type: 'resume', at }).then([resumed]);
    given(userDecider, [created]).when({ type: 'resume', at }).then([]);
    given(userDecider).when({ type: 'suspend', at }).thenRefused('not_found');
    given(userDecider).when({ type: 'resume', at }).thenRefused('not_found');
    expect(fold(userDecider, [created, suspended, resumed])).toEqual(fold(userDecider, [created]));
  });

  it('who is suspended makes no keys, but may lose some; the operator makes one', () => {
    const history: UserEvent[] = [created, { type: 'UserSuspended', data: { at } }];
    const add: UserCommand = { type: 'add-key', key: second, at };
    given(userDecider, history).when(add).thenRefused('user_suspended');
    given(userDecider, history)
      .when({ ...add, operator: true })
      .then([{ type: 'UserKeyAdded', data: { key: second, operator: true, at } }]);
    given(userDecider, history)
      .when(revoke('k1'))
      .then([revoked('k1')]);
  });

  it('has one new key after a reset, and no other, suspended or not', () => {
    const reset: UserEvent = { type: 'UserKeysReset', data: { key: second, at } };
    const command: UserCommand = { type: 'reset-keys', key: second, at };
    const suspended: UserEvent = { type: 'UserSuspended', data: { at } };
    given(userDecider, [created]).when(command).then([reset]);
    given(userDecider, [created, reset]).when(command).then([]);
    given(userDecider, [created, suspended]).when(command).then([reset]);
    given(userDecider, [created, reset]).when(revoke('k1')).thenRefused('not_found');
    given(userDecider).when(command).thenRefused('not_found');
    expect(fold(userDecider, [created, suspended, reset])).toMatchObject({
      suspended: true,
      keys: [{ id: 'k2' }],
    });
  });

  describe('with many keys', () => {
    const key = (n: number): KeyPrint => ({ id: `m${n}`, hash: `hash ${n}`, first_12: 'sk_user_mmmm' });
    const instant = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
    const made = (count: number, apart = 0, operator?: true): UserEvent[] =>
      Array.from({ length: count }, (_, n) => ({
        type: 'UserKeyAdded',
        data: { key: key(n), ...(operator && { operator }), at: instant(n * apart) },
      }));
    const add = (minutes: number): UserCommand => ({ type: 'add-key', key: second, at: instant(minutes) });

    it('makes five an hour and ten a day, those that ended counted', () => {
      given(userDecider, [created, ...made(4)])
        .when(add(1))
        .then([{ type: 'UserKeyAdded', data: { key: second, at: instant(1) } }]);
      const five = [created, ...made(5), ...[0, 1, 2, 3, 4].map((n) => revoked(`m${n}`))];
      given(userDecider, five).when(add(1)).thenRefused('rate_limit_exceeded');
      expect(userDecider.decide(add(59), fold(userDecider, five))).toMatchObject({
        refusal: { params: { retryAfter: 60 } },
      });
      expect(userDecider.decide(add(61), fold(userDecider, five)).ok).toBe(true);
      const ten = [created, ...made(10, 60)];
      given(userDecider, ten)
        .when(add(10 * 60))
        .thenRefused('rate_limit_exceeded');
      expect(userDecider.decide(add(24 * 60 + 1), fold(userDecider, ten)).ok).toBe(true);
    });

    it('is not counted for what the operator makes, and begins anew after a reset', () => {
      given(userDecider, [created, ...made(12, 0, true)])
        .when(add(1))
        .then([{ type: 'UserKeyAdded', data: { key: second, at: instant(1) } }]);
      const reset: UserEvent = { type: 'UserKeysReset', data: { key: first, at } };
      expect(userDecider.decide(add(1), fold(userDecider, [created, ...made(5), reset])).ok).toBe(true);
    });

    it('has twenty at most, whoever makes them', () => {
      const full = [created, ...made(19, 24 * 60)];
      given(userDecider, full)
        .when(add(30 * 24 * 60))
        .thenRefused('conflict');
      const command = add(30 * 24 * 60) as UserCommand & { type: 'add-key' };
      given(userDecider, full)
        .when({ ...command, operator: true })
        .thenRefused('conflict');
      expect(userDecider.decide(command, fold(userDecider, [...full, revoked('m3')])).ok).toBe(true);
    });
  });

  it('whose key was revoked does not get it back by being created again, as at each start of the demo', () =>
    given(userDecider, [created, revoked('k1')])
      .when(create)
      .thenRefused('conflict'));
});
