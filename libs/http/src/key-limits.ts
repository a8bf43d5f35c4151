import { field, networkFilter, refuse, type Bilingual, type Refusal } from '#kernel';
import { HttpRefusal } from './refusals.js';

/** What a narrowed key may do, and from where; absent: everything, and from anywhere. */
export interface KeyLimits {
  readonly operations?: readonly string[];
  /** Addresses and networks. */
  readonly allowed_ips?: readonly string[];
}

/** What a request does with the key, and where it comes from. */
interface KeyUse {
  readonly operation: string;
  readonly ip: string | undefined;
}

interface Judge {
  readonly allowsAddress: (ip: string | undefined) => boolean;
  readonly allowsOperation: (operation: string) => boolean;
}

/** Made once for the limits of a key, which are kept as long as the key is: its list of networks takes a while. */
const judges = new WeakMap<KeyLimits, Judge>();

/**
 * The refusal of a request whose key is narrowed to other operations or addresses; undefined where it may go on. It says which
 * of both it is, and never what would be allowed: whoever found the key must not learn from where to use it.
 */
export function judgeLimits(limits: KeyLimits | undefined, { operation, ip }: KeyUse): Refusal | undefined {
  if (!limits) return undefined;
  const { allowsAddress, allowsOperation } = judgeOf(limits);
  if (!allowsAddress(ip)) return forbid(otherAddress(ip ?? '?'));
  return allowsOperation(operation) ? undefined : forbid(otherOperation(operation));
}

/** Whose key is used; a User key has no limits. */
interface Holder {
  readonly kind: string;
  readonly limits?: KeyLimits;
}

/** Lets a key be used for what it is narrowed to alone. Throws forbidden (403). */
export function keepWithinLimits({ limits }: Holder, use: KeyUse): void {
  const refusal = judgeLimits(limits, use);
  if (refusal) throw new HttpRefusal(refusal);
}

function judgeOf(limits: KeyLimits): Judge {
  let judge = judges.get(limits);
  if (!judge) judges.set(limits, (judge = makeJudge(limits)));
  return judge;
}

function makeJudge({ operations, allowed_ips }: KeyLimits): Judge {
  const known = operations && new Set(operations);
  return {
    allowsAddress: allowed_ips ? networkFilter(allowed_ips) : () => true,
    allowsOperation: (operation) => known?.has(operation) ?? true,
  };
}

const forbid = (message: Bilingual): Refusal =>
  refuse('forbidden', {
    details: [field('authorization', 'not_allowed', { location: 'headers', message })],
  }).refusal;

const otherAddress = (ip: string): Bilingual => ({
  es: `Esta llave no puede usarse desde la dirección ${ip}.`,
  en: `This key cannot be used from the address ${ip}.`,
});
const otherOperation = (operation: string): Bilingual => ({
  es: `Esta llave no tiene la operación ${operation}.`,
  en: `This key does not have the operation ${operation}.`,
});
