import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { takeRandom } from '#kernel';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of every sealed value: the format's version. */
const VERSION = 1;

/** Encrypts with AES-256-GCM; `context` is authenticated, so a value can't be moved to another place. */
export function sealWith(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = takeRandom(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
}

/** Opens what `sealWith` made; throws when the key or the context is another one, or a bit has changed. */
export function openWith(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed[0] !== VERSION) throw new Error('unknown format of a sealed value');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  // Without the length, a tag cut down to four bytes would do.
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Opens with the key that fits, and returns which one. Throws as `openWith` does if none fits. */
export function openWithAny(
  keys: readonly Buffer[],
  sealed: Buffer,
  context: string,
): { readonly plain: Buffer; readonly key: Buffer } {
  const [first, ...others] = keys;
  if (first === undefined) throw new Error('no key to open a sealed value with');
  try {
    return { plain: openWith(first, sealed, context), key: first };
  } catch (error) {
    if (others.length === 0) throw error;
    return openWithAny(others, sealed, context);
  }
}

/** The key of a ring that is in force by its fingerprint; the first one where none is known to be. */
export const keyInForce = (ring: readonly Buffer[], fingerprint: string | null): Buffer | undefined =>
  ring.find((key) => fingerprint === null || fingerprintOf(key) === fingerprint);

/** Names a key without telling it: the database remembers by it which one is in force. */
export const fingerprintOf = (key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'timbra master key fingerprint', 16)).toString('hex');
