import { request as requestHttp, Agent as HttpAgent } from 'node:http';
import { request as requestHttps, Agent as HttpsAgent } from 'node:https';
import { misuse, reasonOf } from './failure.mjs';

/** As long as a delivery waits. */
const TIMEOUT_MS = 10_000;
/** What is read of an answer; its connection is closed beyond that. */
const MOST_ANSWER = 1024 * 1024;

/**
 * The URL to forward to: `4000`, `localhost:4000/hook`, `:4000/hook`, `/hook` after a port, or a whole one.
 *
 * @param {string} text
 * @returns {URL}
 */
export function readTarget(text) {
  const whole = /^https?:\/\//i.test(text)
    ? text
    : /^\d{1,5}(\/.*)?$/.test(text)
      ? `http://localhost:${text}`
      : text.startsWith(':')
        ? `http://localhost${text}`
        : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url || text === '' || /\s/.test(text) || /^(?!https?:)[a-z]+:\/\//i.test(text))
    throw misuse(
      `--forward-to is "${text}". Examples: localhost:4000/hook, 4000, https://localhost:4443/hook`,
    );
  return url;
}

/**
 * @typedef {object} Outcome
 * @property {number | undefined} status
 * @property {string | undefined} error
 * @property {number} ms
 */

/**
 * Sends one POST as deliveries are sent: redirects are not followed, and it takes ten seconds at most. Never throws.
 *
 * @param {URL} url
 * @param {{ verify: boolean }} options `verify`: certificates must be good
 */
export function makeForwarder(url, { verify }) {
  const isHttps = url.protocol === 'https:';
  const agent = isHttps
    ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: verify })
    : new HttpAgent({ keepAlive: true });
  const request = isHttps ? requestHttps : requestHttp;

  /**
   * @param {string} body
   * @param {Readonly<Record<string, string>>} headers
   * @param {number} [timeoutMs]
   * @returns {Promise<Outcome>}
   */
  const forward = (body, headers, timeoutMs = TIMEOUT_MS) =>
    new Promise((resolve) => {
      const began = performance.now();
      /** @param {number | undefined} status @param {string} [error] */
      const settle = (status, error) => {
        clearTimeout(timer);
        resolve({ status, error, ms: Math.round(performance.now() - began) });
      };
      const bytes = Buffer.from(body);
      const outgoing = request(url, {
        method: 'POST',
        agent,
        headers: { ...headers, 'content-length': String(bytes.length) },
      });
      const timer = setTimeout(() => {
        settle(undefined, `no answer in ${timeoutMs / 1000} s`);
        outgoing.destroy();
      }, timeoutMs);
      outgoing.on('error', (error) => settle(undefined, reasonOf(error)));
      outgoing.on('response', (answer) => {
        let read = 0;
        answer.on('data', (/** @type {Buffer} */ chunk) => {
          read += chunk.length;
          if (read > MOST_ANSWER) answer.destroy();
        });
        answer.on('error', () => undefined);
        answer.on('close', () => settle(answer.statusCode));
      });
      outgoing.end(bytes);
    });

  return { forward, close: () => agent.destroy() };
}
