import sparticuz from '@sparticuz/chromium';
import { access } from 'node:fs/promises';
import { chromium, type Browser } from 'playwright-core';

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
