import { Failure, reasonOf } from './failure.mjs';

/**
 * Why the service refused, for people.
 *
 * @param {Response} response
 * @returns {Promise<{ message: string, retriable: boolean }>}
 */
export async function explain(response) {
  const { status } = response;
  const retriable = status === 429 || status >= 500;
  /** @type {any} */
  const body = await response.json().catch(() => undefined);
  if (typeof body?.message !== 'string')
    return {
      message: `${new URL(response.url).origin} answered ${status}, and not as Timbra does: TIMBRA_API_URL must end with /v2.`,
      retriable,
    };
  /** @type {{ message?: string }[]} */
  const errors = Array.isArray(body.errors) ? body.errors : [];
  const more = errors
    .map(({ message }) => message)
    .filter((message) => typeof message === 'string' && message !== body.message);
  return { message: [`${body.message} (${status} ${body.code})`, ...more].join('\n  '), retriable };
}

/**
 * Triggers a sample event of a type.
 *
 * @param {import('./settings.mjs').Settings} settings
 * @param {string} type
 * @returns {Promise<{ id: string, type: string }>}
 */
export async function trigger({ apiUrl, key }, type) {
  const response = await fetch(`${apiUrl}/sandbox/events`, {
    method: 'POST',
    headers: {
      'accept-language': 'en',
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ type }),
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
  }).catch((/** @type {unknown} */ error) => {
    throw new Failure(
      `${apiUrl} can't be reached: ${reasonOf(error)}. Does the service run there? TIMBRA_API_URL says where.`,
    );
  });
  if (!response.ok) throw new Failure((await explain(response)).message);
  return /** @type {Promise<any>} */ (response.json());
}
