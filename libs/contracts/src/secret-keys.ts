import { createHash, randomBytes } from 'node:crypto';
import { newId } from '#kernel';
import type { KeyPrint } from './key-print.js';

export type SecretKeyKind = 'test' | 'live' | 'user';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 40;
/** Largest multiple of 62 in a byte: larger bytes are thrown away, so that every character is as likely. */
const UNBIASED = 248;

/**
 * A new secret key: `sk_test_` and 40 random characters (238 bits). With other bytes than random ones, each time other
 * ones, it is always the same key.
 */
export function newSecretKey(
  kind: SecretKeyKind,
  nextBytes: () => Uint8Array = () => randomBytes(64),
): string {
  let text = '';
  while (text.length < RANDOM_CHARACTERS)
    for (const byte of nextBytes()) if (byte < UNBIASED) text += BASE62.charAt(byte % 62);
  return `sk_${kind}_${text.slice(0, RANDOM_CHARACTERS)}`;
}

/** What is stored of a key to find it again: SHA-256 in hex. Keys are random, so no salt is needed. */
export const hashSecretKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The print of a key: what events and lists may carry. */
export const printOfKey = (key: string, id: string = newId()): KeyPrint => ({
  id,
  hash: hashSecretKey(key),
  first_12: key.slice(0, 12),
});

/** Which environment or caller a key is for, by its prefix; undefined for what is no key of ours. */
export function secretKeyKind(key: string): SecretKeyKind | undefined {
  const kind = /^sk_(test|live|user)_[0-9A-Za-z]{20,80}$/.exec(key)?.[1];
  return kind as SecretKeyKind | undefined;
}
