import { fromRandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import type { ErrorCode } from '#kernel';
import type { ZipSource } from '#pac';
import {
  MOST_RATIO,
  MOST_UNZIPPED_BYTES,
  MOST_XML_BYTES,
  MOST_ZIP_ENTRIES,
  RATIO_FROM_BYTES,
} from './limits.js';
import { SourceReader } from './source.js';

/** A file as it lies in a ZIP: unpacked by who reads it, in a thread. */
export interface Zipped {
  readonly name: string;
  readonly bytes: Buffer;
  /** What the ZIP says of it: how many bytes it has, and whether they are deflated. */
  readonly zipped: { readonly size: number; readonly deflated: boolean };
}

/** A file of a ZIP, or why it is not looked at. */
export type ZippedFile = Zipped | { readonly name: string; readonly code: ErrorCode };

/** The ZIP as a whole is none that is taken. */
export class BadZip extends Error {
  constructor(readonly code: 'invoice_import_zip_invalid' | 'invoice_import_too_large') {
    super(code);
  }
}

const SIGNATURES = [0x04034b50, 0x06054b50];

/** Whether bytes begin as a ZIP does; an empty one has its end alone. */
export const isZip = (bytes: Buffer): boolean =>
  bytes.length >= 4 && SIGNATURES.includes(bytes.readUInt32LE(0));

const isJunk = (name: string): boolean => {
  const parts = name.split(/[\\/]/);
  const last = parts.at(-1) ?? '';
  return parts.includes('__MACOSX') || /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i.test(last);
};

/**
 * The files of a ZIP, one after the other, none before the one before was taken. Names are texts: no path is followed. Folders and
 * what macOS and Windows add are passed over. What an entry says of its size is what it may have: more, or too much in all, ends it.
 * @throws {BadZip} for what is no ZIP, has too many files, or unpacks to too much
 */
export async function* filesOf(source: ZipSource): AsyncGenerator<ZippedFile, void, void> {
  const opened = await open(source);
  if (opened.entryCount > MOST_ZIP_ENTRIES) throw new BadZip('invoice_import_too_large');
  let unzipped = 0;
  for await (const entry of entriesOf(opened, source)) {
    const name = nameOf(entry);
    if (/[\\/]$/.test(name) || isJunk(name)) continue;
    const code = problemOf(entry);
    if (code) {
      yield { name, code };
      continue;
    }
    unzipped += entry.uncompressedSize;
    if (unzipped > MOST_UNZIPPED_BYTES) throw new BadZip('invoice_import_too_large');
    const bytes = await cutOut(opened, entry, source);
    const zipped = { size: entry.uncompressedSize, deflated: entry.compressionMethod !== STORED };
    yield bytes === undefined ? { name, code: 'invoice_import_zip_invalid' } : { name, bytes, zipped };
  }
}

const STORED = 0;

const open = (source: ZipSource): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromRandomAccessReader(
      new SourceReader(source),
      source.size,
      { lazyEntries: true, decodeStrings: false, validateEntrySizes: true },
      (error, opened) => (error ? reject(new BadZip('invoice_import_zip_invalid')) : resolve(opened)),
    ),
  );

/** The entries of the central directory, each when it is asked for. */
async function* entriesOf(zip: ZipFile, source: ZipSource): AsyncGenerator<Entry, void, void> {
  for (let count = 0; count <= MOST_ZIP_ENTRIES; count += 1) {
    const entry = await next(zip);
    if (entry === undefined) {
      if (await hasMore(zip, source)) throw new BadZip('invoice_import_zip_invalid');
      return;
    }
    yield entry;
  }
  throw new BadZip('invoice_import_too_large');
}

const ENTRY = 0x02014b50;

/**
 * Whether another entry follows where the count of the ZIP says that there is none: 70,000 files that were counted in 16 bits. They
 * would be left out, and nobody told.
 */
async function hasMore(zip: ZipFile, source: ZipSource): Promise<boolean> {
  // A number, whatever its type says.
  const rest = await source.read(Number(zip.readEntryCursor), 4);
  return rest.length === 4 && rest.readUInt32LE() === ENTRY;
}

const next = (zip: ZipFile): Promise<Entry | undefined> =>
  new Promise((resolve, reject) => {
    zip.removeAllListeners();
    zip.once('entry', (entry: Entry) => resolve(entry));
    zip.once('end', () => resolve(undefined));
    zip.on('error', () => reject(new BadZip('invoice_import_zip_invalid')));
    zip.readEntry();
  });

const UTF8 = 0x800;
const LONGEST_NAME = 200;

/** The name as it can be shown: UTF-8 where it is that, whatever its flag says, and without control characters. */
function nameOf({ fileName, generalPurposeBitFlag }: Entry): string {
  const raw = fileName as unknown as Buffer;
  const utf8 = raw.toString('utf8');
  const isBroken = utf8.includes('\ufffd') && (generalPurposeBitFlag & UTF8) === 0;
  const text = isBroken ? raw.toString('latin1') : utf8;
  return showable(text);
}

/** A name as a text to show. */
export const showable = (name: string): string => name.replace(/\p{Cc}|\p{Cf}/gu, '').slice(0, LONGEST_NAME);

function problemOf(entry: Entry): ErrorCode | undefined {
  const { compressedSize, uncompressedSize } = entry;
  if (entry.isEncrypted()) return 'invoice_import_encrypted';
  if (Math.max(compressedSize, uncompressedSize) > MOST_XML_BYTES) return 'invoice_import_too_large';
  if (!entry.canDecodeFileData()) return 'invoice_import_zip_invalid';
  const isBomb = uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MOST_RATIO;
  return isBomb ? 'invoice_import_too_large' : undefined;
}

/** The bytes of an entry as they lie there; undefined where they are not. */
async function cutOut(zip: ZipFile, entry: Entry, source: ZipSource): Promise<Buffer | undefined> {
  const { fileDataStart } = await zip
    .readLocalFileHeaderPromise(entry, { minimal: true })
    .catch(() => ({ fileDataStart: undefined }));
  if (fileDataStart === undefined) return undefined;
  // A copy: the piece that they are in is larger by far.
  return Buffer.from(await source.read(fileDataStart, entry.compressedSize));
}
