import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib';

/**
 * From how many characters on JSON is stored packed: an invoice of a few hundred items. PostgreSQL needs a tenth of
 * the time for it then, while what is smaller stays JSON that people can read with psql.
 */
export const PACK_FROM = 262_144;

/** What nothing of ours may unpack to: far beyond an invoice of 5000 items. */
const MAX_UNPACKED = 256 * 1024 * 1024;

const BEFORE = '{"$brotli":"';
const AFTER = '"}';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** At this quality it is smaller than gzip's fastest level in half of its time. */
const QUALITY = 1;

/** JSON text as it is to be stored: `{"$brotli": base64}` where it is large, itself otherwise. */
export async function packJson(json: string): Promise<string> {
  if (json.length < PACK_FROM) return json;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const packed = await compress(json, { params });
  return BEFORE + packed.toString('base64') + AFTER;
}

/**
 * The JSON text that {@link packJson} was given.
 * @throws {Error} where it says that it is packed, and is not
 */
export function unpackJson(stored: string): string {
  if (!isPacked(stored)) return stored;
  return brotliDecompressSync(packedBytes(stored), { maxOutputLength: MAX_UNPACKED }).toString();
}

/** {@link unpackJson} as bytes of UTF-8, and without holding the event loop, for answers of megabytes. */
export async function unpackJsonBytes(stored: string): Promise<Buffer> {
  if (!isPacked(stored)) return Buffer.from(stored);
  return decompress(packedBytes(stored), { maxOutputLength: MAX_UNPACKED });
}

/** Whether JSON was stored packed. */
export const isPacked = (stored: string): boolean => stored.startsWith(BEFORE);

const packedBytes = (stored: string): Buffer =>
  Buffer.from(stored.slice(BEFORE.length, -AFTER.length), 'base64');

/**
 * An object as JSON text whose members are packed where they are large, each by itself; text stays as it is, since it
 * is stored as text. To read a member, pass it to {@link unpackJson} first.
 */
export async function packMembers(value: object): Promise<string> {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const stored = await Promise.all(
    members.map(async ([, member]) => {
      const json = JSON.stringify(member);
      return typeof member === 'string' ? json : packJson(json);
    }),
  );
  return `{${members.map(([name], index) => `${JSON.stringify(name)}:${stored[index]}`).join(',')}}`;
}
