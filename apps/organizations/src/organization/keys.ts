import { field, ok, refuse, refuseFields, type Refused, type Result } from '#kernel';
import {
  withLiveKey,
  withoutLiveKey,
  type LiveKey,
  type LiveKeyOrder,
  type OrganizationEvent,
  type OrganizationKeysEvent,
} from '#contracts';

/** What an organization knows of its keys, beside the Test key that is in force. */
export interface Keys {
  /** Those that were not ended, oldest first. */
  readonly live: readonly LiveKey[];
  /** When the latest were made, also of those that have ended: for {@link findLimit}. */
  readonly made: { readonly live: readonly string[]; readonly test: readonly string[] };
  /** How many the operator revoked the last time. */
  readonly revoked: number;
}

export const noKeys: Keys = { live: [], made: { live: [], test: [] }, revoked: 0 };

export type KeysCommand =
  | ({ type: 'add-live-key'; at: string } & LiveKeyOrder)
  | { type: 'delete-live-key'; keyId: string; at: string }
  | { type: 'end-live-key'; keyId: string; reason: 'expired' | 'unused'; at: string };

type Decision = Result<readonly OrganizationKeysEvent[]>;

const HOUR_MS = 3_600_000;
/** How many keys of a kind an organization may make; those that have ended count. */
const LIMITS = [
  { windowMs: HOUR_MS, count: 5 },
  { windowMs: 24 * HOUR_MS, count: 10 },
];
const REMEMBERED = Math.max(...LIMITS.map(({ count }) => count));
const MOST_IN_FORCE = 100;

/** Those that change the keys. */
type OfKeys =
  OrganizationKeysEvent | Extract<OrganizationEvent, { type: 'TestKeyRenewed' | 'OrganizationKeysRevoked' }>;

export function evolveKeys(keys: Keys, event: OfKeys): Keys {
  const { live, made } = keys;
  switch (event.type) {
    case 'LiveKeyAdded':
      return {
        ...keys,
        live: withLiveKey(live, event.data),
        made: { ...made, live: note(made.live, event.data.at) },
      };
    case 'LiveKeyEnded':
      return { ...keys, live: withoutLiveKey(live, event.data.key_id) };
    case 'TestKeyRenewed':
      return { ...keys, made: { ...made, test: note(made.test, event.data.at) } };
    // Whoever made too many is locked out by that; their owner must get new ones at once.
    case 'OrganizationKeysRevoked':
      return { ...noKeys, revoked: event.data.key_ids.length };
  }
}

/** Decides on the keys of an organization that exists. */
export function decideKeys(command: KeysCommand, keys: Keys): Decision {
  switch (command.type) {
    case 'add-live-key':
      return addLiveKey(command, keys);
    case 'delete-live-key':
      return deleteLiveKey(command, keys);
    case 'end-live-key':
      return endLiveKey(command, keys);
  }
}

/** The refusal of another key of a kind, with the seconds until there may be one; undefined where it may be made now. */
export const findLimit = (kind: 'live' | 'test', { made }: Keys, at: string): Refused | undefined =>
  limitAfter(made[kind], at);

/** The same of whoever made keys at these times, as {@link note} remembers them. */
export function limitAfter(made: readonly string[], at: string): Refused | undefined {
  const now = Date.parse(at);
  const waits = LIMITS.flatMap(({ windowMs, count }) => {
    // Also what is a little ahead: clocks of processes differ, and one may be set right.
    const recent = made.map((time) => Date.parse(time)).filter((time) => Math.abs(now - time) < windowMs);
    const oldest = recent.toSorted((a, b) => a - b).at(-count);
    return oldest === undefined ? [] : [Math.min(windowMs, oldest + windowMs - now)];
  });
  if (waits.length === 0) return undefined;
  return refuse('rate_limit_exceeded', { params: { retryAfter: Math.ceil(Math.max(...waits) / 1_000) } });
}

