import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from './api.mjs';
import { Failure, reasonOf } from './failure.mjs';
import { frameParser } from './sse.mjs';

/** The server says something every 15 s. */
const SILENT_MS = 45_000;
const MOST_WAIT_MS = 10_000;

/**
 * @typedef {object} ToldEvent
 * @property {string} id
 * @property {string} type
 * @property {string} body exactly what a delivery would have as its body
 */

/**
 * @typedef {object} Following
 * @property {import('./settings.mjs').Settings} settings
 * @property {readonly string[]} types none: all
 * @property {string | undefined} since the id of an event: what came after it
 * @property {AbortSignal} signal
 * @property {(event: ToldEvent) => Promise<void>} onEvent the next one comes once it is fulfilled
 * @property {(again: boolean) => void} onReady
 * @property {(reason: string) => void} onLost
 * @property {() => void} onGap events may be missing
 */

/**
 * Receives events over one outgoing connection until the signal says so, and resumes where it was each time that the
 * connection is lost. Throws a Failure where it can't begin, or may not go on.
 *
 * @param {Following} following
 */
export async function follow(following) {
  const { signal, onLost } = following;
  /** @type {Progress} */
  const progress = { place: following.since, ready: false, failures: 0 };
  while (!signal.aborted) {
    try {
      await receive(following, progress);
      if (signal.aborted) return;
      lose('the server ended it');
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Failure || !progress.ready) throw asFailure(error, following.settings);
      lose(reasonOf(error));
    }
    await sleep(waitMs(progress.failures), undefined, { signal }).catch(() => undefined);
  }

  /** @param {string} reason */
  function lose(reason) {
    if (progress.failures === 0) onLost(reason);
    progress.failures += 1;
  }
}

/**
 * @typedef {object} Progress
 * @property {string | undefined} place the last event that was received
 * @property {boolean} ready it was connected before
 * @property {number} failures since it was connected
 */

/** What is not to be tried again as it is. @param {unknown} error @param {import('./settings.mjs').Settings} settings */
const asFailure = (error, { apiUrl }) =>
  error instanceof Failure
    ? error
    : new Failure(
        `${apiUrl} can't be reached: ${reasonOf(error)}. Does the service run there? TIMBRA_API_URL says where.`,
      );

/** @param {number} failures from 1 */
const waitMs = (failures) => Math.min(500 * 2 ** (failures - 1), MOST_WAIT_MS) * (0.8 + 0.4 * Math.random());

/**
 * One connection, from its beginning to its end.
 *
 * @param {Following} following
 * @param {Progress} progress
 */
async function receive({ settings, types, signal, onEvent, onReady, onGap }, progress) {
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop, { once: true });
  let timer = setTimeout(stop, SILENT_MS);
  try {
    const query = types.map((type) => `type=${encodeURIComponent(type)}`).join('&');
    const response = await fetch(`${settings.apiUrl}/events/stream${query && `?${query}`}`, {
      headers: {
        accept: 'text/event-stream',
        'accept-language': 'en',
        authorization: `Bearer ${settings.key}`,
        ...(progress.place !== undefined && { 'last-event-id': progress.place }),
      },
      redirect: 'error',
      signal: connection.signal,
    });
    if (!response.ok) {
      const { message, retriable } = await explain(response);
      throw progress.ready && retriable ? new Error(message) : new Failure(message);
    }
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new Failure(`${settings.apiUrl} is no address of Timbra: it must end with /v2.`);
    const parse = frameParser();
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      clearTimeout(timer);
      for (const frame of parse(decoder.decode(chunk, { stream: true }))) {
        if (frame.event === 'ready') {
          onReady(progress.ready);
          Object.assign(progress, { ready: true, failures: 0 });
        } else if (frame.event === 'reset') onGap();
        else if (frame.event !== undefined && frame.data !== undefined)
          await onEvent({ id: frame.id ?? '', type: frame.event, body: frame.data });
        progress.place = frame.id ?? progress.place;
        if (signal.aborted) return;
      }
      timer = setTimeout(stop, SILENT_MS);
    }
  } catch (error) {
    throw connection.signal.aborted && !signal.aborted ? new Error('nothing was heard for too long') : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    connection.abort();
  }
}
