import { isDeepStrictEqual } from 'node:util';
import { ignoreUnknown, ok, refuse, type Decider } from '#kernel';
import type { KeyPrint, UserEvent } from '#contracts';

/** A person who owns organizations, with a user key of their own. */
export type User =
  | { readonly status: 'absent' }
  | { readonly status: 'active'; readonly email: string; readonly full_name: string; readonly key: KeyPrint };

export type UserCommand = { type: 'create'; email: string; full_name: string; key: KeyPrint; at: string };

export const userDecider: Decider<User, UserCommand, UserEvent> = {
  initial: { status: 'absent' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'UserCreated': {
        const { email, full_name, key } = event.data;
        return { status: 'active', email, full_name, key };
      }
      default:
        return ignoreUnknown(event.type, state);
    }
  },
  decide: (command, state) => {
    const { email, full_name, key, at } = command;
    const user: User = { status: 'active', email: email.trim().toLowerCase(), full_name, key };
    if (state.status === 'absent')
      return ok([{ type: 'UserCreated', data: { email: user.email, full_name, key, at } }]);
    return isDeepStrictEqual(state, user) ? ok([]) : refuse('conflict');
  },
};
