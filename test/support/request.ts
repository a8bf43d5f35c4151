export interface RequestOptions {
  /** Null sends none. */
  readonly key: string | null;
  readonly language?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A value is sent as JSON; text, bytes and forms as they are. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A request to the API, for `fetch`. */
export function requestOf(
  method: string,
  { key, language, headers, body, signal }: RequestOptions,
): RequestInit {
  const isForm = body instanceof FormData;
  const raw = isForm || typeof body === 'string' || body instanceof Uint8Array;
  return {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(language !== undefined && { 'accept-language': language }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}
