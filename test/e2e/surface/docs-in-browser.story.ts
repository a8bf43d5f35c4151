import { withoutCatalogues } from '#fiscal';
import { banner } from '#apps/standalone/src/banner';
import { universidad } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
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

/** The viewer’s own words on the console, which are none of an error: what it does, and that it has findings. */
const CHATTER = /^(@scalar\/|\w+: \d+ ms$|document validation errors: |\[Object)/;

/** What the viewer finds wrong with the document, on the console of a page. */
interface Finding {
  readonly message: string;
  /** A JSON pointer: `/components/schemas/Invoice`. */
  readonly path: string;
}

/**
 * Whether a finding is the viewer's own mistake. It takes a schema for valid if it has a `type` or a mark, `__scalar_`, that it adds
 * itself (`coerceValue`) to one that has none, such as a `oneOf`. What it adds is lost where `mergeObjects` has met the object before.
 * OpenAPI 3.1 asks for no type. It was so with 17 schemas in standalone.js of 1.44.26; a type at each made all of them go.
 */
const isMistaken = (document: Json, { message, path }: Finding): boolean => {
  const [, of, section, name = ''] = path.split('/');
  return (
    message === 'Expected union value' &&
    `${of}/${section}` === 'components/schemas' &&
    hasPartWithoutType(document.components.schemas[name])
  );
};
const hasPartWithoutType = (schema: Json): boolean =>
  (!('type' in schema) && !('$ref' in schema)) ||
  [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].some((part) =>
    hasPartWithoutType(part),
  );

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

  inBrowser('has nothing in its document that the viewer rightly complains of', async () => {
    const document = await app.get('/openapi.json', { key: null });
    const [page] = await visitPage(browser, 'about:blank', LOOKS.es);
    const logged = page.waitForEvent('console', (one) => one.text().startsWith('[Object'));
    await page.goto(link);
    const [list] = (await logged).args();
    const findings = await list?.evaluate((all: Finding[]) =>
      all.map(({ message, path }) => ({ message, path })),
    );
    expect(findings?.length).toBeGreaterThan(0);
    expect(findings?.filter((one) => !isMistaken(document, one))).toEqual([]);
  });

  inBrowser('opens without a key too, and says what is missing', async () => {
    const [page, troubles] = await visitPage(browser, link.split('#')[0] ?? '', LOOKS.en);
    await page.waitForSelector('text=Customers');
    expect(await page.title()).toBe('Timbra · API');
    expect(troubles.filter((words) => !CHATTER.test(words))).toEqual([]);
  });
});
