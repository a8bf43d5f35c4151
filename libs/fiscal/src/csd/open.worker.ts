import { openCsd, openFiel, type Csd } from '#cfdi';
import type { Result } from '#kernel';

/** Files of a certificate that a thread is to open, and what they have to be. */
export interface FilesToOpen {
  readonly kind: 'csd' | 'fiel';
  /** Buffers arrive in a thread as plain arrays of bytes. */
  readonly cer: Uint8Array;
  readonly key: Uint8Array;
  readonly password: string;
  readonly at?: Date;
}

/** Derives the key, opens it, and tries it. The private key goes back as a key object: no copy of it lies about as text. */
export function openFiles({ kind, cer, key, ...rest }: FilesToOpen): Result<Csd> {
  const files = { ...rest, cer: Buffer.from(cer), key: Buffer.from(key) };
  return kind === 'csd' ? openCsd(files) : openFiel(files);
}
