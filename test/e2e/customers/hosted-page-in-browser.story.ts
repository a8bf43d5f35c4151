import PostalMime from 'postal-mime';
import { sealedMailName } from '#contracts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { invoice } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { findBarriers } from './barriers.js';
import { openBrowser } from './browser.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '../../support/story.js';

/** The hosted page of an edit link, in a real browser, from the mail that brings it to the invoice that follows. */

const DESKTOP = { viewport: { width: 1100, height: 800 }, locale: 'es-MX' };
const PHONE = { viewport: { width: 360, height: 740 }, locale: 'en-US', hasTouch: true, isMobile: true };
const SAVE = '.send button';
const escuela = { tax_id: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE', zip: '42501' };

const browser = await openBrowser();
const inBrowser = browser ? it : it.skip;

let app: TestApp;
let closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  app = await startApp();
});
afterEach(async () => {
  await Promise.all(closers.map((close) => close()));
  closers = [];
});
afterAll(async () => {
  await browser?.close();
  await app.close();
});

const linked = (customer: object = {}, key?: string): Promise<Json> =>
  app.post('/customers?createEditLink=true', customer, key === undefined ? {} : { key });

/** A visit that fails the test on any error of the page, and on any request to elsewhere. */
async function visit(
  link: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; troubles: string[] }> {
  if (!browser) throw new Error('no browser');
  const context = await browser.newContext(options);
  closers.push(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    // A refused form answers 400, which Chromium logs on the console.
    if (!message.text().includes('status of 4')) troubles.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(link).origin) troubles.push(request.url());
  });
  await page.goto(link);
  return { page, troubles };
}

async function fill(page: Page, { tax_id, legal_name, zip }: typeof escuela): Promise<void> {
  await page.fill('#tax_id', tax_id);
  await page.fill('#legal_name', legal_name);
  await page.fill('#address-zip', zip);
  await page.selectOption('#tax_system', '601');
}

