import type { BrowserContextOptions, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { latestMail } from '../../support/latest-mail.js';
import { findBarriers } from '../customers/barriers.js';
import { LOOKS, openBrowser } from '../customers/browser.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The hosted page on which a support address is confirmed, in a real browser, from the mail that brings its link. */

const browser = await openBrowser();
const inBrowser = browser ? it : it.skip;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await browser?.close();
  await app.close();
});

const WORDS = {
  es: {
    subject: 'Confirme el correo de soporte de Escuela',
    title: 'Confirme su dirección · Escuela',
    done: 'La dirección está confirmada',
  },
  en: {
    subject: 'Confirm the support address of Escuela',
    title: 'Confirm your address · Escuela',
    done: 'The address is confirmed',
  },
} as const;

async function visit(link: string, options: BrowserContextOptions): Promise<[Page, string[]]> {
  if (!browser) throw new Error('no browser');
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => troubles.push(message.text()));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(link).origin) troubles.push(request.url());
  });
  await page.goto(link);
  return [page, troubles];
}

describe('a support address', () => {
  inBrowser.each(['es', 'en'] as const)('is confirmed from its mail, in %s', async (language) => {
    const words = WORDS[language];
    const user = await app.newUser();
    const { id } = await app.newOrganization(user, 'Escuela');
    const email = `ayuda-${language}@escuela.mx`;
    const asked = { key: user, language };
    await app.put(`/organizations/${id}/self-invoice`, { support_email: email }, asked);
    const mail = await latestMail(app);
    expect(mail).toMatchObject({ to: email, subject: words.subject });
    const [link = ''] = /http\S+\/support-email\/[0-9a-f]{40}/.exec(mail.text) ?? [];

    const [page, troubles] = await visit(link, LOOKS[language] ?? {});
    expect(await page.title()).toBe(words.title);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    expect(await page.textContent('.lead')).toContain(email);
    // Nothing is wider than a phone.
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.click('.send button');
    await page.waitForSelector('.notice.done');
    expect(await page.textContent('h1')).toBe(words.done);
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.textContent('footer')).toContain(email);
    expect(troubles).toEqual([]);
    expect(await app.get(`/organizations/${id}`, { key: user })).toMatchObject({
      self_invoice: { support_email: email, support_email_verified: true },
    });
    await page.context().close();
  });
});
