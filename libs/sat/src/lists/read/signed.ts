import { LoadFailure } from '../../large/load/failure.js';
import type { Bytes, Peekable } from './peekable.js';

/** Object identifiers in DER: signedData (1.2.840.113549.1.7.2). */
const SIGNED_DATA = '06092a864886f70d010702';

/** Whether bytes begin a CMS SignedData, as the tax authority signs its lists (S/MIME in DER). */
export async function isSigned(source: Peekable): Promise<boolean> {
  const start = await source.peek(24);
  return start[0] === 0x30 && Buffer.from(start).toString('hex').includes(SIGNED_DATA);
}

interface Header {
  readonly tag: number;
  /** Undefined: until an end-of-contents mark. */
  readonly length: number | undefined;
}

const damaged = (): LoadFailure => new LoadFailure('Its signature (CMS) is damaged or cut off.');

async function take(source: Peekable, count: number): Promise<Uint8Array> {
  const taken = await source.take(count);
  if (!taken) throw damaged();
  return taken;
}

/** Tag and length of the next element (X.690, 8.1). */
async function header(source: Peekable): Promise<Header> {
  const [tag = 0, first = 0] = await take(source, 2);
  if (first === 0x80) return { tag, length: undefined };
  if (first < 0x80) return { tag, length: first };
  if (first > 0x86) throw damaged();
  const digits = await take(source, first - 0x80);
  return { tag, length: digits.reduce((sum, digit) => sum * 256 + digit, 0) };
}

async function enter(source: Peekable, ...tags: readonly number[]): Promise<Header> {
  const found = await header(source);
  if (!tags.includes(found.tag)) throw damaged();
  return found;
}

/** Certificates and signatures come after the content, so what stands before it is short. */
const SHORT = 1024;

async function skip(source: Peekable, tag: number): Promise<void> {
  const { length } = await enter(source, tag);
  if (length === undefined || length > SHORT) throw damaged();
  await take(source, length);
}

/**
 * The signed content, as it streams by: SignedData { version, digestAlgorithms, encapContentInfo { type, [0] OCTET STRING } }
 * (RFC 5652, 5.1). The octet string may come in pieces. The signature is not verified: who loads a list says that it is the
 * tax authority's (docs/lists.md).
 */
export async function* signedContent(source: Peekable): Bytes {
  await enter(source, 0x30);
  await skip(source, 0x06);
  await enter(source, 0xa0);
  await enter(source, 0x30);
  await skip(source, 0x02);
  await skip(source, 0x31);
  await enter(source, 0x30);
  await skip(source, 0x06);
  await enter(source, 0xa0);
  const content = await enter(source, 0x04, 0x24);
  if (content.tag === 0x04) return yield* octets(source, content);
  let left = content.length ?? Infinity;
  while (left > 0) {
    const [first = 0, second = 0] = await source.peek(2);
    if (first === 0 && second === 0) return;
    const piece = await enter(source, 0x04);
    if (piece.length === undefined) throw damaged();
    yield* octets(source, piece);
    left -= piece.length + headerSize(piece.length);
  }
}

const headerSize = (length: number): number => (length < 0x80 ? 2 : 2 + Math.ceil(Math.log2(length + 1) / 8));

async function* octets(source: Peekable, { length }: Header): Bytes {
  if (length === undefined) throw damaged();
  for (let left = length; left > 0;) {
    const chunk = await source.some(left);
    if (chunk.length === 0) throw damaged();
    left -= chunk.length;
    yield chunk;
  }
}
