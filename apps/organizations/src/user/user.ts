import { ignoreUnknown, ok, refuse, type Decider, type Result } from '#kernel';
import type { KeyPrint, UserEvent, UserKey } from '#contracts';

/** A person who owns organizations, with user keys of their own. */
export type User =
  | { readonly status: 'absent' }
  | {
      readonly status: 'active';
      readonly email: string;
      readonly full_name: string;
      /** Those in force, oldest first; none after the last one was revoked. */
      readonly keys: readonly UserKey[];
      readonly suspended: boolean;
    };

export type UserCommand =
  | { type: 'create'; email: string; full_name: string; key: KeyPrint; at: string }
  | { type: 'add-key'; key: KeyPrint; at: string }
  | { type: 'revoke-key'; keyId: string; at: string };

type Decision = Result<readonly UserEvent[]>;

export const userDecider: Decider<User, UserCommand, UserEvent> = {
  initial: { status: 'absent' },
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'create':
        return create(command, state);
      case 'add-key':
        return addKey(command, state);
      case 'revoke-key':
        return revokeKey(command, state);
    }
  },
};

function evolve(state: User, event: UserEvent): User {
  if (event.type === 'UserCreated') {
    const { email, full_name, key, at } = event.data;
    return { status: 'active', email, full_name, keys: [{ ...key, created_at: at }], suspended: false };
  }
  if (state.status !== 'active') return state;
  switch (event.type) {
    case 'UserKeyAdded': {
      const { key, at } = event.data;
      return { ...state, keys: [...state.keys, { ...key, created_at: at }] };
    }
    case 'UserSuspended':
      return { ...state, suspended: true };
    case 'UserResumed':
      return { ...state, suspended: false };
    case 'UserKeysReset': {
      const { key, at } = event.data;
      return { ...state, keys: [{ ...key, created_at: at }] };
    }
    case 'UserKeyRevoked':
      return { ...state, keys: state.keys.filter(({ id }) => id !== event.data.key_id) };
    default:
      return ignoreUnknown(event, state);
  }
}

function create(command: UserCommand & { type: 'create' }, state: User): Decision {
  const { full_name, key, at } = command;
  const email = command.email.trim().toLowerCase();
  if (state.status === 'absent') return ok([{ type: 'UserCreated', data: { email, full_name, key, at } }]);
  const isSame = state.email === email && state.full_name === full_name && has(state, key);
  return isSame ? ok([]) : refuse('conflict');
}

function addKey({ key, at }: UserCommand & { type: 'add-key' }, state: User): Decision {
  if (state.status !== 'active') return refuse('not_found');
  return has(state, key) ? ok([]) : ok([{ type: 'UserKeyAdded', data: { key, at } }]);
}

/** The last one too: a key that others know must end, and the operator can make another. */
function revokeKey({ keyId, at }: UserCommand & { type: 'revoke-key' }, state: User): Decision {
  if (state.status !== 'active' || !state.keys.some(({ id }) => id === keyId)) return refuse('not_found');
  return ok([{ type: 'UserKeyRevoked', data: { key_id: keyId, at } }]);
}

const has = ({ keys }: User & { status: 'active' }, { id, hash }: KeyPrint): boolean =>
  keys.some((key) => key.id === id && key.hash === hash);
