import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { newId } from '#kernel';
import type { MailTransport, OutgoingMail } from './transport.js';

export interface TransportUnderTest {
  readonly transport: MailTransport;
  /** The messages that have arrived, oldest first. */
  arrived(): Promise<readonly { readonly to: readonly string[]; readonly raw: Buffer }[]>;
  close(): Promise<void>;
}

export const tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0c0', livemode: false };

/** A message by hand; `lines` are its body. */
export function createMail(
  lines: readonly string[] = ['Hola'],
  over: Partial<OutgoingMail> = {},
): OutgoingMail {
  const id = over.id ?? newId();
  const head = [`Message-ID: <${id}@example.com>`, 'Subject: Factura', 'MIME-Version: 1.0'];
  return {
    tenant,
    id,
    from: 'facturas@example.com',
    to: ['ana@example.com'],
    subject: 'Factura',
    raw: Buffer.from([...head, '', ...lines, ''].join('\r\n')),
    ...over,
  };
}

/** What every adapter of the port must do. Run it in a spec of the adapter. */
export function mailTransportContract(name: string, make: () => Promise<TransportUnderTest>): void {
  describe(`${name} keeps the contract of mail transports`, () => {
    let tested: TransportUnderTest;
    beforeAll(async () => {
      tested = await make();
    });
    afterAll(() => tested.close());

    const send = (mail: OutgoingMail) => tested.transport.send(mail);
    const arrivedOf = async ({ id }: OutgoingMail) =>
      (await tested.arrived()).filter(({ raw }) => raw.toString('latin1').includes(`<${id}@`));

    it('brings every byte to every addressee', async () => {
      const mail = createMail(['.', '..dots', '. and more', 'From here', ''], {
        to: ['ana@example.com', 'luis@example.com'],
      });
      expect(await send(mail)).toEqual({ sent: mail.to, refused: [], later: [] });
      const [got] = await arrivedOf(mail);
      expect(got?.to).toEqual(mail.to);
      expect(got?.raw.toString('latin1')).toBe(mail.raw.toString('latin1'));
    });

    it('takes large messages', async () => {
      const lines = Array.from({ length: 60_000 }, () => randomBytes(36).toString('base64'));
      const mail = createMail(lines);
      expect((await send(mail)).sent).toEqual(mail.to);
      expect((await arrivedOf(mail))[0]?.raw.equals(mail.raw)).toBe(true);
    });

    it('gives one that is sent again the same Message-ID', async () => {
      const mail = createMail();
      await send(mail);
      expect((await send(mail)).sent).toEqual(mail.to);
      const copies = await arrivedOf(mail);
      const ids = copies.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw.toString())?.[1]?.trim());
      expect(new Set(ids)).toEqual(new Set([`<${mail.id}@example.com>`]));
    });

    it('takes many at a time', async () => {
      const mails = Array.from({ length: 12 }, (_, n) => createMail([`mail ${n}`]));
      const answers = await Promise.all(mails.map(send));
      expect(answers.map(({ sent }) => sent)).toEqual(mails.map(({ to }) => to));
      for (const mail of mails) expect(await arrivedOf(mail)).toHaveLength(1);
    });
  });
}
