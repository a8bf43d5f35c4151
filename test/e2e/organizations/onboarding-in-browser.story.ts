import type { BrowserContextOptions, Page } from 'playwright-core';
import { makeAuthority, makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { startApp, type TestApp } from '../../support/app.js';
import { findBarriers } from '../customers/barriers.js';
import { LOOKS, openBrowser, visitPage } from '../customers/browser.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The hosted page on which an issuer uploads its certificate, in a real browser, with and without script. */

const browser = await openBrowser();
const inBrowser = browser ? it : it.skip;

const NUMBER = '30001000000500006666';
const csd = makeCertificado({
  keys: makeKeyPair(),
  issuer: makeAuthority({ name: 'AC UAT' }),
  number: NUMBER,
});

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
    title: 'Suba su certificado de sello digital (CSD) · Escuela',
    password: 'La contraseña de la llave privada es incorrecta.',
    large: 'Los archivos son demasiado grandes',
    done: '¡Gracias! Recibimos su certificado',
    used: 'Este enlace ya se usó',
  },
  en: {
    title: 'Upload your digital seal certificate (CSD) · Escuela',
    password: 'The password of the private key is incorrect.',
    large: 'The files are too large',
    done: 'Thank you! We have your certificate',
    used: 'This link was already used',
  },
} as const;

const visit = (link: string, options: BrowserContextOptions) => visitPage(browser, link, options);

async function choose(page: Page, password: string, cer: Buffer = csd.cer): Promise<void> {
  const mimeType = 'application/octet-stream';
  await page.setInputFiles('#cer', { name: 'csd.cer', mimeType, buffer: cer });
  await page.setInputFiles('#key', { name: 'csd.key', mimeType, buffer: csd.key });
  await page.fill('#password', password);
  await page.click('.send button');
}

/** Nothing is wider than a phone, and nobody meets a barrier. */
async function isForEverybody(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
}

async function newLink(user: string, id: string): Promise<string> {
  const { url } = await app.post(`/organizations/${id}/onboarding-link`, undefined, { key: user });
  return url as string;
}

describe('an issuer', () => {
  inBrowser.each(['es', 'en'] as const)(
    'uploads its certificate after two mistakes, in %s',
    async (language) => {
      const words = WORDS[language];
      const user = await app.newUser();
      const { id } = await app.newOrganization(user, 'Escuela');
      await app.put(`/organizations/${id}/customization`, { color: 'FFE600' }, { key: user });
      const link = await newLink(user, id);
      const [page, troubles] = await visit(link, LOOKS[language]);
      expect(await page.title()).toBe(words.title);
      expect(await page.getAttribute('html', 'lang')).toBe(language);
      await isForEverybody(page);

      // The browser itself asks for what is missing.
      await page.click('.send button');
      expect(await page.evaluate('document.querySelectorAll("input:invalid").length')).toBe(3);

      await choose(page, 'otra');
      await page.waitForSelector('.alert');
      expect(await page.textContent('#password-error')).toBe(words.password);
      expect(await page.inputValue('#password')).toBe('');
      expect(await page.content()).not.toContain('otra"');
      await isForEverybody(page);

      await choose(page, csd.password, Buffer.alloc(12 * 1024 * 1024, 7));
      await page.waitForFunction(`document.querySelector('.alert')?.textContent.includes('${words.large}')`);
      await isForEverybody(page);

      await choose(page, csd.password);
      await page.waitForSelector('.notice.done');
      expect(await page.textContent('h1')).toBe(words.done);
      expect(await page.textContent('.notice')).toContain(NUMBER);
      await isForEverybody(page);
      expect(troubles).toEqual([]);
      expect((await app.get(`/organizations/${id}`, { key: user })).certificate.serial_number).toBe(NUMBER);
      await page.goto(link);
      expect(await page.textContent('h1')).toBe(words.used);
      await isForEverybody(page);
      await page.context().close();
    },
  );

  inBrowser('uploads it without script, and switches the language before', async () => {
    const user = await app.newUser();
    const { id } = await app.newOrganization(user, 'Escuela');
    const link = await newLink(user, id);
    const [page, troubles] = await visit(link, { ...LOOKS.es, javaScriptEnabled: false });
    await page.click('nav a[lang=en]');
    expect(await page.textContent('h1')).toBe('Upload your digital seal certificate (CSD)');
    await choose(page, csd.password);
    await page.waitForSelector('.notice.done');
    expect(await page.textContent('h1')).toBe(WORDS.en.done);
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
