import { MAX_ANSWER_BYTES } from './http.js';

/** Base64 makes a third more of a document, and entities of its signs more than that. */
const GROWTH = 3;

/** How large the answer to a stamp request may be: the usual limit, or what brings a large document back with its stamp. */
export const maxAnswerOf = (xml: string): number =>
  Math.max(MAX_ANSWER_BYTES, GROWTH * Buffer.byteLength(xml) + 256 * 1024);
