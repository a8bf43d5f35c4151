import type { Page } from 'playwright-core';
import { line } from '../../support/bodies.js';
import { pngOf, formWith } from '../../support/pictures.js';
import { findBarriers } from '../customers/barriers.js';
import { LOOKS, openBrowser, visitPage } from '../customers/browser.js';
import { afterAll, describe, expect, it } from '../../support/story.js';
import { DOMAIN, escuela, invoiceAt, portalOf, sell, shop } from './shop.js';

/** The portal in a real browser: each of its paths, with script and without, on a desk and on a phone. */

const browser = await openBrowser();
const inBrowser = browser ? it : it.skip;
afterAll(() => browser?.close());

/** Pictures of the pages, for people to look at: a folder to put them into. */
const PICTURES = process.env['TIMBRA_PORTAL_PICTURES'];
let shots = 0;

const LOOK = {
  'on a desk, in Spanish, with script': { ...LOOKS.es, javaScriptEnabled: true },
  'on a phone, in English, with script': { ...LOOKS.en, javaScriptEnabled: true },
  'on a phone, in Spanish, without script': { ...LOOKS.en, locale: 'es-MX', javaScriptEnabled: false },
} as const;

async function fill(page: Page, changes: Partial<Record<keyof typeof escuela, string>> = {}): Promise<void> {
  const values = { ...escuela, ...changes };
  await page.fill('#tax_id', values.tax_id);
  await page.fill('#address-zip', values['address.zip']);
  await page.fill('#legal_name', values.legal_name);
  await page.selectOption('#tax_system', values.tax_system);
  await page.selectOption('#use', values.use);
}

/** Nothing keeps anybody from using the page, and it fits its window. axe-core itself needs script. */
async function look(page: Page, name: string, withScript: boolean): Promise<void> {
  if (PICTURES)
    await page.screenshot({
      path: `${PICTURES}/${String((shots += 1)).padStart(2, '0')}-${name}.png`,
      fullPage: true,
    });
  if (!withScript) return;
  expect([name, await findBarriers(page)]).toEqual([name, []]);
  const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect([name, await page.evaluate(wide)]).toEqual([name, 0]);
}

const EMAIL = 'pagos@escuela.mx';
const items = [
  line(
    { description: 'Martillo de uña con mango de fibra de vidrio de 16 onzas', price: 289.5 },
    { quantity: 2 },
  ),
  line({ description: 'Pintura vinílica blanca 19 L', price: 1499 }, { discount: 100 }),
];

describe('a customer', () => {
  inBrowser.each(Object.entries(LOOK))('invoices two receipts %s', async (_, options) => {
    await shop.app.api('PUT', `/organizations/${shop.ours.id}/logo`, formWith(pngOf('b45309')), {
      key: shop.user,
    });
    const { javaScriptEnabled: js, locale } = options;
    const es = locale === 'es-MX';
    const [one, two] = [await sell({ items, branch: 'Centro' }), await sell()];
    const [page, troubles] = await visitPage(browser, `${shop.base}/${DOMAIN}`, options);
    await look(page, `ask-${locale}`, js);
    await page.fill('#key', 'ABCDEFGH');
    await page.press('#key', 'Enter');
    await page.waitForSelector('.error');
    await look(page, `unknown-${locale}`, js);
    await page.fill('#key', one.key.toLowerCase());
    await page.click('.send button');
    await page.waitForSelector('.sale');
    expect(new URL(page.url()).pathname).toBe(`/${DOMAIN}/${one.key}`);
    await look(page, `receipt-${locale}`, js);

    // Everything that is wrong is at its field, and the first thing that is read.
    await fill(page, { legal_name: 'OTRA ESCUELA', 'address.zip': '06000' });
    await page.click('.send button');
    await page.waitForSelector('.alert');
    expect(await page.locator('[aria-invalid=true]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
      ...['address-zip', 'legal_name'],
    ]);
    if (js) expect(await page.evaluate('document.activeElement.className')).toBe('alert');
    await look(page, `wrong-${locale}`, js);

    // Another receipt, by the enter key; what was typed stays.
    await fill(page);
    await page.fill('#email', EMAIL);
    await page.locator('summary').last().click();
    await page.fill('#key', two.key);
    await page.press('#key', 'Enter');
    await page.waitForSelector('.sum');
    expect(await page.inputValue('#legal_name')).toBe(escuela.legal_name);
    await page.locator('.uses summary').click();
    await look(page, `two-receipts-${locale}`, js);
    await page.click('.send button');
    await page.waitForSelector('[name=step][value=issue]');
    await look(page, `preview-${locale}`, js);
    expect((await shop.app.get(`/receipts/${one.id}`, { key: shop.ours.key })).status).toBe('open');

    await page.click('.send button');
    await page.waitForSelector('.done');
    expect(await page.textContent('h1')).toBe(es ? 'Su factura está lista' : 'Your invoice is ready');
    expect(await page.content()).not.toContain(EMAIL);
    await look(page, `done-${locale}`, js);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.downloads a').first().click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    await page.fill('#email', 'otra@escuela.mx');
    await page.press('#email', 'Enter');
    await page.waitForURL('**&mailed=1');
    expect(await page.content()).not.toContain('otra@escuela.mx');
    expect(troubles).toEqual([]);
    const after = await Promise.all(
      [one, two].map(({ id }) => shop.app.get(`/receipts/${id}`, { key: shop.ours.key })),
    );
    expect(after.map(({ status }) => status)).toEqual(['invoiced_to_customer', 'invoiced_to_customer']);
    expect(after[0].invoice).toBe(after[1].invoice);
    await page.context().close();
  });

  inBrowser('uses the keyboard alone, and is offered what fits the RFC', async () => {
    const receipt = await sell();
    const [page, troubles] = await visitPage(browser, portalOf(receipt), LOOKS.es);
    await page.focus('#tax_id');
    await page.keyboard.type('CACX7605101P8');
    const options = async (id: string) =>
      page.locator(`${id} option`).evaluateAll((all) => all.map((option) => option.getAttribute('value')));
    expect(await options('#tax_system')).not.toContain('601');
    await page.selectOption('#tax_system', '605');
    expect(await options('#use')).toContain('D10');
    expect(await options('#use')).not.toContain('G03');
    const order: string[] = [];
    await page.focus('#tax_id');
    for (let n = 0; n < 5; n += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate<string>('document.activeElement.id'));
    }
    expect(order).toEqual(['address-zip', 'legal_name', 'tax_system', 'use', 'email']);
    // The switch of the language loses nothing.
    await page.click('text=English');
    expect([await page.textContent('h1'), await page.inputValue('#tax_id')]).toEqual([
      ...['Invoice your purchase', 'CACX7605101P8'],
    ]);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  inBrowser('with a receipt that cannot be invoiced is told what to do', async () => {
    const [canceled, done] = [await sell(), await sell()];
    await shop.app.del(`/receipts/${canceled.id}`, { key: shop.ours.key });
    await invoiceAt(portalOf(done));
    for (const look_ of [LOOKS.es, LOOKS.en]) {
      const [page, troubles] = await visitPage(browser, portalOf(canceled), look_);
      await look(page, `canceled-${look_.locale}`, true);
      await page.goto(portalOf(done));
      await look(page, `again-${look_.locale}`, true);
      await page.goto(`${shop.base}/nadie`);
      await look(page, `nobody-${look_.locale}`, true);
      expect(troubles).toEqual([]);
      await page.context().close();
    }
  });
});
