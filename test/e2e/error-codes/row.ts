import type { Answer, CallOptions, TestApp } from '../../support/app.js';
import { NOWHERE } from '../bad-input/row.js';

export { NOWHERE };

/** A request below /v2, or, with a whole address, somewhere else. */
export interface Asked {
  readonly request: string;
  readonly body?: unknown;
  readonly options?: CallOptions;
}

/** Where the services of a test are. */
export interface Places {
  readonly app: TestApp;
  /** An installation with narrow limits and without ZIP requests in Test. */
  readonly narrow: TestApp;
}

/** A code, and a request that is answered with it. */
export interface Reached {
  readonly code: string;
  readonly status: number;
  /** Where the problem is, as the answer itself or its first detail says. */
  readonly path?: string;
  /** Prepares the state in which the request is refused. It runs again for each language. */
  readonly when: (places: Places) => Asked | Promise<Asked>;
  /** A request to the narrow installation. */
  readonly narrow?: true;
}

export const reached = (code: string, status: number, when: Reached['when'], path?: string): Reached => ({
  ...{ code, status, when },
  ...(path !== undefined && { path }),
});

/** One whose request needs nothing before it. */
export const plain = (
  code: string,
  status: number,
  request: string,
  body?: unknown,
  options: Pick<Reached, 'path'> & { readonly call?: CallOptions } = {},
): Reached => ({
  ...{ code, status },
  when: () => ({ request, body, ...(options.call && { options: options.call }) }),
  ...(options.path !== undefined && { path: options.path }),
});

/** Sends a request in a language; one to a whole address goes there as it is. */
export async function ask(
  app: TestApp,
  { request, body, options }: Asked,
  language: string,
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  if (!path.startsWith('http')) return app.api(method, path, body, { ...options, language });
  const response = await fetch(path, {
    method,
    headers: { accept: 'application/json', 'accept-language': language, ...options?.headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, body: JSON.parse(bytes.toString()), bytes, headers: response.headers };
}
