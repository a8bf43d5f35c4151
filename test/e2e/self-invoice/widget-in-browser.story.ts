import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findBarriers } from '../customers/barriers.js';
import { LOOKS, openBrowser } from '../customers/browser.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';
import { DOMAIN, escuela, sell, shop } from './shop.js';

/** The widget in the page of a shop: of another origin than Timbra, under the policy of docs/examples/widget.html. */

const browser = await openBrowser();
const inBrowser = browser ? it : it.skip;

/** A shop's site, which serves the page of the docs with its addresses replaced. */
let site: { readonly at: string; page: string; readonly close: () => void };
let example: string;
beforeAll(async () => {
  const text = await readFile(new URL('../../../docs/examples/widget.html', import.meta.url), 'utf8');
  example = text
    .replaceAll('https://facturas.example.com/mi-tienda', `${shop.base}/${DOMAIN}`)
    .replaceAll('https://facturas.example.com', shop.base);
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(site.page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  site = { at: `http://127.0.0.1:${port}/`, page: example, close: () => server.close() };
});
afterAll(async () => {
  site.close();
  await browser?.close();
});

const PICTURES = process.env['TIMBRA_PORTAL_PICTURES'];
const look = async (page: Page, name: string): Promise<void> => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/widget-${name}.png`, fullPage: true });
  expect([name, await findBarriers(page)]).toEqual([name, []]);
  const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect([name, await page.evaluate(wide)]).toEqual([name, 0]);
};

/** Opens the shop's page. Its troubles: errors, and words on the console, among them what its policy has forbidden. */
async function visitShop(attributes: string, options: BrowserContextOptions): Promise<[Page, string[]]> {
  site.page = example.replace('widget.js"', `widget.js" ${attributes}`);
  const context = await (browser as Browser).newContext(options);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (!/status of [45]\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text())) troubles.push(message.text());
  });
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error('forbidden: ' + violatedDirective));
    window.told = [];
    for (const name of ['timbra:invoiced', 'timbra:screen'])
      addEventListener(name, ({ type, detail }) => window.told.push([type, detail]));`);
  await page.goto(site.at);
  return [page, troubles];
}

const told = (page: Page) => page.evaluate<[string, Record<string, unknown>][]>('window.told');
const fill = async (page: Page, changes: Partial<Record<keyof typeof escuela, string>> = {}) => {
  const values = { ...escuela, ...changes };
  await page.fill('#tax_id', values.tax_id);
  await page.fill('#address-zip', values['address.zip']);
  await page.fill('#legal_name', values.legal_name);
  await page.selectOption('#tax_system', values.tax_system);
  await page.selectOption('#use', values.use);
};
/** What has the focus in the widget. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement } = document.querySelector('timbra-widget').shadowRoot;
    return activeElement ? activeElement.id || activeElement.className || activeElement.tagName : '';
  })()`);

