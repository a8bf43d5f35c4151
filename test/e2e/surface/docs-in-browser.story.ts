import { withoutCatalogues } from '#fiscal';
import { banner } from '#apps/standalone/src/banner';
import { universidad } from '../../support/bodies.js';
import { startApp, type TestApp } from '../../support/app.js';
import { LOOKS, openBrowser, visitPage } from '../customers/browser.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** The documentation in a real browser, as a newcomer opens it: by the address that the start banner prints. */

const browser = await openBrowser();
const inBrowser = browser ? it : it.skip;

let app: TestApp;
let link: string;
beforeAll(async () => {
  app = await startApp();
  await app.post('/customers', universidad);
  const parts = { config: app.runtime.config, catalogues: withoutCatalogues, terminal: true };
  [link = ''] = /http\S+\/docs#\S+/.exec(banner(app.demo, '1.0', parts)) ?? [];
});
afterAll(async () => {
  await browser?.close();
  await app.close();
});

/** The viewer’s own words on the console, which are none of an error: what it does, and what it thinks of our document. */
const CHATTER = /^(@scalar\/|\w+: \d+ ms$|document validation errors: |\[Object)/;

describe('the documentation', () => {
  inBrowser('calls the API at the first click, with the key of its address', async () => {
    const { test_key: key } = app.demo;
    expect(link).toMatch(new RegExp(`/docs#${key}$`));
    const [page, troubles] = await visitPage(browser, link, LOOKS.es);
    const { paths } = await app.get('/openapi.json', { key: null });
    const path = Object.keys(paths as object).find((one) => one.endsWith('/customers')) ?? '';
    // Sections are drawn as one comes to them; their addresses are the viewer's.
    await page.waitForSelector('.references-rendered, .section');
    await page.evaluate(`location.hash = 'tag/customers/GET${path}'`);
    await page
      .locator('button', { hasText: `Test Request(get ${path})` })
      .first()
      .click();
    const answered = page.waitForResponse((one) => one.url().includes('/v2/customers'));
    await page.locator('button:not([aria-selected])', { hasText: 'Send' }).first().click();
    const answer = await answered;
    expect(answer.status()).toBe(200);
    expect(answer.request().headers()['authorization']).toBe(`Bearer ${key}`);
    expect(await answer.json()).toMatchObject({ data: [{ tax_id: universidad.tax_id }] });

    // The key is nowhere but in the page's memory.
    expect(page.url()).not.toContain(key);
    expect(
      await page.evaluate('JSON.stringify([localStorage, sessionStorage, history.state])'),
    ).not.toContain(key);
    expect(await page.context().cookies()).toEqual([]);
    expect(troubles.filter((words) => !CHATTER.test(words))).toEqual([]);
  });

  inBrowser(
    'has the id of the newest customer where a path needs one, and asks for nothing else',
    async () => {
      const { test_key: key } = app.demo;
      const { id } = await app.post('/customers', {
        ...universidad,
        external_id: 'newest',
        createEditLink: true,
      });
      const asked: string[] = [];
      const [page, troubles] = await visitPage(browser, 'about:blank', LOOKS.es);
      page.on('request', (one) => asked.push(one.url().replace(/^.*(?=\/v2\/)/, '')));
      await page.goto(link);
      await page.waitForSelector('.references-rendered, .section');
      const lists = asked.filter((one) => one.includes('/v2/') && !one.includes('openapi'));
      expect(lists.filter((one) => one === '/v2/customers?limit=1')).toHaveLength(1);
      expect(lists.filter((one) => !one.endsWith('?limit=1'))).toEqual([]);
      expect(new Set(lists).size).toBe(lists.length);

      const { paths } = await app.get('/openapi.json', { key: null });
      const path = Object.keys(paths as object).find((one) => one.endsWith('/customers/{customer_id}')) ?? '';
      await page.evaluate(`location.hash = 'tag/customers/GET${path}'`);
      await page
        .locator('button', { hasText: `Test Request(get ${path})` })
        .first()
        .click();
      const answered = page.waitForResponse((one) => one.url().endsWith(`/v2/customers/${id}`));
      await page.locator('button:not([aria-selected])', { hasText: 'Send' }).first().click();
      const answer = await answered;
      expect(answer.status()).toBe(200);
      expect(answer.request().headers()['authorization']).toBe(`Bearer ${key}`);
      // The page began as an empty one, to which every address is another origin: this service's own are none.
      const own = new URL(link).origin;
      expect(troubles.filter((words) => !CHATTER.test(words) && !words.startsWith(own))).toEqual([]);
    },
  );

  inBrowser('opens without a key too, and says what is missing', async () => {
    const [page, troubles] = await visitPage(browser, link.split('#')[0] ?? '', LOOKS.en);
    await page.waitForSelector('text=Customers');
    expect(await page.title()).toBe('Timbra · API');
    expect(troubles.filter((words) => !CHATTER.test(words))).toEqual([]);
  });
});
