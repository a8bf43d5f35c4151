import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';

/** First byte of what is packed: whether the rest is deflated. */
const PLAIN = 0;
const DEFLATED = 1;

/** Below it there is nothing to gain; above the other it is work for zlib's own threads. */
const WORTHWHILE_BYTES = 512;
const LARGE_BYTES = 64 * 1024;
/**
 * The fastest that zlib has, with little memory (24 KB instead of 256): V8 counts it, and would collect garbage more often.
 * It makes XML several times smaller all the same.
 */
const OPTIONS = { level: 1, windowBits: 12, memLevel: 4 };

/** A document that somebody has packed before, in a thread say. */
export class Packed {
  constructor(readonly bytes: Buffer) {}
}

/** XML and JSON. PDF and ZIP are compressed already. */
const isText = (bytes: Buffer): boolean => bytes[0] === 0x3c || bytes[0] === 0x7b;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Makes a document small before it is sealed: PostgreSQL, which compresses what it stores, can't any more. */
export async function pack(bytes: Buffer): Promise<Buffer> {
  if (bytes.length < WORTHWHILE_BYTES || !isText(bytes)) return Buffer.concat([Buffer.from([PLAIN]), bytes]);
  const packed = bytes.length > LARGE_BYTES ? await deflate(bytes, OPTIONS) : deflateRawSync(bytes, OPTIONS);
  return Buffer.concat([Buffer.from([DEFLATED]), packed]);
}

/** What was packed. Throws for anything else. */
export async function unpack(packed: Buffer): Promise<Buffer> {
  const body = packed.subarray(1);
  if (packed[0] === PLAIN) return body;
  if (packed[0] !== DEFLATED) throw new Error('unknown packing of a document');
  return body.length > LARGE_BYTES ? inflate(body) : inflateRawSync(body);
}
