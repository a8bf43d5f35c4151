import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { monotonicMs } from '#kernel';
import { loadBrowserLibrary } from './chromium.js';
import { PdfError } from './pdf-error.js';

/** A program that lends out browsers (browser-server.ts). */
export interface RemoteBrowser {
  /** ws://host:port or wss://host:port. */
  url: string;
  token: string;
  /** How long to go on trying where none is given. Default 20,000. */
  patienceMs?: number | undefined;
}

/** The last try has time for an answer that says what is wrong. */
const LEAST_TRY_MS = 2_000;
const PAUSES_MS = [100, 200, 400, 800, 1_600];

/**
 * A browser of another process's, for this one alone, until its connection ends. While that process starts again, or
 * another version of it takes its place, connections fail for some seconds: so we try again.
 * @throws PdfError `no_browser` where patience ends; `closed` where `signal` ends it
 */
export async function connectBrowser(remote: RemoteBrowser, signal: AbortSignal): Promise<Browser> {
  const deadline = monotonicMs() + (remote.patienceMs ?? 20_000);
  for (let tries = 0; ; tries += 1) {
    const left = deadline - monotonicMs();
    try {
      return await connectOnce(remote, Math.max(left, LEAST_TRY_MS), signal);
    } catch (error) {
      if (signal.aborted) throw closedError();
      const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
      if (deadline - monotonicMs() < pause)
        throw new PdfError(
          'no_browser',
          `No browser at ${remote.url} (TIMBRA_BROWSER_URL): ${reasonOf(error)}`,
        );
      await sleep(pause, undefined, { signal }).catch(() => {
        throw closedError();
      });
    }
  }
}

async function connectOnce(
  { url, token }: RemoteBrowser,
  timeout: number,
  signal: AbortSignal,
): Promise<Browser> {
  signal.throwIfAborted();
  const { chromium } = await loadBrowserLibrary();
  const connecting = chromium.connect(url, { headers: { Authorization: `Bearer ${token}` }, timeout });
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => (abort = () => reject(closedError())));
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([connecting, aborted]);
  } catch (error) {
    // One that comes after all is not left open.
    connecting.then((late) => late.close()).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What a closed printer refuses with. */
export const closedError = (): PdfError => new PdfError('closed', 'The PDF printer is closed.');

/** Playwright's errors carry a log of the call: their first line, and what the other side answered. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [first = '', second = ''] = text.split('\n').map((line) => line.trim());
  return `${first} ${/^(Call log|╔|$)/.test(second) ? '' : second}`.trim().slice(0, 200);
}
