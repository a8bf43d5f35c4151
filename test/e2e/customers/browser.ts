import sparticuz from '@sparticuz/chromium';
import { access } from 'node:fs/promises';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A real browser to visit hosted pages with: that of CHROMIUM_PATH, the system's, or the npm package's. Where none
 * starts, undefined, and the reason is reported: the tests that need it are skipped.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  try {
    const executablePath = await findBrowser();
    return await chromium.launch({ executablePath, args: ['--disable-gpu', '--no-sandbox'] });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.warn(`No browser starts here, so the hosted pages are not visited with one: ${reason}`);
    return undefined;
  }
}

/** A person at a desk who reads Spanish, and one with a phone who reads English. */
export const LOOKS = {
  es: { viewport: { width: 1100, height: 800 }, locale: 'es-MX' },
  en: { viewport: { width: 360, height: 740 }, locale: 'en-US', hasTouch: true, isMobile: true },
} satisfies Record<string, BrowserContextOptions>;

/**
 * Opens a page, and gathers its troubles: errors, words on the console, requests to elsewhere, and referers, which would tell
 * the key of its link.
 */
export async function visitPage(
  browser: Browser | undefined,
  link: string,
  options: BrowserContextOptions,
): Promise<[Page, string[]]> {
  if (!browser) throw new Error('no browser');
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    // A refused form answers 4xx, which Chromium logs on the console.
    if (!message.text().includes('status of 4')) troubles.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(link).origin) troubles.push(request.url());
    // Of an image the header is there, and empty.
    if (request.headers()['referer']) troubles.push(`a referer: ${request.url()}`);
  });
  await page.goto(link);
  return [page, troubles];
}

async function findBrowser(): Promise<string> {
  const chosen = process.env['CHROMIUM_PATH'];
  for (const path of chosen ? [chosen] : SYSTEM)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  return sparticuz.executablePath();
}
