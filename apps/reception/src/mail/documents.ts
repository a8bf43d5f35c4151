import PostalMime, { type Attachment } from 'postal-mime';
import { createHash } from 'node:crypto';

/** A file of a mail that is a document of the SAT, or a ZIP, which may hold some. */
export interface MailedFile {
  /** As its sender calls it: a text to show. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What is in a mail, or why it was not read. */
export type MailedFiles =
  { readonly files: readonly MailedFile[] } | { readonly problem: 'unreadable' | 'too_many_files' };

/** Documents and ZIPs of one mail: who sends more sends a ZIP. */
export const MOST_FILES = 200;
/** Forwarded mails within forwarded mails. */
const MOST_FORWARDED = 4;
/** Of multiparts within multiparts, and of the headers of all parts together. */
const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 2 * 1024 * 1024, maxRfc822NestingDepth: 0 } as const;
/** In no mail of people; of more, the parser would take the memory of its thread. */
const MOST_BOUNDARIES = 20_000;
const LONGEST_NAME = 200;

/**
 * The files of a mail that may be documents, by what they begin with: neither their names nor their types are believed, and
 * whatever else is in the mail is left out. The same bytes twice are one file. Forwarded mails are opened, too.
 */
export async function filesOfMail(raw: Uint8Array): Promise<MailedFiles> {
  if (countBoundaries(raw) > MOST_BOUNDARIES) return { problem: 'unreadable' };
  const found = new Map<string, MailedFile>();
  try {
    await collect(raw, MOST_FORWARDED, found);
  } catch {
    // The parser throws for a mail that is built to be none: parts without end within parts, headers without end.
    return { problem: 'unreadable' };
  }
  return found.size > MOST_FILES ? { problem: 'too_many_files' } : { files: [...found.values()] };
}

/** Lines that begin as a boundary does: the parser makes something of each, whatever there is in it. */
function countBoundaries(raw: Uint8Array): number {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let count = 0;
  for (
    let at = bytes.indexOf('\n--');
    at >= 0 && count <= MOST_BOUNDARIES;
    at = bytes.indexOf('\n--', at + 3)
  )
    count += 1;
  return count;
}

async function collect(raw: Uint8Array, deeper: number, found: Map<string, MailedFile>): Promise<void> {
  const { attachments, html, text } = await PostalMime.parse(raw, LIMITS);
  for (const attachment of attachments) {
    if (found.size > MOST_FILES) return;
    const bytes = bytesOf(attachment);
    if (attachment.mimeType === 'message/rfc822') {
      if (deeper > 0) await collect(bytes, deeper - 1, found);
    } else if (isZip(bytes)) add(found, attachment.filename, bytes);
    else if (isDocument(bytes)) add(found, attachment.filename, withoutLastBreaks(bytes));
  }
  // Some send the XML as the text of the mail.
  for (const body of [text, html])
    if (body !== undefined && isDocument(Buffer.from(body.slice(0, HEAD_BYTES))))
      add(found, null, Buffer.from(body.trim()));
}

function add(found: Map<string, MailedFile>, name: string | null, bytes: Uint8Array): void {
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (!found.has(digest)) found.set(digest, { name: tidy(name) ?? (isZip(bytes) ? 'zip' : 'xml'), bytes });
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

/** Where a document is not in base64, the break before the next part is at its end. */
function withoutLastBreaks(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end -= 1;
  return bytes.subarray(0, end);
}

/** A local file header: an empty ZIP has none, and nothing to import. */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** How far the namespace of a document may be from its beginning: before it are declarations of others, and comments. */
const HEAD_BYTES = 16 * 1024;
const SAT_NAMESPACE = /www\.sat\.gob\.mx\/(?:cfd|esquemas\/retencionpago)\b/;

/** Whether bytes are XML that names the SAT's CFDI; in UTF-16, each letter has a zero beside it. */
function isDocument(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1').replaceAll('\0', '');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(head) && SAT_NAMESPACE.test(head);
}

/** Without control characters, and without what tells a path. */
function tidy(name: string | null): string | undefined {
  const last = name?.split(/[/\\]/).at(-1) ?? '';
  // eslint-disable-next-line no-control-regex -- those are what is removed
  const shown = last.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return shown === '' ? undefined : shown.slice(0, LONGEST_NAME);
}
