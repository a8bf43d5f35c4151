import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type Mail from 'nodemailer/lib/mailer/index.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Json, TestApp } from './app.js';

/** Mails with documents, as suppliers send them and a mail provider posts them. */

export const INBOUND = {
  TIMBRA_INBOUND_DOMAIN: 'in.example.mx',
  TIMBRA_INBOUND_SECRET: 'a-secret-of-the-mail-provider-0001',
} as const;

/** A mail as it goes from server to server. */
export const mailOf = (mail: Mail.Options): Promise<Buffer> =>
  new MailComposer({
    from: 'Proveedora <ventas@proveedora.mx>',
    subject: 'Factura',
    text: 'Adjunta.',
    ...mail,
  })
    .compile()
    .build();

/** The provider posts a mail. */
export const postMail = (
  app: Pick<TestApp, 'api'>,
  raw: Buffer | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  app.api('POST', '/inbound-mail', Buffer.from(raw as string), {
    key: null,
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Bearer ${INBOUND.TIMBRA_INBOUND_SECRET}`,
      ...headers,
    },
  });

/** A mail of the list, once it has been processed. */
export async function processedMail(app: Pick<TestApp, 'get'>, key: string, id: string): Promise<Json> {
  for (;;) {
    const { data } = await app.get('/inbound-mails', { key });
    const mail = data.find((one: Json) => one.id === id);
    if (mail?.status === 'processed') return mail;
    await sleep(20);
  }
}
