/**
 * A text as a URL; undefined where it is none. In place of `URL.canParse`, which on Node 20 says false of addresses with letters such
 * as ñ once it was called often (its fast path reads Latin-1 as UTF-8).
 */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
