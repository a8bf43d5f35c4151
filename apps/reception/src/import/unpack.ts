import { inflateRawSync } from 'node:zlib';
import type { ErrorCode } from '#kernel';
import type { Zipped } from './zip.js';

/**
 * The bytes of a file of a ZIP. What it says of its size is what it may have: never more is unpacked.
 * @returns a code where it is damaged, has not as many bytes as it says, or is no XML
 */
export function unpackZipped(
  bytes: Uint8Array,
  { size, deflated }: Zipped['zipped'],
): Uint8Array | ErrorCode {
  const unpacked = deflated ? inflate(bytes, size) : bytes;
  if (unpacked?.length !== size) return 'invoice_import_zip_invalid';
  return isXml(unpacked) ? unpacked : 'invoice_import_not_xml';
}

function inflate(bytes: Uint8Array, size: number): Uint8Array | undefined {
  try {
    // Of none it would allow all.
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}

/** Whether a file may be XML: its first byte that is not white space or a mark is "<". UTF-16 is left to who reads it. */
function isXml(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.length)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*</.test(begin) || /^(?:\xff\xfe|\xfe\xff|\0?<\0?)/.test(begin);
}
