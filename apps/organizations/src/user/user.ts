import { ignoreUnknown, normalizeEmail, ok, refuse, type Decider, type Refused, type Result } from '#kernel';
import type { KeyPrint, UserEvent, UserKey } from '#contracts';
import { limitAfter, note } from '../organization/keys.js';

/** A person, who belongs to organizations, with user keys of their own. */
export interface ActiveUser {
  readonly status: 'active';
  readonly email: string;
  readonly full_name: string;
  /** Those in force, oldest first; none after the last one was revoked. */
  readonly keys: readonly UserKey[];
  /** When they made the latest of their keys themselves, also of those that have ended. */
  readonly made: readonly string[];
  readonly suspended: boolean;
}

export type User = { readonly status: 'absent' } | ActiveUser;

export type UserCommand =
  | { type: 'create'; email: string; full_name: string; key: KeyPrint; at: string }
  /** `operator`: by the operator, for a user. */
  | { type: 'add-key'; key: KeyPrint; operator?: true; at: string }
  | { type: 'revoke-key'; keyId: string; at: string }
  | { type: 'reset-keys'; key: KeyPrint; at: string }
  | { type: 'suspend'; at: string }
  | { type: 'resume'; at: string };

type Decision = Result<readonly UserEvent[]>;

const MOST_IN_FORCE = 20;

export const userDecider: Decider<User, UserCommand, UserEvent> = {
  initial: { status: 'absent' },
  evolve,
  decide: (command, state) => {
    if (command.type === 'create') return create(command, state);
    if (state.status !== 'active') return refuse('not_found');
    switch (command.type) {
      case 'add-key':
        return addKey(command, state);
      case 'revoke-key':
        return revokeKey(command, state);
      case 'reset-keys':
        return resetKeys(command, state);
      case 'suspend':
        return ok(state.suspended ? [] : [{ type: 'UserSuspended', data: { at: command.at } }]);
      case 'resume':
        return ok(state.suspended ? [{ type: 'UserResumed', data: { at: command.at } }] : []);
    }
  },
};

function evolve(state: User, event: UserEvent): User {
  if (event.type === 'UserCreated') {
    const { email, full_name, key, at } = event.data;
    const keys = [{ ...key, created_at: at }];
    return { status: 'active', email, full_name, keys, made: [], suspended: false };
  }
  if (state.status !== 'active') return state;
  switch (event.type) {
    case 'UserKeyAdded': {
      const { key, operator, at } = event.data;
      const keys = [...state.keys, { ...key, created_at: at }];
      return { ...state, keys, ...(!operator && { made: note(state.made, at) }) };
    }
    case 'UserSuspended':
      return { ...state, suspended: true };
    case 'UserResumed':
      return { ...state, suspended: false };
    // Whoever made too many with a stolen key locks its owner out of new ones by that: they begin anew.
    case 'UserKeysReset': {
      const { key, at } = event.data;
      return { ...state, keys: [{ ...key, created_at: at }], made: [] };
    }
    case 'UserKeyRevoked':
      return { ...state, keys: state.keys.filter(({ id }) => id !== event.data.key_id) };
    default:
      return ignoreUnknown(event, state);
  }
}

function create(command: UserCommand & { type: 'create' }, state: User): Decision {
  const { full_name, key, at } = command;
  const email = normalizeEmail(command.email);
  if (state.status === 'absent') return ok([{ type: 'UserCreated', data: { email, full_name, key, at } }]);
  const isSame = state.email === email && state.full_name === full_name && has(state, key);
  return isSame ? ok([]) : refuse('conflict');
}

/** A suspended user's request may have come through the door a moment before. */
function addKey({ key, operator, at }: UserCommand & { type: 'add-key' }, state: ActiveUser): Decision {
  if (has(state, key)) return ok([]);
  if (state.suspended && !operator) return refuse('user_suspended');
  const limit = operator ? undefined : limitAfter(state.made, at);
  if (limit) return limit;
  if (state.keys.length >= MOST_IN_FORCE) return refuseTooMany();
  return ok([{ type: 'UserKeyAdded', data: { key, ...(operator && { operator }), at } }]);
}

/** The last one too: a key that others know must end, and the operator can make another. */
function revokeKey({ keyId, at }: UserCommand & { type: 'revoke-key' }, { keys }: ActiveUser): Decision {
  if (!keys.some(({ id }) => id === keyId)) return refuse('not_found');
  return ok([{ type: 'UserKeyRevoked', data: { key_id: keyId, at } }]);
}

/** A suspended user stays so: the new key works once they are resumed. */
function resetKeys({ key, at }: UserCommand & { type: 'reset-keys' }, state: ActiveUser): Decision {
  const isDone = state.keys.length === 1 && has(state, key);
  return ok(isDone ? [] : [{ type: 'UserKeysReset', data: { key, at } }]);
}

const has = ({ keys }: ActiveUser, { id, hash }: KeyPrint): boolean =>
  keys.some((key) => key.id === id && key.hash === hash);

const refuseTooMany = (): Refused =>
  refuse('conflict', {
    details: [
      {
        ...{ code: 'not_allowed', source: 'service' },
        message: {
          es: `Usted ya tiene ${MOST_IN_FORCE} llaves de usuario, que es el máximo. Revoque las que no use.`,
          en: `You have ${MOST_IN_FORCE} user keys, which is the maximum. Revoke those that you do not use.`,
        },
      },
    ],
  });
