import { describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { compose, type MailToCompose } from './compose.js';
import { editLinkView } from './edit-link-view.js';
import { invoiceView } from './invoice-view.js';
import { answer, look } from './testing-mails.js';
import type { MailLook } from './view.js';

const tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false };
const id = '019a7b3c5d6e0000aabbccdd';
const ZONE = 'America/Mexico_City';

const viewOf = (doc: object = {}, with_: MailLook = look()) =>
  invoiceView(
    { invoice: answer(doc), xml_key: null, timbre_xml: null, receipt_key: null, file_name: 'x' },
    with_,
    ZONE,
  );
const mail = (over: Partial<MailToCompose> = {}): MailToCompose => ({
  ...{ tenant, id, from: 'facturas@example.com', to: ['ana@example.com'], waiting: ['ana@example.com'] },
  ...{ date: new Date('2026-11-21T18:00:00Z'), view: viewOf(), look: look(), files: [] },
  ...over,
});
const sent = async (over?: Partial<MailToCompose>) => {
  const composed = await compose(mail(over));
  return { composed, read: await PostalMime.parse(composed.raw), source: composed.raw.toString('latin1') };
};
/** The names of the headers of the message itself. */
const headersOf = (source: string) =>
  (source.split('\r\n\r\n')[0] ?? '').split(/\r\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase());

describe('an invoice by mail', () => {
  it('says what it is, in whose name, and where to answer', async () => {
    const { read } = await sent();
    expect(read).toMatchObject({
      messageId: `<${id}@example.com>`,
      subject: 'Factura A 12 de Panadería Peña',
      from: { name: 'Panadería Peña', address: 'facturas@example.com' },
      to: [{ address: 'ana@example.com' }],
      replyTo: [{ address: 'ayuda@example.com' }],
      date: '2026-11-21T18:00:00.000Z',
    });
    for (const part of [read.text, read.html])
      for (const words of ['UNIVERSIDAD ROBOTICA ESPAÑOLA', 'A 12', '$1,234.50 MXN', '21/11/2026 12:00:00'])
        expect(part).toContain(words);
  });

  it('speaks English', async () => {
    const english = look({ language: 'en' });
    const { read } = await sent({ view: viewOf({}, english), look: english });
    expect(read.subject).toBe('Invoice A 12 from Panadería Peña');
    expect(read.html).toContain('<html lang="en">');
    expect(read.text).toContain('Dear UNIVERSIDAD ROBOTICA ESPAÑOLA,');
  });

  it.each([
    ['E', 'Nota de crédito A 12 de Panadería Peña'],
    ['P', 'Complemento de pago A 12 de Panadería Peña'],
    ['N', 'Recibo de nómina A 12 de Panadería Peña'],
    ['T', 'Comprobante de traslado A 12 de Panadería Peña'],
  ])('of type %s is called %s', (type, subject) => expect(viewOf({ type }).subject).toBe(subject));

  it('that was canceled, or is a test, says so before anything else', () => {
    const canceled = viewOf({ status: 'canceled', canceled_at: '2026-11-22T18:00:00.000Z', livemode: false });
    expect(canceled.subject).toBe('[Prueba] Factura A 12 cancelada de Panadería Peña');
    expect(canceled.notice).toBe(
      'Este comprobante fue cancelado ante el SAT el 22/11/2026 12:00:00. Documento de prueba: no tiene validez fiscal.',
    );
  });

  it('without customer, folio or amount leaves them out', () => {
    const view = viewOf({ customer: null, series: null, folio_number: null, currency: 'XXX', total: 0 });
    expect([view.heading, view.total, view.paragraphs.length]).toEqual(['Factura', null, 1]);
    expect(view.facts.map(({ label }) => label)).toEqual(['Emisor', 'Fecha', 'Folio fiscal (UUID)']);
  });

  it('has its files and the logo, byte for byte', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    const files = [
      { name: 'A.xml', type: 'application/xml', content: Buffer.from('<a ñ="1"/>') },
      { name: 'A.pdf', type: 'application/pdf', content: Buffer.from([0, 255, 13, 10, 46, 13, 10]) },
    ] as const;
    const { read } = await sent({ files, look: look({ logo: png }) });
    const named = read.attachments.map(({ filename, mimeType }) => `${filename} ${mimeType}`).sort();
    expect(named).toEqual(['A.pdf application/pdf', 'A.xml application/xml', 'logo image/png']);
    for (const file of [...files, { name: 'logo', content: png }]) {
      const found = read.attachments.find(({ filename }) => filename === file.name);
      expect(Buffer.from(found?.content as ArrayBuffer).equals(file.content)).toBe(true);
    }
    expect(read.html).toContain('src="cid:logo@timbra"');
  });

  it('has no logo of another kind, which could be a program', async () => {
    const svg = Buffer.from('<svg onload="alert(1)"/>');
    const { read } = await sent({ look: look({ logo: svg }) });
    expect([read.attachments, read.html?.includes('<img')]).toEqual([[], false]);
  });

  it('is the same message at every try', async () => {
    expect((await sent()).source).toBe((await sent()).source);
  });
});

