import type { Browser, BrowserContext } from 'playwright-core';
import { startBrowser, type BrowserChoice } from './chromium.js';
import { readFonts, type FontFile } from './fonts.js';
import { openBlockedContext, openPrintPage, type PrintPage } from './print-page.js';
import { connectBrowser, type RemoteBrowser } from './remote-browser.js';
import { within } from './within.js';

/** One browser, from its start until it is replaced. */
export interface Session {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly idle: PrintPage[];
  running: number;
  prints: number;
  /** Takes no more prints; ends with its last running one. */
  retired: boolean;
}

export interface SessionChoice extends BrowserChoice {
  /** Whose browser prints. Default: one that this process starts. */
  remote?: RemoteBrowser | undefined;
}

const CLOSE_TIMEOUT_MS = 5_000;

let fonts: Promise<FontFile[]> | undefined;

const loadFonts = (): Promise<FontFile[]> =>
  (fonts ??= readFonts().catch((error: unknown) => {
    fonts = undefined;
    throw error;
  }));

/**
 * A browser with its first page. `onLost` is told when it is gone.
 * @throws PdfError `no_browser`; `closed` where `signal` ends it
 */
export async function openSession(
  choice: SessionChoice,
  onLost: (lost: Session) => void,
  signal: AbortSignal,
): Promise<Session> {
  const { remote } = choice;
  const browser = await (remote ? connectBrowser(remote, signal) : startBrowser(choice));
  try {
    const context = await openBlockedContext(browser);
    const session: Session = { browser, context, idle: [], running: 0, prints: 0, retired: false };
    browser.on('disconnected', () => onLost(session));
    session.idle.push(await openPage(session));
    return session;
  } catch (error) {
    void endBrowser(browser);
    throw error;
  }
}

/** One more page of the session's; it is not idle yet. */
export async function openPage({ context, idle }: Session): Promise<PrintPage> {
  const opened = await openPrintPage(context, await loadFonts());
  const { page } = opened;
  // A document can still navigate (meta refresh), to nowhere: such a page has lost its fonts.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    const index = idle.indexOf(opened);
    if (index >= 0) idle.splice(index, 1);
    void page.close().catch(() => undefined);
  });
  return opened;
}

/** A browser that does not end by itself is left to die with our end of its pipe or connection. */
export const endBrowser = (browser: Browser): Promise<void> =>
  within(CLOSE_TIMEOUT_MS, browser.close()).catch(() => undefined);
