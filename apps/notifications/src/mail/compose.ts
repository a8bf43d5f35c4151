import MailComposer from 'nodemailer/lib/mail-composer';
import type { Tenant } from '#kernel';
import { logoUri } from '#pdf/logo';
import { LOGO_CID, layOut } from './layout.js';
import type { OutgoingMail } from './transport.js';
import { oneLine, type MailLook, type MailView } from './view.js';

export interface MailFile {
  readonly name: string;
  readonly type: 'application/pdf' | 'application/xml';
  readonly content: Buffer;
}

export interface MailToCompose {
  readonly tenant: Tenant;
  readonly id: string;
  /** The installation's own address; the organization is its name. */
  readonly from: string;
  /** Everybody that the mail is for, as its To says. */
  readonly to: readonly string[];
  /** Those of them who have not got it yet. */
  readonly waiting: readonly string[];
  readonly date: Date;
  readonly view: MailView;
  readonly look: MailLook;
  readonly files: readonly MailFile[];
}

/** The Message-ID of a mail: the same for every try, so that duplicates can be recognized (RFC 5322). */
export const messageId = (id: string, from: string): string =>
  `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;

/** Names of attachments: nothing that a file system or a header could take for something else. */
const fileName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(-120);

/** Writes a whole message: text, HTML, files. Neither a file of the machine nor an address is ever read for it. */
export async function compose(mail: MailToCompose): Promise<OutgoingMail> {
  const { tenant, id, from, to, waiting, date, view, look, files } = mail;
  const logo = logoUri(look.logo) === undefined ? null : look.logo;
  const { text, html } = layOut(view, { ...look, logo });
  const subject = oneLine(view.subject);
  const { name, support_email } = look.organization;
  const composer = new MailComposer({
    messageId: messageId(id, from),
    date,
    from: { name: oneLine(name), address: from },
    to: to.map((address) => ({ name: '', address })),
    ...(support_email && { replyTo: { name: oneLine(name), address: support_email } }),
    subject,
    // Vacation notices and the like should not be answered (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': look.language },
    text,
    html,
    attachments: [
      ...files.map(({ name, type, content }) => ({ filename: fileName(name), contentType: type, content })),
      ...(logo
        ? [{ filename: 'logo', content: Buffer.from(logo), cid: LOGO_CID, contentType: imageType(logo) }]
        : []),
    ],
    baseBoundary: id,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { tenant, id, from, to: waiting, subject, raw };
}

const imageType = (logo: Uint8Array): string => (logo[0] === 0xff ? 'image/jpeg' : 'image/png');
