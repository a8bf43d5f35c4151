import type { Result } from '#kernel';
import type { XmlNode } from '../parsed.js';
import { readPart, readPartInPieces, type Reading } from './nodes.js';

/** Shorter texts are read at once wherever they are asked for. */
export const LONG_XML = 64 * 1024;
/** Of as many documents at the same time, at most; the oldest is read again. */
const MOST_AHEAD = 16;

/** What was read ahead, until it is asked for. Documents are built in one go, and reading 1 MB takes the loop too long. */
const ahead = new Map<string, Result<readonly XmlNode[]>>();

const keyOf = (xml: string, path: string, reading: Reading): string =>
  `${path}\n${JSON.stringify(reading)}\n${xml}`;

/** Reads a long part of a document in pieces, so that {@link readContent} has it at once. */
export async function readContentAhead(
  xml: string,
  path: string,
  reading: Reading,
  nextTurn: () => Promise<void>,
): Promise<void> {
  if (xml.length <= LONG_XML) return;
  const read = await readPartInPieces(xml, path, reading, nextTurn);
  const [oldest] = ahead.keys();
  if (oldest !== undefined && ahead.size >= MOST_AHEAD) ahead.delete(oldest);
  ahead.set(keyOf(xml, path, reading), read);
}

/**
 * The elements of a part of a document: what may stand inside of an element, with no text beside them. Refuses
 * (invalid_request) at `path`; the reason begins with line and column.
 */
export function readContent(xml: string, path: string, reading: Reading): Result<readonly XmlNode[]> {
  if (xml.length <= LONG_XML) return readPart(xml, path, reading);
  const key = keyOf(xml, path, reading);
  const known = ahead.get(key);
  // Once: nothing is kept of it, and what its reader makes of the nodes is no business of the next.
  ahead.delete(key);
  return known ?? readPart(xml, path, reading);
}
