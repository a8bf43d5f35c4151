/** What the description has at least of a line of items, without its padding, in ems of the small print below it. */
const ROOM_EMS = 45.5 / ((6.9 * 25.4) / 72);

/** Digits, small letters but m and w, and what stands between them; then whatever else Latin-1 has. */
const NARROW = /[ !"'(),\-./0-9:;a-ln-vx-z\u00a0áéíóúüñ]/g;
const LATIN_1 = /^[\x20-\x7e\u00a0-\u00ff]*$/;
const NARROW_EM = 0.66;
const WIDEST_EM = 1;

/** What a text of the small print is at most, in ems: by the widest letters that Inter has. */
export function longestEms(text: string): number {
  if (!LATIN_1.test(text)) return Infinity;
  const narrow = text.match(NARROW)?.length ?? 0;
  return narrow * NARROW_EM + (text.length - narrow) * WIDEST_EM;
}

/** Whether a text of the small print is certainly no longer than its line; one that it is false for may fit all the same. */
export const fitsOneLine = (text: string): boolean => longestEms(text) <= ROOM_EMS;
