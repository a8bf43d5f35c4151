import { inflateRawSync } from 'node:zlib';
import type { ErrorCode } from '#kernel';
import type { Zipped } from './zip.js';

/**
 * The bytes of a file of a ZIP. What it says of its size is what it may have: never more is unpacked.
 * @returns a code where it is damaged, or has not as many bytes as it says
 */
export function unpackZipped(
  bytes: Uint8Array,
  { size, deflated }: Zipped['zipped'],
): Uint8Array | ErrorCode {
  const unpacked = deflated ? inflate(bytes, size) : bytes;
  if (unpacked?.length !== size) return 'invoice_import_zip_invalid';
  return unpacked;
}

function inflate(bytes: Uint8Array, size: number): Uint8Array | undefined {
  try {
    // Of none it would allow all.
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}
