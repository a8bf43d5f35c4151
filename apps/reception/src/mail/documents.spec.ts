import { describe, expect, it } from '@jest/globals';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type MailMessage from 'nodemailer/lib/mailer/index.js';
import { filesOfMail, MOST_FILES } from './documents.js';

const CFDI = (uuid: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Folio="${uuid}"/>`;
const ZIP = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]);

const compose = (mail: MailMessage.Options): Promise<Buffer> => new MailComposer(mail).compile().build();
const head = { from: 'Proveedor <ventas@proveedor.mx>', to: 'x@in.example.mx', subject: 'Factura Ñ' };

/** The files of a mail, as text; or why it was not read. */
async function read(raw: Buffer | string): Promise<unknown> {
  const opened = await filesOfMail(Buffer.from(raw as string));
  if ('problem' in opened) return opened.problem;
  return opened.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('latin1')]);
}

/** Parts within parts, as nobody sends them. */
function nested(depth: number): string {
  const lines = ['From: a@b.mx', 'Content-Type: multipart/mixed; boundary=b0', ''];
  for (let at = 0; at < depth; at += 1)
    lines.push(`--b${at}`, `Content-Type: multipart/mixed; boundary=b${at + 1}`, '');
  return lines.join('\r\n');
}

describe('the documents of a mail', () => {
  it('are told by what they begin with, and not by name, type or disposition', async () => {
    const raw = await compose({
      ...head,
      text: 'Adjunto factura.',
      html: '<p>Adjunto factura.</p><img src="cid:logo">',
      attachments: [
        { filename: 'factura.pdf', content: CFDI('1'), contentType: 'application/pdf' },
        { filename: 'factura.xml', content: '<?xml version="1.0"?><Acuse/>', contentType: 'text/xml' },
        { filename: 'año nuevo.xml', content: CFDI('ñ'), encoding: 'utf8', contentDisposition: 'inline' },
        { content: ZIP, contentType: 'application/octet-stream' },
        { filename: 'logo.png', cid: 'logo', content: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
        { filename: 'otra.xml', content: Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(CFDI('2'))]) },
        { filename: '16.xml', content: Buffer.from(`\uFEFF${CFDI('3')}`, 'utf16le') },
      ],
    });
    const files = (await read(raw)) as string[][];
    expect(files.map(([name]) => name)).toEqual([
      ...['factura.pdf', 'año nuevo.xml', expect.any(String), 'otra.xml', '16.xml'],
    ]);
    expect(files[1]?.[1]).toBe(Buffer.from(CFDI('ñ')).toString('latin1'));
    expect(files[2]?.[1]).toBe(ZIP.toString('latin1'));
  });

  it.each(['base64', 'quoted-printable', '7bit'] as const)('come whole in %s', async (encoding) => {
    const xml = CFDI(`=3D ${'x'.repeat(300)}`);
    const raw = await compose({
      ...head,
      attachments: [{ filename: 'a.xml', content: xml, contentTransferEncoding: encoding }],
    });
    expect(await read(raw)).toEqual([['a.xml', xml]]);
  });

  it('are one where they come twice, and are found in forwarded mails', async () => {
    const inner = await compose({ ...head, attachments: [{ filename: 'dentro.xml', content: CFDI('1') }] });
    const raw = await compose({
      ...head,
      attachments: [
        { filename: 'fuera.xml', content: CFDI('2') },
        { content: inner, contentType: 'message/rfc822', filename: 'Fwd.eml' },
        { filename: 'otra-vez.xml', content: CFDI('1') },
      ],
    });
    expect(await read(raw)).toEqual([
      ['fuera.xml', CFDI('2')],
      ['dentro.xml', CFDI('1')],
    ]);
  });

  it('are found where the XML is the mail itself', async () => {
    expect(await read(`From: a@b.mx\r\nContent-Type: text/plain\r\n\r\n${CFDI('1')}\r\n`)).toMatchObject([
      ['xml', expect.stringContaining('Comprobante')],
    ]);
    expect(
      await read(`From: a@b.mx\r\nContent-Type: application/xml; name=f.xml\r\n\r\n${CFDI('1')}`),
    ).toMatchObject([['f.xml', expect.stringContaining('Comprobante')]]);
  });

  it('have names to show, without paths and control characters', async () => {
    const attachments = ['../../etc/passwd', 'C:\\facturas\\f.xml', 'a\u202Elmx.exe', 'n'.repeat(500)].map(
      (filename, index) => ({ filename, content: CFDI(String(index)) }),
    );
    const files = (await read(await compose({ ...head, attachments }))) as string[][];
    expect(files.map(([name]) => name?.slice(0, 20))).toEqual([
      ...['passwd', 'f.xml', 'almx.exe', 'n'.repeat(20)],
    ]);
    expect(files[3]?.[0]).toHaveLength(200);
  });
});

describe('a hostile mail', () => {
  it('of 10,000 parts is read, and of too many documents nothing is', async () => {
    const parts = (content: (index: number) => string, count: number) =>
      ['From: a@b.mx', 'Content-Type: multipart/mixed; boundary=b', '']
        .concat(
          Array.from({ length: count }, (_, index) =>
            ['--b', 'Content-Type: application/xml', '', content(index)].join('\r\n'),
          ),
        )
        .join('\r\n');
    expect(
      await read(parts((index) => (index === 9_000 ? CFDI('1') : `parte ${index}`), 10_000)),
    ).toHaveLength(1);
    expect(await read(parts((index) => CFDI(String(index)), MOST_FILES + 1))).toBe('too_many_files');
    expect(await read(parts((index) => CFDI(String(index)), MOST_FILES))).toHaveLength(MOST_FILES);
  });

  it.each([
    ['of parts within parts', nested(5_000)],
    [
      'of a million parts',
      `From: a@b.mx\r\nContent-Type: multipart/mixed; boundary=b\r\n${'\r\n--b\r\n'.repeat(1_000_000)}`,
    ],
    ['of endless headers', `From: a@b.mx\r\n${'X-Bomb: x\r\n'.repeat(300_000)}\r\n`],
    ['of one endless header', `From: a@b.mx\r\nX-Bomb: ${'x'.repeat(3_000_000)}\r\n\r\n`],
  ])('%s is no mail', async (_, raw) => {
    expect(await read(raw)).toBe('unreadable');
  });

  it.each([
    [
      'with a boundary of others',
      'From: a@b.mx\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--b\r\n\r\nx\r\n--b--\r\n',
    ],
    ['without a boundary', 'From: a@b.mx\r\nContent-Type: multipart/mixed\r\n\r\nx'],
    [
      'in charsets that nobody knows',
      'From: =?x-none?B?////?=\r\nContent-Type: text/plain; charset=ebcdic-klingon\r\n\r\n\xff\xfe',
    ],
    ['that is empty', ''],
    ['that is bytes', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 37) % 256))],
  ])('%s has no documents', async (_, raw) => {
    expect(await read(raw)).toEqual([]);
  });

  it('of mails within mails is opened four deep', async () => {
    let raw = await compose({ ...head, attachments: [{ filename: 'hondo.xml', content: CFDI('hondo') }] });
    for (let depth = 0; depth < 8; depth += 1)
      raw = await compose({
        ...head,
        attachments: [
          { filename: `${depth}.xml`, content: CFDI(String(depth)) },
          { filename: 'f.eml', content: raw, contentType: 'message/rfc822', contentTransferEncoding: '7bit' },
        ],
      });
    const files = (await read(raw)) as string[][];
    expect(files.map(([name]) => name)).toEqual(['7.xml', '6.xml', '5.xml', '4.xml', '3.xml']);
  });
});
