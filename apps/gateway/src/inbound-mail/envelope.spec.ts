import { describe, expect, it } from '@jest/globals';
import { MailBody } from '#http';
import { readHandedOver } from './envelope.js';

const RAW = 'From: a@b.mx\r\n\r\nx';

/** What is read of a form with these fields. */
async function readForm(fields: Readonly<Record<string, string>>, header?: string): Promise<unknown> {
  const parts = Object.entries(fields).map(
    ([name, text]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const body = new MailBody('multipart/form-data; boundary=b', () =>
    Promise.resolve(Buffer.from(`${parts.join('')}--b--\r\n`)),
  );
  return shown(await readHandedOver(body, header));
}
const readRaw = async (raw: string, header?: string): Promise<unknown> =>
  shown(
    await readHandedOver(new MailBody('message/rfc822', () => Promise.resolve(Buffer.from(raw))), header),
  );

const shown = (read: Awaited<ReturnType<typeof readHandedOver>>): unknown =>
  read.ok ? [read.value.raw.toString(), read.value.recipients] : read.refusal.code;

describe('a mail as its provider posts it', () => {
  it('is the body, and its envelope is in a header', async () => {
    expect(await readRaw(RAW)).toEqual([RAW, undefined]);
    expect(await readRaw(RAW, '<X1@in.example.mx>, x2@in.example.mx ,')).toEqual([
      RAW,
      ['x1@in.example.mx', 'x2@in.example.mx'],
    ]);
    expect(await readRaw('')).toBe('invalid_request');
  });

  it('is in the form that SendGrid sends, and Mailgun', async () => {
    const envelope = JSON.stringify({ to: ['X1@in.example.mx', 7], from: 'a@b.mx' });
    const sendGrid = { email: RAW, to: 'Other <o@b.mx>', envelope, SPF: 'pass', ...more(12) };
    expect(await readForm(sendGrid)).toEqual([RAW, ['x1@in.example.mx']]);
    expect(await readForm({ 'body-mime': RAW, recipient: 'x1@in.example.mx,x2@in.example.mx' })).toEqual([
      RAW,
      ['x1@in.example.mx', 'x2@in.example.mx'],
    ]);
    expect(await readForm(sendGrid, 'x3@in.example.mx')).toEqual([RAW, ['x3@in.example.mx']]);
  });

  it.each(['', '{', 'null', '[]', '{"to": "x"}', '{"to": [[]]}', '7'])(
    'has the envelope %s: the mail tells',
    async (envelope) => {
      expect(await readForm({ email: RAW, envelope })).toEqual([RAW, undefined]);
    },
  );

  it('is missing, or in too many parts', async () => {
    expect(await readForm({ to: 'x1@in.example.mx' })).toBe('invalid_request');
    expect(await readForm({ email: RAW, ...more(100) })).toBe('multipart_limit_exceeded');
  });
});

const more = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 'x']));