describe('the widget in the page of a shop', () => {
  inBrowser.each([
    ['on a desk, in Spanish', '', { ...LOOKS.es }],
    ['on a phone, in English, dark', 'data-lang="en" data-theme="dark"', { ...LOOKS.en }],
  ] as const)(
    'makes the invoice of two receipts under a strict policy, %s',
    async (_, attributes, options) => {
      const es = options.locale === 'es-MX';
      const [one, two] = [await sell(), await sell()];
      const [page, troubles] = await visitShop(attributes, options);
      await page.waitForSelector('#key');
      expect(await focused(page)).toBe('');
      await look(page, `ask-${options.locale}`);
      await page.fill('#key', 'ABCDEFGH');
      await page.press('#key', 'Enter');
      await page.waitForSelector('.error');
      expect(await focused(page)).toBe('alert');
      await page.click('.alert a');
      expect(await focused(page)).toBe('key');
      await page.fill('#key', one.key.toLowerCase());
      await page.press('#key', 'Enter');
      await page.waitForSelector('.sale');
      await look(page, `receipt-${options.locale}`);

      await fill(page, { legal_name: 'OTRA ESCUELA' });
      await page.click('.send button');
      await page.waitForSelector('.alert');
      const wrong = page.locator('[aria-invalid=true]');
      expect(await wrong.evaluateAll((all) => all.map(({ id }) => id))).toEqual(['legal_name']);
      await look(page, `wrong-${options.locale}`);
      await page.fill('#legal_name', escuela.legal_name);
      await page.locator('summary').last().click();
      await page.fill('#key', two.key);
      await page.press('#key', 'Enter');
      await page.waitForSelector('.sum');
      expect(await page.inputValue('#tax_id')).toBe(escuela.tax_id);
      expect(await page.inputValue('#use')).toBe(escuela.use);
      await page.click('.send button');
      await page.waitForSelector('[value=issue]');
      await look(page, `preview-${options.locale}`);
      await page.dblclick('[value=issue]');
      await page.waitForSelector('.done');
      expect(await page.locator('.done h2').textContent()).toBe(
        es ? 'Su factura está lista' : 'Your invoice is ready',
      );
      await look(page, `done-${options.locale}`);
      const { uuid } = await shop.app.get(
        `/invoices/${(await shop.app.get(`/receipts/${two.id}`, { key: shop.ours.key })).invoice}`,
        { key: shop.ours.key },
      );
      expect((await told(page)).filter(([name]) => name === 'timbra:invoiced')).toEqual([
        ['timbra:invoiced', { uuid, folio: expect.any(String), total: 691.2, currency: 'MXN' }],
      ]);
      await page.fill('#email', 'ana@example.com');
      await page.press('#email', 'Enter');
      await page.waitForSelector('.notice b');
      await page.locator('.otherwise button').click();
      await page.waitForSelector('#key');
      expect(await page.inputValue('#key')).toBe('');
      expect(troubles).toEqual([]);
      await page.context().close();
    },
  );

  inBrowser(
    'offline says so, and loses nothing: the same form goes on when there is a connection',
    async () => {
      const receipt = await sell();
      const [page, troubles] = await visitShop(`data-key="${receipt.key}"`, LOOKS.es);
      await page.waitForSelector('.sale');
      await fill(page);
      await page.context().setOffline(true);
      await page.click('.send button');
      await page.waitForSelector('.alert');
      expect(await page.locator('.alert h3').textContent()).toBe('No hay conexión');
      expect(await page.inputValue('#legal_name')).toBe(escuela.legal_name);
      await look(page, 'offline');
      await page.context().setOffline(false);
      await page.click('.send button');
      await page.waitForSelector('[value=issue]');
      // An answer that is lost after the invoice was made: the same attempt finds it.
      await page.route('**/widget.json*', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.click('[value=issue]');
      await page.waitForSelector('.alert');
      await page.unroute('**/widget.json*');
      await page.click('[value=issue]');
      await page.waitForSelector('.done');
      expect((await told(page)).filter(([name]) => name === 'timbra:invoiced').length).toBe(1);
      expect(troubles.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
      await page.context().close();
    },
  );

  inBrowser('says what the server says: closed receipts, too many tries, an outage', async () => {
    const canceled = await sell();
    await shop.app.del(`/receipts/${canceled.id}`, { key: shop.ours.key });
    const [page, troubles] = await visitShop(`data-key="${canceled.key}" data-target="main"`, LOOKS.es);
    await page.waitForSelector('.notice');
    expect(await page.locator('.notice h2').textContent()).toBe('Este ticket está cancelado');
    await look(page, 'canceled');
    await page.locator('.otherwise button').click();
    await page.waitForSelector('#key');
    for (const [status, body, title] of [
      [503, '<html>', 'No pudimos responder'],
      [
        429,
        JSON.stringify({ screen: 'notice', view: { title: 'Demasiados intentos', paragraphs: ['Espere.'] } }),
        'Demasiados intentos',
      ],
    ] as const) {
      await page.route('**/widget.json*', (route) =>
        route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } }),
      );
      await page.fill('#key', 'K7WQ4MXA');
      await page.press('#key', 'Enter');
      await page.locator('.alert h3', { hasText: title }).waitFor();
      expect(await page.inputValue('#key')).toBe('K7WQ4MXA');
      await page.unroute('**/widget.json*');
    }
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  inBrowser('looks again by itself while nobody can say what came of it, also after a failure', async () => {
    const receipt = await sell();
    const [page, troubles] = await visitShop('', LOOKS.es);
    await page.waitForSelector('#key');
    const view = { title: 'Estamos emitiendo su factura', lead: null, paragraphs: ['El SAT tarda.'] };
    const answer = { screen: 'pending', view, brand: {}, wait: { seconds: 0.05, attempt: 'x.y' } };
    const queries: (string | null)[] = [];
    await page.route('**/widget.json*', async (route) => {
      queries.push(new URL(route.request().url()).searchParams.get('attempt'));
      const [first, failed] = [queries.length === 1, queries.length === 2];
      if (!first && !failed) return route.continue();
      await route.fulfill({
        ...{ status: first ? 202 : 503, body: JSON.stringify(first ? answer : { screen: 'notice', view }) },
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await page.fill('#key', receipt.key);
    await page.press('#key', 'Enter');
    await page.waitForSelector('.sale');
    expect(queries).toEqual([null, 'x.y', 'x.y']);
    expect(await told(page)).toContainEqual(['timbra:screen', { screen: 'pending' }]);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  inBrowser('is used by the keyboard alone, and takes the colours of the shop', async () => {
    const receipt = await sell();
    const [page, troubles] = await visitShop(`data-key="${receipt.key}"`, LOOKS.es);
    await page.waitForSelector('.sale');
    await page.focus('#tax_id');
    await page.keyboard.type('CACX7605101P8');
    const order: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused(page));
    }
    expect(order).toEqual(['address-zip', 'legal_name', 'tax_system', 'use', 'email']);
    await page.selectOption('#tax_system', '605');
    const uses = await page
      .locator('#use option')
      .evaluateAll((all) => all.map((option) => option.getAttribute('value')));
    expect([uses.includes('D10'), uses.includes('G03')]).toEqual([true, false]);
    const colour = await page.evaluate<string>(`(() => {
      const host = document.querySelector('timbra-widget');
      host.style.setProperty('--timbra-accent', 'rgb(1, 2, 3)');
      return getComputedStyle(host.shadowRoot.querySelector('.send button')).backgroundColor;
    })()`);
    expect(colour).toBe('rgb(1, 2, 3)');
    expect(troubles).toEqual([]);
    await page.context().close();
  });
});
