import type { BrowserContextOptions, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { mailTo } from '../../support/latest-mail.js';
import { findBarriers } from '../customers/barriers.js';
import { LOOKS, openBrowser, visitPage } from '../customers/browser.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The hosted page on which somebody answers an invitation, in a real browser, from the mail that brings its link. */

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
    subject: 'Invitación para trabajar en Escuela',
    title: 'Tiene una invitación · Escuela',
    missing: 'Escriba su nombre.',
    done: 'Ya es parte de la organización',
    accepted: 'La invitación ya fue aceptada',
    declined: 'La invitación fue rechazada',
  },
  en: {
    subject: 'Invitation to work in Escuela',
    title: 'You have an invitation · Escuela',
    missing: 'Enter your name.',
    done: 'You belong to the organization now',
    accepted: 'The invitation has been accepted',
    declined: 'The invitation has been declined',
  },
} as const;

const visit = (link: string, options: BrowserContextOptions) => visitPage(browser, link, options);

/** Nothing is wider than a phone, and nobody meets a barrier. */
async function isForEverybody(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
}

/** What a page shows once it is no longer on its way. */
async function settledContent(page: Page): Promise<string> {
  for (let tries = 50; ; tries -= 1)
    try {
      await page.waitForLoadState('load');
      return await page.content();
    } catch (error) {
      if (tries === 0) throw error;
      await page.waitForTimeout(50);
    }
}

async function newLink(email: string, language: 'es' | 'en', user?: string) {
  const key = user ?? (await app.newUser());
  const { id } = await app.newOrganization(key, 'Escuela');
  await app.put(`/organizations/${id}/customization`, { color: 'FFE600' }, { key });
  await app.post(`/organizations/${id}/team/invites`, { email }, { key, language });
  const mail = await mailTo(app, email);
  expect(mail).toMatchObject({ to: email, subject: WORDS[language].subject });
  return { id, key, link: /http\S+\/invitation\/[0-9a-f]{40}/.exec(mail.text)?.[0] ?? '' };
}

describe('an invitation', () => {
  inBrowser.each(['es', 'en'] as const)('is accepted from its mail, in %s', async (language) => {
    const words = WORDS[language];
    const { id, link } = await newLink(`eva-${language}@example.com`, language);
    const [page, troubles] = await visit(link, LOOKS[language]);
    expect(await page.title()).toBe(words.title);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    expect(await page.textContent('main')).toContain(`eva-${language}@example.com`);
    await isForEverybody(page);

    await page.click('.send button');
    await page.waitForSelector('.alert');
    expect(await page.textContent('#full_name-error')).toBe(words.missing);
    await isForEverybody(page);

    // What was typed is there in the other language.
    await page.fill('#full_name', 'Eva Núñez');
    await page.click(`nav button[lang=${language === 'es' ? 'en' : 'es'}]`);
    expect(await page.inputValue('#full_name')).toBe('Eva Núñez');
    await page.click(`nav button[lang=${language}]`);
    // Enter accepts.
    await page.press('#full_name', 'Enter');
    await page.waitForSelector('.notice.done');
    expect(await page.textContent('h1')).toBe(words.done);
    const key = (await page.textContent('#key')) ?? '';
    await isForEverybody(page);
    expect(await app.get(`/organizations/${id}`, { key })).toMatchObject({ id });
    expect(await app.get('/users/me', { key })).toMatchObject({ full_name: 'Eva Núñez' });

    await page.reload();
    expect(await page.textContent('h1')).toBe(words.accepted);
    expect(await page.content()).not.toContain(key);
    await isForEverybody(page);
    // The answers to forms before it: the browser asks again, or shows that it can't.
    await page.goBack().catch(() => null);
    expect(await settledContent(page)).not.toContain(key);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  inBrowser.each(['es', 'en'] as const)(
    'is declined with the other button, without script, in %s',
    async (language) => {
      const { id, key, link } = await newLink(`ivo-${language}@example.com`, language);
      const [page, troubles] = await visit(link, { ...LOOKS[language], javaScriptEnabled: false });
      await page.click('.otherwise button');
      expect(await page.textContent('h1')).toBe(WORDS[language].declined);
      expect(await app.get(`/organizations/${id}/team/invites`, { key })).toEqual([]);
      expect(await app.get(`/organizations/${id}/team`, { key })).toHaveLength(1);
      expect(troubles).toEqual([]);
      await page.context().close();
    },
  );

  inBrowser('asks whoever has a user for nothing, and shows no key', async () => {
    const eva = await app.newUser();
    const { email } = await app.get('/users/me', { key: eva });
    const { id, link } = await newLink(email as string, 'es');
    const [page, troubles] = await visit(link, LOOKS.es);
    expect(await page.$('#full_name')).toBeNull();
    await isForEverybody(page);
    await page.click('.send button');
    await page.waitForSelector('.notice.done');
    expect(await page.textContent('h1')).toBe(WORDS.es.accepted);
    expect(await page.content()).not.toContain('sk_user_');
    expect(await app.get(`/organizations/${id}`, { key: eva })).toMatchObject({ id });
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
