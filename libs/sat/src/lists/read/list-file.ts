import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { LoadFailure } from '../../large/load/failure.js';
import type { ReadLimits } from './limits.js';
import { Peekable, type Bytes } from './peekable.js';
import { isSigned, signedContent } from './signed.js';

/** How far a load is: bytes of the files as they are on the disk. */
export interface Progress {
  readonly file: string;
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;

/** A file may be packed, signed, and packed again. */
const MOST_LAYERS = 3;

/**
 * The text of a list's file, as it streams by: unpacked (gzip) and out of its signature, whichever comes first. Fails with a
 * sentence that names the file for one that can't be read, is cut off, or is larger than its list can be.
 */
export async function* readListFile(path: string, limits: ReadLimits, onProgress?: OnProgress): Bytes {
  const file = basename(path);
  let bytes = 0;
  try {
    for await (const chunk of peel(fileBytes(path, file, onProgress), MOST_LAYERS)) {
      bytes += chunk.length;
      if (bytes > limits.bytes)
        throw new LoadFailure(`It unpacks to more than ${limits.bytes} bytes, which its list never has.`);
      yield chunk;
    }
  } catch (error) {
    throw named(file, error);
  }
}

/** An error of reading as a sentence about the file. */
export function named(file: string, error: unknown): unknown {
  if (error instanceof LoadFailure)
    return error.message.startsWith(`${file}: `) ? error : new LoadFailure(`${file}: ${error.message}`);
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code.startsWith('Z_')) return new LoadFailure(`${file}: It is damaged or cut off (${message}).`);
  return ['ENOENT', 'EACCES', 'EISDIR', 'EPERM'].includes(code)
    ? new LoadFailure(`${file}: It can't be read (${code}).`)
    : error;
}

async function* fileBytes(path: string, file: string, onProgress: OnProgress = () => undefined): Bytes {
  const total = statSync(path).size;
  let done = 0;
  onProgress({ file, done, total });
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    yield chunk as Uint8Array;
    done += (chunk as Uint8Array).length;
    onProgress({ file, done, total });
  }
}

async function* peel(source: Bytes, layers: number): Bytes {
  const bytes = new Peekable(source);
  const [first, second] = await bytes.peek(2);
  const isPacked = first === 0x1f && second === 0x8b;
  if (!isPacked && !(await isSigned(bytes))) return yield* bytes.rest();
  if (layers === 0) throw new LoadFailure('It is packed too many times.');
  yield* peel(isPacked ? unpacked(bytes.rest()) : signedContent(bytes), layers - 1);
}

async function* unpacked(source: Bytes): Bytes {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // What goes wrong on either side ends the iteration with it.
  pipeline(Readable.from(source), gunzip, () => undefined);
  for await (const chunk of gunzip) yield chunk as Uint8Array;
}
