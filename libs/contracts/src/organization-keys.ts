import type { DomainEvent } from '#kernel';
import type { KeyPrint } from './key-print.js';

/** Why a Live key ended: somebody deleted it, its renewal had named the hour, or nobody used it for too long. */
export type LiveKeyEnd = 'deleted' | 'expired' | 'unused';

/** A Live key that takes another one's place, which works until `ends_at`. */
export interface ReplacedKey {
  readonly id: string;
  readonly ends_at: string;
}

/** What a Live key is narrowed to; absent: it is a whole key. */
export interface KeyNarrowing {
  /** The operations that it has. */
  readonly operations?: readonly string[];
  /** The addresses and networks that it can be used from. */
  readonly allowed_ips?: readonly string[];
}

/** `expires_at`: the end that it was given when it was made, if any. */
interface LiveKeyAdded extends KeyNarrowing {
  readonly key: KeyPrint;
  readonly name: string | null;
  readonly expires_at?: string;
  readonly replaces?: ReplacedKey;
  readonly at: string;
}

/** What events say of Live keys. Nothing of one is kept that it could be used with. */
export type OrganizationKeysEvent =
  | DomainEvent<'LiveKeyAdded', LiveKeyAdded>
  | DomainEvent<'LiveKeyEnded', { key_id: string; reason: LiveKeyEnd; at: string }>;

/** A Live key that was not ended. Past `expires_at` it works no more, whether its end is stored yet or not. */
export interface LiveKey extends KeyPrint, KeyNarrowing {
  readonly name: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  /** The end that it was given when it was made; `expires_at` may be earlier, once it is replaced. */
  readonly given_end?: string;
}

/** Live keys after one was added: the one that it replaces, if any, has its end. */
export const withLiveKey = (
  keys: readonly LiveKey[],
  { key, name, replaces, at, expires_at, operations, allowed_ips }: LiveKeyAdded,
): readonly LiveKey[] => [
  ...keys.map((old) => (old.id === replaces?.id ? { ...old, expires_at: replaces.ends_at } : old)),
  {
    ...{ ...key, name, created_at: at, expires_at: expires_at ?? null },
    ...(expires_at !== undefined && { given_end: expires_at }),
    ...(operations && { operations }),
    ...(allowed_ips && { allowed_ips }),
  },
];

export const withoutLiveKey = (keys: readonly LiveKey[], id: string): readonly LiveKey[] =>
  keys.filter((key) => key.id !== id);

/** Days after its last use, or its creation, at which a Live key works no more. */
const UNUSED_DAYS = 365;

/**
 * Why a Live key works no more, judged at each use of it: undefined while it does. The sweep that removes such keys
 * may be late or down.
 */
export function endOf(
  { created_at, expires_at }: Pick<LiveKey, 'created_at' | 'expires_at'>,
  lastUsedAt: Date | null,
  now: Date,
): Exclude<LiveKeyEnd, 'deleted'> | undefined {
  if (expires_at !== null && Date.parse(expires_at) <= now.getTime()) return 'expired';
  const since = Math.max(lastUsedAt?.getTime() ?? 0, Date.parse(created_at));
  return now.getTime() - since >= UNUSED_DAYS * 86_400_000 ? 'unused' : undefined;
}

/** A Live key as somebody wants it. */
export interface LiveKeyOrder extends KeyNarrowing {
  readonly key: KeyPrint;
  readonly name: string | null;
  /** Instant, ISO 8601 in UTC. */
  readonly expires_at?: string;
  readonly replaces?: Replacement;
}

/** The renewal of a key: the old one works for so many hours more. */
export interface Replacement {
  readonly key_id: string;
  readonly ends_in_hours: number;
}
