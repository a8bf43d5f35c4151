/** The envelope of all of SW's answers: `{data, message, messageDetail, status}`. */
export interface SwAnswer {
  readonly success: boolean;
  readonly message: string | undefined;
  readonly detail: string | undefined;
  /** Empty where it is null, which refusals have. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads an answer's body; undefined for anything that is not the envelope, such as a proxy's page of HTML. */
export function readEnvelope(body: string): SwAnswer | undefined {
  const read = parse(body);
  if (!isObject(read) || (read['status'] !== 'success' && read['status'] !== 'error')) return undefined;
  return {
    success: read['status'] === 'success',
    message: textOf(read['message']),
    detail: textOf(read['messageDetail']),
    data: isObject(read['data']) ? read['data'] : {},
  };
}

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
