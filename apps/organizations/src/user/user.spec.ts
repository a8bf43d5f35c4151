import { describe, it } from '@jest/globals';
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

  it('whose key was revoked does not get it back by being created again, as at each start of the demo', () =>
    given(userDecider, [created, revoked('k1')])
      .when(create)
      .thenRefused('conflict'));
});
