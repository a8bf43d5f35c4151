import type { Browser } from 'playwright-core';
import { PdfError } from './pdf-error.js';
import { printOn, type PrintPaper } from './print-page.js';
import { closedError } from './remote-browser.js';
import { endBrowser, openPage, openSession, type Session, type SessionChoice } from './session.js';
import { within } from './within.js';

export interface PdfPrinterOptions extends SessionChoice {
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
  print(html: string, paper?: PrintPaper): Promise<Buffer>;
  /** Starts the browser before the first print needs it. */
  warm(): Promise<void>;
  /** Refuses what waits, lets running prints end, and ends the browser. */
  close(): Promise<void>;
}

interface Waiting {
  start: () => void;
  refuse: (error: PdfError) => void;
}

/**
 * Documents of more characters (from about 1200 lines on) are printed one at a time, and their page is not kept: one of
 * 5000 lines takes the browser close to a gigabyte.
 */
const LARGE_HTML = 500_000;

/** A printer that keeps one browser warm. Nothing is started, or connected to, before the first {@link PdfPrinter.print} or `warm`. */
export function openPdfPrinter(options: PdfPrinterOptions = {}): PdfPrinter {
  const { concurrency = 2, maxQueue = 100, timeoutMs = 30_000, printsPerBrowser = 1000 } = options;
  const waiting: Waiting[] = [];
  const ending = new Set<Promise<void>>();
  let active = 0;
  let large: Promise<unknown> = Promise.resolve();
  let largeInLine = 0;
  const closing = new AbortController();
  let onIdle: (() => void) | undefined;
  let current: Promise<Session> | undefined;
  /** Starts that failed so far, and why the last one did. */
  let failedStarts = 0;
  let lastFailure: PdfError | undefined;

  function session(): Promise<Session> {
    if (!current) {
      const starting = openSession(options, retire, closing.signal);
      current = starting;
      starting.catch((error: unknown) => {
        if (current === starting) current = undefined;
        if (!(error instanceof PdfError)) return;
        failedStarts += 1;
        lastFailure = error;
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
    const ended = endBrowser(browser).finally(() => ending.delete(ended));
    ending.add(ended);
  }

  async function printOnce(html: string, paper?: PrintPaper): Promise<Buffer> {
    const on = await session();
    on.running += 1;
    on.prints += 1;
    if (on.prints >= printsPerBrowser && !on.retired) {
      on.retired = true;
      current = undefined;
    }
    try {
      const work = (async () => {
        const opened = on.idle.pop() ?? (await openPage(on));
        const pdf = await printOn(opened, html, paper);
        if (html.length > LARGE_HTML) void opened.page.close().catch(() => undefined);
        else if (!opened.page.isClosed()) on.idle.push(opened);
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

  async function printRetrying(html: string, paper?: PrintPaper): Promise<Buffer> {
    try {
      return await printOnce(html, paper);
    } catch (error) {
      if (error instanceof PdfError) throw error;
      // The browser broke under the document (or under its neighbour): once more, in a new one.
      return printOnce(html, paper).catch((second: unknown) => {
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

  /** @param failedBefore starts that had failed when the document came */
  async function printInTurn(
    html: string,
    paper: PrintPaper | undefined,
    failedBefore: number,
  ): Promise<Buffer> {
    if (closing.signal.aborted) throw closedError();
    await takeTurn();
    try {
      // No browser came while it waited. If each in line waited for the next one to come, the last would wait for minutes.
      if (lastFailure && failedStarts > failedBefore && current === undefined) throw lastFailure;
      return await printRetrying(html, paper);
    } finally {
      endTurn();
    }
  }

  /** Large documents wait in a separate queue before they take a turn. */
  async function printLarge(html: string, paper?: PrintPaper): Promise<Buffer> {
    // The one that is printed does not wait.
    if (largeInLine > maxQueue) throw overloadedError(maxQueue);
    largeInLine += 1;
    const failedBefore = failedStarts;
    const print = large.then(() => printInTurn(html, paper, failedBefore)).finally(() => (largeInLine -= 1));
    large = print.catch(() => undefined);
    return print;
  }

  return {
    async print(html, paper) {
      return html.length > LARGE_HTML ? printLarge(html, paper) : printInTurn(html, paper, failedStarts);
    },

    async warm() {
      if (closing.signal.aborted) throw closedError();
      await session();
    },

    async close() {
      closing.abort();
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
