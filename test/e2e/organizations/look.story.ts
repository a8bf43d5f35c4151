import PostalMime from 'postal-mime';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { invoice } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { formWith, pngOf } from '../../support/pictures.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What an organization's customers see of its logo: documents, mails, pages. */

let smtp: TestSmtp;
let app: TestApp;
let made: Json;
let logo: Buffer;

const upload = (color: string) =>
  app.put(`/organizations/${app.demo.organization_id}/logo`, formWith(pngOf(color)), {
    key: app.demo.user_key,
  });
const pdfOf = async (id: string = made.id): Promise<Buffer> =>
  (await app.api('GET', `/invoices/${id}/pdf`)).bytes;
/** Pictures of a PDF; a QR code is drawn, and is none. */
const picturesIn = (pdf: Buffer): number => pdf.toString('latin1').split('/Subtype /Image').length - 1;

beforeAll(async () => {
  smtp = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] });
  app = await startApp({
    TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    TIMBRA_MAIL_FROM: 'facturas@timbra.example',
  });
  made = await app.post('/invoices', invoice());
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

describe('a logo', () => {
  it('is on every PDF from then on, and a PDF is the same each time', async () => {
    expect(picturesIn(await pdfOf())).toBe(0);
    const { logo_url } = await upload('c81e1e');
    logo = Buffer.from(await (await fetch(logo_url as string)).arrayBuffer());
    const pdf = await pdfOf();
    expect(picturesIn(pdf)).toBeGreaterThan(0);
    expect((await pdfOf()).equals(pdf)).toBe(true);
  });

  it('is on the PDF of a draft, of a preview and of a cancellation', async () => {
    const draft = await app.post('/invoices', invoice({ status: 'draft' }));
    expect(picturesIn(await pdfOf(draft.id as string))).toBeGreaterThan(0);
    const preview = await app.api('POST', '/invoices/preview/pdf', invoice());
    expect(picturesIn(preview.bytes)).toBeGreaterThan(0);
    const { id } = await app.post('/invoices', invoice({ series: 'C' }));
    await app.del(`/invoices/${id}?motive=02`);
    const receipt = await app.api('GET', `/invoices/${id}/cancellation_receipt/pdf`);
    expect([receipt.status, picturesIn(receipt.bytes) > 0]).toEqual([200, true]);
  });

  it('goes along with every mail, which refers to nothing outside of it', async () => {
    await app.post(`/invoices/${made.id}/email`);
    const mail = await PostalMime.parse(smtp.taken.at(-1)?.raw ?? '');
    const image = mail.attachments.find(({ contentId }) => contentId === '<logo@timbra>');
    expect([image?.mimeType, Buffer.from(image?.content as ArrayBuffer).equals(logo)]).toEqual([
      'image/png',
      true,
    ]);
    expect(mail.html).toContain('src="cid:logo@timbra"');
    expect(mail.html).not.toMatch(/<img[^>]+https?:/);
  });

  it('is on hosted pages, whose policy lets in nothing but it', async () => {
    const { edit_link } = await app.post('/customers?createEditLink=true', {});
    const { logo_url } = await app.get('/organizations/me');
    const page = await fetch(edit_link as string);
    expect(await page.text()).toContain(`<img src="${logo_url}" alt="Demo Timbra">`);
    expect(page.headers.get('content-security-policy')).toContain(
      `img-src ${new URL(logo_url as string).origin};`,
    );
  });

  it('of another organization is on none of ours', async () => {
    const user = await app.newUser();
    const { id, key } = await app.newOrganization(user);
    await app.put(`/organizations/${id}/logo`, formWith(pngOf('0000ff')), { key: user });
    expect((await app.get('/organizations/me', { key })).customization.has_logo).toBe(true);
    expect((await pdfOf()).equals(await pdfOf())).toBe(true);
    const mine = await app.get('/organizations/me');
    expect(mine.logo_url).toContain(app.demo.organization_id);
  });

  it('is replaced everywhere by the next one', async () => {
    const before = await pdfOf();
    await upload('0f766e');
    expect((await pdfOf()).equals(before)).toBe(false);
    await upload('c81e1e');
    expect((await pdfOf()).equals(before)).toBe(true);
  });

  it('that is lost keeps no document back', async () => {
    await app.runtime.pool.query("DELETE FROM platform.contents WHERE key LIKE 'logo/%'");
    const fresh = await app.newOrganization(app.demo.user_key);
    await app.put(`/organizations/${fresh.id}/logo`, formWith(pngOf('333333')), { key: app.demo.user_key });
    await app.runtime.pool.query("DELETE FROM platform.contents WHERE key LIKE 'logo/%'");
    const preview = await app.api('POST', '/invoices/preview/pdf', invoice(), { key: fresh.key });
    expect([preview.status, picturesIn(preview.bytes)]).toEqual([200, 0]);
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
