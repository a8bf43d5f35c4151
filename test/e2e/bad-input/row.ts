/** A wrong request and its answer: `400 invalid_request`, then `path code` of each detail, in their order. */
export type Row = readonly [request: string, body: unknown, answer: string, ...details: string[]];

export const INVALID = '400 invalid_request';
export const NOWHERE = '0123456789abcdef01234567';

/** One row for each wrong value of one field. */
export const field =
  (request: string, bodyWith: (value: unknown) => unknown, path: string) =>
  (...wrong: readonly (readonly [value: unknown, detail: string, answer?: string])[]): Row[] =>
    wrong.map(([value, detail, answer = INVALID]) => [request, bodyWith(value), answer, `${path} ${detail}`]);

export const long = (length: number): string => 'x'.repeat(length);
/** What XML 1.0 cannot hold, and what is no Unicode. */
export const BROKEN_TEXTS = ['a\u0000b', 'a\u0007b', '\ud83d', 'a\udc00', '\ufffe'];
