import type { Readable } from 'node:stream';

/** How much of an answer is kept. */
export const KEPT_BYTES = 4_096;
/** How much of an answer is read, so that its connection can be used again; a longer one loses it. */
export const READ_BYTES = 65_536;

/** The beginning of an answer's body, and whether the body was read to its end. */
export interface AnswerText {
  readonly text: string;
  readonly isWhole: boolean;
}

/**
 * Reads an answer's body to a limit and keeps its beginning as text. What was sent to the endpoint as a secret and comes
 * back is hidden: whoever reads the log of attempts may not be who knows it. It never throws: an answer counts from its
 * head on, so a body that breaks off is what came of it.
 */
export async function readAnswer(body: Readable, secrets: readonly string[]): Promise<AnswerText> {
  const longest = Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret)));
  const wanted = KEPT_BYTES + longest;
  const kept: Buffer[] = [];
  let [keptBytes, bytes, isWhole] = [0, 0, false];
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (keptBytes < wanted) kept.push(chunk.subarray(0, wanted - keptBytes));
      keptBytes = Math.min(bytes, wanted);
      if (bytes > READ_BYTES) break;
    }
    isWhole = bytes <= READ_BYTES;
  } catch {
    // Broken off, or the time is over.
  }
  return { text: toText(Buffer.concat(kept), secrets), isWhole };
}

function toText(bytes: Buffer, secrets: readonly string[]): string {
  // A character that the limit has cut is left out. PostgreSQL takes no NUL in a text.
  const decoded = new TextDecoder('utf-8').decode(bytes, { stream: true }).replaceAll('\0', '');
  const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), decoded);
  const cut = new TextDecoder('utf-8').decode(Buffer.from(hidden).subarray(0, KEPT_BYTES), { stream: true });
  return cut;
}