/** The latest mail of the local mailbox. */
async function latestMail(): Promise<{ to: string; subject: string; text: string }> {
  const { vault, pool } = app.runtime;
  const { rows } = await pool.query<{ owner: string; livemode: boolean; id: string; sealed: Buffer }>(
    'SELECT organization_id AS owner, livemode, id, sealed FROM platform.mailbox ORDER BY id DESC LIMIT 1',
  );
  const [latest] = rows;
  if (!latest) throw new Error('no mail has come');
  const { owner, livemode, id, sealed } = latest;
  const { to, subject, text } = await PostalMime.parse(
    await vault.open(owner, sealedMailName(livemode, id, 'message'), sealed),
  );
  return { to: to?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' };
}

describe('a customer that fills in its own data', () => {
  inBrowser('gets the link by mail, fills in the page on a phone, and is invoiced', async () => {
    const { customers, invoices } = app.sdk();
    const customer = await customers.create({ email: 'pagos@escuela.mx' }, { createEditLink: true });
    const { id } = customer;
    const body = invoice({ customer: id });
    await expect(invoices.create(body)).rejects.toMatchObject({
      status: 400,
      errors: expect.arrayContaining(
        ['customer.legal_name', 'customer.tax_id', 'customer.tax_system', 'customer.address.zip'].map(
          (path) => expect.objectContaining({ path, code: 'required' }),
        ),
      ),
    });
    const draft = await invoices.create({ ...body, status: 'draft' });
    expect(draft).toMatchObject({ status: 'draft', is_ready_to_stamp: false });

    expect(await customers.sendEditLinkByEmail(id, { email: 'otra@escuela.mx' })).toEqual({ ok: true });
    expect(await latestMail()).toMatchObject({ to: 'otra@escuela.mx' });
    expect(await app.post(`/customers/${id}/email-edit-link`)).toEqual({ ok: true });
    const mail = await latestMail();
    expect(mail.to).toBe('pagos@escuela.mx');
    const { edit_link } = await app.get(`/customers/${id}`);
    expect(mail.text).toContain(edit_link);
    expect(edit_link).toBe((customer as Json).edit_link);

    const { page, troubles } = await visit(edit_link, PHONE);
    expect(await page.title()).toBe('Your invoicing details · Demo Timbra');
    expect(await page.inputValue('#email')).toBe('pagos@escuela.mx');
    expect(await findBarriers(page)).toEqual([]);
    await fill(page, escuela);
    await page.click('summary');
    await page.fill('#address-street', 'Reforma 1');
    await page.click(SAVE);
    await page.waitForURL('**/done?lang=en');
    expect(await page.textContent('h1')).toBe('Thank you! Your details are saved');
    expect(await findBarriers(page)).toEqual([]);
    expect(troubles).toEqual([]);

    expect(await customers.retrieve(id)).toMatchObject({ ...NO_LINK, legal_name: 'ESCUELA KEMPER URGATE' });
    expect(await invoices.create(body)).toMatchObject({ status: 'valid' });
  });

  inBrowser('shows in Spanish, at each field, what the register says, and loses nothing', async () => {
    const { edit_link } = await linked();
    const { page, troubles } = await visit(edit_link, DESKTOP);
    await fill(page, { ...escuela, legal_name: 'OTRA ESCUELA', zip: '06000' });
    await page.click(SAVE);
    await page.waitForSelector('.alert');
    expect(await page.locator('.error').allTextContents()).toEqual([
      'El código postal no coincide con el del domicilio fiscal registrado en el SAT.',
      'El nombre o razón social no coincide con el registrado en el SAT.',
    ]);
    expect(await page.evaluate('document.activeElement.className')).toBe('alert');
    expect(await page.inputValue('#tax_id')).toBe('EKU9003173C9');
    expect(await page.inputValue('#tax_system')).toBe('601');
    await page.fill('#legal_name', escuela.legal_name);
    await page.fill('#address-zip', escuela.zip);
    await page.click(SAVE);
    await page.waitForURL('**/done?lang=es');
    expect(troubles).toEqual([]);
  });

  inBrowser('is offered the regimes and uses of its kind of person', async () => {
    const { edit_link } = await linked();
    const { page } = await visit(edit_link, DESKTOP);
    const options = async (id: string) =>
      page.locator(`${id} option`).evaluateAll((all) => all.map((option) => option.getAttribute('value')));
    await page.fill('#tax_id', 'CACX7605101P8');
    expect(await options('#tax_system')).not.toContain('601');
    await page.selectOption('#tax_system', '605');
    expect(await options('#default_invoice_use')).toContain('D10');
    expect(await options('#default_invoice_use')).not.toContain('G03');
    await page.fill('#tax_id', 'EKU9003173C9');
    expect(await page.inputValue('#tax_system')).toBe('');
    expect(await options('#tax_system')).toEqual(expect.arrayContaining(['601', '626']));
    expect(await options('#tax_system')).not.toContain('605');
  });

  inBrowser('can do without script, and switch the language', async () => {
    const { edit_link, id } = await linked();
    const { page } = await visit(edit_link, { ...DESKTOP, javaScriptEnabled: false });
    await fill(page, escuela);
    await page.click('text=English');
    expect(await page.textContent('h1')).toBe('Your invoicing details');
    expect(await page.inputValue('#legal_name')).toBe(escuela.legal_name);
    expect(await page.inputValue('#tax_system')).toBe('601');
    // The enter key saves, and switches nothing.
    await page.press('#legal_name', 'Enter');
    expect(await page.textContent('h1')).toBe('Thank you! Your details are saved');
    expect((await app.get(`/customers/${id}`)).tax_id).toBe(escuela.tax_id);
  });

  inBrowser('saves once with a double click, and in one of two windows', async () => {
    const { edit_link } = await linked();
    const [first, second] = [await visit(edit_link, DESKTOP), await visit(edit_link, DESKTOP)];
    let posts = 0;
    first.page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1;
    });
    await fill(first.page, escuela);
    await first.page.dblclick(SAVE);
    await first.page.waitForURL('**/done?lang=es');
    expect(posts).toBe(1);
    await fill(second.page, escuela);
    await second.page.click(SAVE);
    await second.page.waitForSelector('.notice');
    expect(await second.page.textContent('h1')).toBe('Este enlace ya se usó');
  });

  inBrowser('sees names as text, however long, without scrolling sideways', async () => {
    const evil = `<img src=x onerror="document.title='pwned'">`;
    const { key } = await app.newOrganization(await app.newUser(), `${evil} ${'LARGO'.repeat(8)}`);
    const { edit_link } = await linked({ legal_name: `${evil}"'`, phone: evil }, key);
    for (const width of [320, 1100]) {
      const { page, troubles } = await visit(edit_link, { ...DESKTOP, viewport: { width, height: 700 } });
      expect(await page.inputValue('#legal_name')).toBe(`${evil}"'`);
      expect(await page.title()).toContain('Sus datos de facturación · <img');
      expect(await page.locator('img').count()).toBe(0);
      await page.fill('#tax_id', 'X'.repeat(40));
      await page.click(SAVE);
      await page.waitForSelector('.alert');
      const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(wide)).toBe(0);
      expect(troubles).toEqual([]);
    }
  });
});

const NO_LINK = { edit_link: null, edit_link_expires_at: null };

it('left no bugs', () => expect(app.bugs()).toEqual([]));

inBrowser(
  'the mailbox opens by the address of the start banner, also in a tab that shows it already',
  async () => {
    const address = `${app.baseUrl.replace('/v2', '')}/mailbox`;
    const { page, troubles } = await visit(address, DESKTOP);
    await page.waitForSelector('#login');
    await page.evaluate(`location.hash = '${app.demo.test_key}'`);
    await page.waitForSelector('#close');
    expect([page.url(), troubles]).toEqual([address, []]);
  },
);
