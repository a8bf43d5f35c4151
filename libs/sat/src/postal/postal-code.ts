import { OTHER_STATE, OTHER_ZONE, STATES, STIMULUS, type BorderStimulus } from './ranges.js';

export type { BorderStimulus } from './ranges.js';

/** What the place of a Mexican postal code decides. */
export interface PostalCode {
  /** Key of c_Estado. */
  readonly state: string;
  /** IANA time zone of the place: the CFDI's Fecha is its local time. */
  readonly timeZone: string;
  /** Border region whose fiscal stimulus applies, or null. */
  readonly borderStimulus: BorderStimulus | null;
}

/** Every distinct place, and for each of the 100,000 codes the number of its place (0 is none). */
function build() {
  const places: (PostalCode | undefined)[] = [undefined];
  const numbers = new Map<string, number>();
  const codes = new Uint8Array(100_000);
  const numberOf = (place: PostalCode): number => {
    const key = `${place.state} ${place.timeZone} ${place.borderStimulus}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = places.push(Object.freeze(place)) - 1;
      numbers.set(key, number);
    }
    return number;
  };
  const change = (ranges: string, changes: Partial<PostalCode>): void => {
    for (const range of ranges.trim().split(/\s+/)) {
      const [first = '', last = first] = range.split('-');
      for (let zip = Number(first); zip <= Number(last); zip += 1) {
        const place = places[codes[zip] ?? 0];
        if (place) codes[zip] = numberOf({ ...place, ...changes });
      }
    }
  };
  for (const [state, first, last, timeZone] of STATES)
    codes.fill(numberOf({ state, timeZone, borderStimulus: null }), first * 1000, (last + 1) * 1000);
  for (const [zip, state, timeZone] of OTHER_STATE)
    codes[zip] = numberOf({ state, timeZone, borderStimulus: null });
  for (const [timeZone, ranges] of Object.entries(OTHER_ZONE)) change(ranges, { timeZone });
  for (const borderStimulus of ['north', 'south'] as const)
    change(STIMULUS[borderStimulus], { borderStimulus });
  return { places, codes };
}

const { places, codes } = build();

/** Whether a text has the form of a Mexican postal code. */
export const isZip = (text: string): boolean => /^\d{5}$/.test(text);

/**
 * The place of a Mexican postal code, or undefined for a malformed one and for one in no state's range
 * (00xxx, 17xxx to 19xxx). Codes newer than the built-in data are known by their neighbours.
 */
export const postalCode = (zip: string): PostalCode | undefined =>
  isZip(zip) ? places[codes[Number(zip)] ?? 0] : undefined;
