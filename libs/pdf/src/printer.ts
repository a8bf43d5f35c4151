import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser, type BrowserChoice } from './chromium.js';
import { readFonts, type FontFile } from './fonts.js';
import { PdfError } from './pdf-error.js';
import { openBlockedContext, openPrintPage, printOn } from './print-page.js';

export interface PdfPrinterOptions extends BrowserChoice {
  /** Documents printed at the same time. Default 2. */
  concurrency?: number;
  /** Documents that may wait; one more is refused with `overloadedError`. Default 100. */
  maxQueue?: number;
  /** For one print, waiting not included. Default 30,000. */
  timeoutMs?: number;
  /** Prints after which the browser is replaced, so that what it leaks stays bounded. Default 1000. */
  printsPerBrowser?: number;
}

export interface PdfPrinter {
  /**
   * Prints an HTML document. No script in it runs and no address in it is loaded (data: images are).
   * @throws PdfError
   */
  print(html: string): Promise<Buffer>;
  /** Starts the browser before the first print needs it. */
  warm(): Promise<void>;
  /** Refuses what waits, lets running prints end, and ends the browser. */
  close(): Promise<void>;
}

/** One browser process, from its start until it is replaced. */
interface Session {
  browser: Browser;
  context: BrowserContext;
  idle: Page[];
  running: number;
  prints: number;
  /** Takes no more prints; ends with its last running one. */
  retired: boolean;
}

interface Waiting {
  start: () => void;
  refuse: (error: PdfError) => void;
}

const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Documents of more characters (from about 1200 lines on) are printed one at a time, and their page is not kept: one of
 * 5000 lines takes the browser close to a gigabyte.
 */
const LARGE_HTML = 500_000;

/** A printer that keeps one browser warm. Nothing is started before the first {@link PdfPrinter.print} or `warm`. */
export function openPdfPrinter(options: PdfPrinterOptions = {}): PdfPrinter {
  const { concurrency = 2, maxQueue = 100, timeoutMs = 30_000, printsPerBrowser = 1000 } = options;
  const waiting: Waiting[] = [];
  const ending = new Set<Promise<void>>();
  let active = 0;
  let large: Promise<unknown> = Promise.resolve();
  let largeInLine = 0;
  let closed = false;
  let onIdle: (() => void) | undefined;
  let current: Promise<Session> | undefined;
  let fonts: Promise<FontFile[]> | undefined;

  async function startSession(): Promise<Session> {
    const browser = await startBrowser(options);
    try {
      const context = await openBlockedContext(browser);
      const started: Session = { browser, context, idle: [], running: 0, prints: 0, retired: false };
      browser.on('disconnected', () => retire(started));
      started.idle.push(await openPage(started));
      return started;
    } catch (error) {
      end(browser);
      throw error;
    }
  }

  function session(): Promise<Session> {
    if (!current) {
      const starting = startSession();
      current = starting;
      starting.catch(() => {
        if (current === starting) current = undefined;
      });
    }
    return current;
  }

  function retire(worn: Session): void {
    if (!worn.retired) current = undefined;
    worn.retired = true;
    if (worn.running === 0) end(worn.browser);
  }

  function end(browser: Browser): void {
    const closing = endBrowser(browser).finally(() => ending.delete(closing));
    ending.add(closing);
  }

  async function openPage({ context, idle }: Session): Promise<Page> {
    fonts ??= readFonts();
    const page = await openPrintPage(context, await fonts);
    // A document can still navigate (meta refresh), to nowhere: such a page has lost its fonts.
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      const index = idle.indexOf(page);
      if (index >= 0) idle.splice(index, 1);
      void page.close().catch(() => undefined);
    });
    return page;
  }

  async function printOnce(html: string): Promise<Buffer> {
    const on = await session();
    on.running += 1;
    on.prints += 1;
    if (on.prints >= printsPerBrowser && !on.retired) {
      on.retired = true;
      current = undefined;
    }
    try {
      const work = (async () => {
        const page = on.idle.pop() ?? (await openPage(on));
        const pdf = await printOn(page, html);
        if (html.length > LARGE_HTML) void page.close().catch(() => undefined);
        else if (!page.isClosed()) on.idle.push(page);
        return pdf;
      })();
      return await within(timeoutMs, work);
    } catch (error) {
      // What went wrong inside of a browser is not worth finding out: a new one takes a quarter of a second.
      retire(on);
      throw error;
    } finally {
      on.running -= 1;
      if (on.retired && on.running === 0) end(on.browser);
    }
  }

  async function printRetrying(html: string): Promise<Buffer> {
    try {
      return await printOnce(html);
    } catch (error) {
      if (error instanceof PdfError) throw error;
      // The browser broke under the document (or under its neighbour): once more, in a new one.
      return printOnce(html).catch((second: unknown) => {
        if (second instanceof PdfError) throw second;
        throw new PdfError('failed', 'The browser failed to print the document.', { cause: second });
      });
    }
  }

  async function takeTurn(): Promise<void> {
    if (active < concurrency) {
      active += 1;
      return;
    }
    if (waiting.length >= maxQueue) {
      throw overloadedError(maxQueue);
    }
    await new Promise<void>((start, refuse) => waiting.push({ start, refuse }));
  }

  /** The turn passes to the longest waiting caller, so that no later one gets in between. */
  function endTurn(): void {
    const next = waiting.shift();
    if (next) return next.start();
    active -= 1;
    if (active === 0) onIdle?.();
  }

  async function printInTurn(html: string): Promise<Buffer> {
    if (closed) throw closedError();
    await takeTurn();
    try {
      return await printRetrying(html);
    } finally {
      endTurn();
    }
  }

  /** Large documents wait in a separate queue before they take a turn. */
  async function printLarge(html: string): Promise<Buffer> {
    // The one that is printed does not wait.
    if (largeInLine > maxQueue) throw overloadedError(maxQueue);
    largeInLine += 1;
    const print = large.then(() => printInTurn(html)).finally(() => (largeInLine -= 1));
    large = print.catch(() => undefined);
    return print;
  }

  return {
    async print(html) {
      return html.length > LARGE_HTML ? printLarge(html) : printInTurn(html);
    },

    async warm() {
      if (closed) throw closedError();
      await session();
    },

    async close() {
      closed = true;
      for (const { refuse } of waiting.splice(0)) refuse(closedError());
      if (active > 0) await new Promise<void>((resolve) => (onIdle = resolve));
      const last = await current?.catch(() => undefined);
      if (last) end(last.browser);
      await Promise.all(ending);
    },
  };
}

const overloadedError = (waiting: number): PdfError =>
  new PdfError('overloaded', `The PDF printer is overloaded: ${waiting} documents are waiting.`);

const closedError = (): PdfError => new PdfError('closed', 'The PDF printer is closed.');

/** A browser that does not end by itself is left to die with our end of its pipe. */
const endBrowser = (browser: Browser): Promise<void> =>
  within(CLOSE_TIMEOUT_MS, browser.close()).catch(() => undefined);

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PdfError('timeout', `The document was not printed within ${ms} ms.`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