describe('what somebody typed', () => {
  const nasty = '<b>"Peña" & Co</b>\r\nBcc: eve@example.com\u2028\u202ex';
  const bad = look({ name: nasty, website: 'javascript:alert(1)//<i>', phone: '<script>alert(1)</script>' });

  it('is no header', async () => {
    const { source, read } = await sent({
      look: bad,
      view: viewOf({ series: 'A\r\nBcc: eve@example.com' }, bad),
    });
    expect(headersOf(source)).not.toContain('bcc');
    expect(new Set(headersOf(source)).size).toBe(headersOf(source).length);
    expect([read.bcc, read.cc, read.to?.length]).toEqual([undefined, undefined, 1]);
    expect(read.subject).toContain('Bcc: eve@example.com');
  });

  it('is no markup', async () => {
    const customer = { legal_name: '<img src=x onerror=alert(1)>', tax_id: '"><a href="//evil">' };
    const { read } = await sent({ look: bad, view: viewOf({ customer, uuid: '</td><style>' }, bad) });
    const clean = await sent();
    const tags = (html = '') => [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag.split(/[\s>]/)[0]);
    expect(new Set(tags(read.html))).toEqual(new Set(tags(clean.read.html)));
    expect(read.html).not.toMatch(/<(script|img|style|b|i)[\s>]/);
    expect(read.html).toContain('&lt;img src');
  });

  it('is no address: a list in one is refused or stays one', async () => {
    const to = ['ana@example.com', '"eve@example.com, x"@example.com'];
    const { read } = await sent({ to, waiting: to });
    expect(read.to?.map(({ address }) => address)).not.toContain('eve@example.com');
  });

  it('is no colour and no place on the disk', async () => {
    const { read } = await sent({
      look: look({ color: 'red;background:url(//evil)' }),
      files: [{ name: '../../etc/pass"wd\r\n.pdf', type: 'application/pdf', content: Buffer.from('x') }],
    });
    expect(read.html).not.toContain('evil');
    expect(read.attachments[0]?.filename).toBe('_.._etc_pass_wd_.pdf');
  });

  it('leads to the tax authority, which knows nothing of a test document', async () => {
    expect(viewOf().button).toMatchObject({ label: 'Verificar en el SAT' });
    const { read } = await sent({ view: viewOf({ livemode: false }) });
    for (const part of [read.text, read.html]) expect(part).not.toContain('verificacfdi');
  });

  it('is no link that does something else', () => {
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'x'])
      expect(() => editLinkView({ link, expires_at: '2026-11-28T18:00:00Z' }, look(), ZONE)).toThrow(
        TypeError,
      );
    expect(viewOf({ verification_url: 'javascript:alert(1)' }).button).toBeNull();
  });
});

describe('an edit link by mail', () => {
  it('is a button, a text, and a warning, in both languages', async () => {
    for (const language of ['es', 'en'] as const) {
      const with_ = look({ language });
      const link = 'https://cfdi.example/edit/abc?x=1&y=2';
      const view = editLinkView({ link, expires_at: '2026-11-28T18:00:00.000Z' }, with_, ZONE);
      const { read } = await sent({ view, look: with_ });
      expect(read.text).toContain(`\n${link}\n`);
      expect(read.html).toContain('href="https://cfdi.example/edit/abc?x&#x3D;1&amp;y&#x3D;2"');
      expect(read.text).toContain('28/11/2026 12:00:00');
      expect(read.subject).toMatch(language === 'es' ? /^Revise sus datos/ : /^Review your/);
    }
  });
});
