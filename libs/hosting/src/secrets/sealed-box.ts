import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { openWith, sealWith } from './sealing.js';

/** First byte: the format's version. */
const VERSION = 1;
const PUBLIC_BYTES = 32;

/** A pair for X25519. */
export interface BoxKeys {
  /** 32 bytes, for everybody who seals. */
  readonly publicKey: Buffer;
  /** PKCS#8, for the one who opens. */
  readonly privateKey: Buffer;
}

export function newBoxKeys(): BoxKeys {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: rawOf(publicKey),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

/**
 * Seals for whoever has the private key, and for nobody else: not even the sealer can open it again (X25519 with an
 * ephemeral key, HKDF-SHA-256, AES-256-GCM). `context` is authenticated, so what is sealed can't be moved elsewhere.
 */
export function sealTo(publicKey: Buffer, plain: Buffer, context: string): Buffer {
  const ephemeral = generateKeyPairSync('x25519');
  const own = rawOf(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: keyOf(publicKey) });
  const body = sealWith(boxKey(shared, own, publicKey), plain, context);
  return Buffer.concat([Buffer.from([VERSION]), own, body]);
}

/** Opens what `sealTo` made for the key's public part; throws when key or context is another one, or a bit has changed. */
export function openSealed(privateKey: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed[0] !== VERSION || sealed.length <= 1 + PUBLIC_BYTES)
    throw new Error('unknown format of a sealed box');
  const theirs = sealed.subarray(1, 1 + PUBLIC_BYTES);
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  const shared = diffieHellman({ privateKey: key, publicKey: keyOf(theirs) });
  const own = rawOf(createPublicKey(key));
  return openWith(boxKey(shared, theirs, own), sealed.subarray(1 + PUBLIC_BYTES), context);
}

/** Bound to both public keys: the shared secret alone does not name them (RFC 7748, section 6.1). */
const boxKey = (shared: Buffer, ephemeral: Buffer, recipient: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), 'timbra sealed box', 32));

const keyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });

function rawOf(key: KeyObject): Buffer {
  const { x } = key.export({ format: 'jwk' });
  if (x === undefined) throw new TypeError('no public key of X25519');
  return Buffer.from(x, 'base64url');
}