/** When keys were made, with one more. */
export const note = (times: readonly string[], at: string): readonly string[] =>
  [...times, at].slice(-REMEMBERED);

function addLiveKey(command: KeysCommand & { type: 'add-live-key' }, keys: Keys): Decision {
  const { type: _type, key, name, replaces, at, ...limits } = command;
  const limit = findLimit('live', keys, at);
  if (limit) return limit;
  if (keys.live.length >= MOST_IN_FORCE) return refuseTooMany();
  const old = replaces && keys.live.find(({ id }) => id === replaces.key_id);
  if (replaces && !old) return refuseFields([field('replaces', 'not_found')]);
  const own = old ? inherit(limits, old) : limits;
  if (own.expires_at !== undefined && own.expires_at <= at)
    return refusePast(limits.expires_at === undefined);
  const added = { key, name, ...own, at };
  if (!replaces || !old) return ok([{ type: 'LiveKeyAdded', data: added }]);
  const ends = new Date(Date.parse(at) + replaces.ends_in_hours * HOUR_MS).toISOString();
  // A renewal never lengthens the life of a key.
  const ends_at = old.expires_at !== null && old.expires_at < ends ? old.expires_at : ends;
  const renewed: OrganizationKeysEvent = {
    type: 'LiveKeyAdded',
    data: { ...added, replaces: { id: old.id, ends_at } },
  };
  if (ends_at > at) return ok([renewed]);
  return ok([renewed, { type: 'LiveKeyEnded', data: { key_id: old.id, reason: 'expired', at } }]);
}

type Limits = Pick<LiveKeyOrder, 'operations' | 'allowed_ips' | 'expires_at'>;

/** The limits of a key that takes another one's place: those it is not given are the other's, so that no rotation widens a key unseen. */
function inherit(given: Limits, { operations, allowed_ips, given_end }: LiveKey): Limits {
  return {
    ...(operations && { operations }),
    ...(allowed_ips && { allowed_ips }),
    ...(given_end !== undefined && { expires_at: given_end }),
    ...given,
  };
}

function deleteLiveKey({ keyId, at }: KeysCommand & { type: 'delete-live-key' }, { live }: Keys): Decision {
  if (!live.some(({ id }) => id === keyId))
    return refuse('not_found', { location: 'params', path: 'key_id' });
  return ok([{ type: 'LiveKeyEnded', data: { key_id: keyId, reason: 'deleted', at } }]);
}

function endLiveKey(command: KeysCommand & { type: 'end-live-key' }, { live }: Keys): Decision {
  const { keyId, reason, at } = command;
  const key = live.find(({ id }) => id === keyId);
  const isEarly = reason === 'expired' && (key?.expires_at == null || key.expires_at > at);
  if (!key || isEarly) return ok([]);
  return ok([{ type: 'LiveKeyEnded', data: { key_id: keyId, reason, at } }]);
}

const refusePast = (isInherited: boolean): Refused =>
  refuseFields([
    field('expires_at', isInherited ? 'required' : 'invalid_value', {
      message: isInherited
        ? {
            es: 'La llave que se reemplaza ya venció. Indique en "{path}" cuándo vence la nueva.',
            en: 'The key that is replaced has ended. Say in "{path}" when the new one ends.',
          }
        : {
            es: 'La fecha de "{path}" debe estar en el futuro.',
            en: 'The date of "{path}" must be in the future.',
          },
    }),
  ]);

const refuseTooMany = (): Refused =>
  refuse('conflict', {
    details: [
      field('organization_id', 'not_allowed', {
        location: 'params',
        message: {
          es: `La organización ya tiene ${MOST_IN_FORCE} llaves Live, que es el máximo. Elimine las que no use.`,
          en: `The organization has ${MOST_IN_FORCE} Live keys, which is the maximum. Delete those that you do not use.`,
        },
      }),
    ],
  });
