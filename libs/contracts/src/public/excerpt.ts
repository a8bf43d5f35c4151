/** The beginning of a list. */
export interface Excerpt<T> {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly data: readonly T[];
}

/** What a list of an event may hold: so many, and so many bytes of JSON. */
const MAX_ENTRIES = 100;
const MAX_BYTES = 64 * 1024;
/** Free texts, such as what a mail server answered, end here. In UTF-16 units. */
const MAX_TEXT = 1_000;

/**
 * The first entries of a list, as many as an event may hold. An invoice has up to 5000 lines; an event with all of
 * them would be larger than what brokers and readers take unless somebody has told them to.
 */
export function excerpt<From, To>(list: readonly From[], entryOf: (from: From) => To): Excerpt<To> {
  const data: To[] = [];
  let bytes = 0;
  for (const from of list.slice(0, MAX_ENTRIES)) {
    const entry = entryOf(from);
    bytes += Buffer.byteLength(JSON.stringify(entry));
    if (bytes > MAX_BYTES) break;
    data.push(entry);
  }
  return { total_count: list.length, has_more: data.length < list.length, data };
}

/** A text that is not ours, cut where it is very long. */
export const shortText = (text: string): string =>
  // Not through the middle of a pair of surrogates, which no reader could decode.
  text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '');
