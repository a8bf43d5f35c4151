/** The envelope of all of SW's answers: `{data, message, messageDetail, status}`. */
export interface SwAnswer {
  readonly success: boolean;
  readonly message: string | undefined;
  readonly detail: string | undefined;
  /** Empty where it is null, which refusals have. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Every text of the answer, wherever it is, but those of message and messageDetail. Refusals have none. */
  readonly held: readonly string[];
}

const NO_UUID = '00000000-0000-0000-0000-000000000000';
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const MAX_DEPTH = 8;

/** Reads an answer's body; undefined for anything that is not the envelope, such as a proxy's page of HTML. */
export function readEnvelope(body: string): SwAnswer | undefined {
  const read = parse(body);
  if (!isObject(read) || (read['status'] !== 'success' && read['status'] !== 'error')) return undefined;
  return {
    success: read['status'] === 'success',
    message: textOf(read['message']),
    detail: textOf(read['messageDetail']),
    data: isObject(read['data']) ? read['data'] : {},
    held: heldIn(read),
  };
}

/**
 * Whether an answer that says no holds what a refusal never has: anything in `data` (a refusal's is null), XML in place of a text, or a
 * UUID in messageDetail that is not one of the document's own (`sent`). Then there may be a stamp, whatever the code.
 */
export function holdsMore({ held, detail = '' }: SwAnswer, sent = ''): boolean {
  if (held.length > 0 || /^\s*</.test(detail) || /<(?:\w{1,20}:)?TimbreFiscalDigital\b/.test(detail))
    return true;
  const uuids = (detail.slice(0, MAX_PROSE).match(UUID) ?? []).map((uuid) => uuid.toLowerCase());
  if (uuids.length === 0) return false;
  const own = sent.toLowerCase();
  return uuids.some((uuid) => uuid !== NO_UUID && !own.includes(uuid));
}

const MAX_PROSE = 10_000;

function heldIn({ message, messageDetail, status: _status, ...rest }: Readonly<Record<string, unknown>>) {
  const others = [message, messageDetail].filter((value) => typeof value !== 'string');
  return textsIn([rest, ...others], MAX_DEPTH);
}

/** What says something: not what is blank, `null` or the UUID of none. Names that are UUIDs say something, too. */
function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return isNothing(value) ? [] : [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value).flatMap((name) => name.match(UUID) ?? []);
  return [...names, ...Object.values(value).flatMap((inner: unknown) => textsIn(inner, depth - 1))];
}

const isNothing = (text: string): boolean => ['', 'null', NO_UUID].includes(text.trim().toLowerCase());

function parse(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that says something. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
