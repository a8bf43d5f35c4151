import { describe, expect, it } from '@jest/globals';
import { FixedClock, newId } from '#kernel';
import { randomBytes } from 'node:crypto';
import { Vault } from '#hosting';
import { sealedMailName, type MailHead } from '#contracts';
import { openBench } from '#hosting/testing/bench';
import { mailboxTransport, type MailboxLimits } from './mailbox-transport.js';
import { mailTransportContract, createMail, tenant } from './transport-contract.js';

const NOW = new Date('2026-11-21T18:00:00.000Z');

interface StoredMail {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly id: string;
  readonly sealed: Buffer;
  readonly sealed_head: Buffer;
}

async function openMailbox(limits?: MailboxLimits) {
  const bench = await openBench();
  const { pool } = bench;
  const vault = new Vault(pool, 'documents', [randomBytes(32)]);
  return {
    pool,
    transport: mailboxTransport({ pool, vault, clock: new FixedClock(NOW), ...(limits && { limits }) }),
    arrived: async () => {
      const { rows } = await pool.query<StoredMail>('SELECT * FROM platform.mailbox ORDER BY id');
      return Promise.all(
        rows.map(async ({ organization_id, id, livemode, sealed, sealed_head }) => {
          const open = (part: 'message' | 'head', bytes: Buffer) =>
            vault.open(organization_id, sealedMailName(livemode, id, part), bytes);
          const head = JSON.parse((await open('head', sealed_head)).toString()) as MailHead;
          return { id, livemode, to: head.recipients, raw: await open('message', sealed) };
        }),
      );
    },
    close: () => bench.dispose(),
  };
}

mailTransportContract('the local mailbox', openMailbox);

describe('the local mailbox', () => {
  it('has a mail once, even if it is sent many times', async () => {
    const { transport, arrived, close } = await openMailbox();
    const mail = createMail();
    await Promise.all([transport.send(mail), transport.send(mail)]);
    await transport.send(mail);
    expect(await arrived()).toHaveLength(1);
    await close();
  });

  it('has nothing in clear: neither what mails say, nor to whom', async () => {
    const { transport, pool, close } = await openMailbox();
    await transport.send(createMail(['secreto']));
    const { rows } = await pool.query<{ text: string }>(
      "SELECT m::text || encode(sealed, 'escape') || encode(sealed_head, 'escape') AS text FROM platform.mailbox AS m",
    );
    expect(rows).toHaveLength(1);
    for (const word of ['secreto', 'ana@example.com', 'Factura']) expect(rows[0]?.text).not.toContain(word);
    await close();
  });

  it('keeps the latest of each tenant, by number and by size', async () => {
    const { transport, arrived, close } = await openMailbox({ mails: 3, bytes: 2_000 });
    const live = createMail(['live'], { tenant: { ...tenant, livemode: true } });
    await transport.send(live);
    const mails = Array.from({ length: 5 }, () => createMail());
    for (const mail of mails) await transport.send(mail);
    const kept = async () => (await arrived()).filter(({ livemode }) => !livemode).map(({ id }) => id);
    expect(await kept()).toEqual(mails.slice(2).map(({ id }) => id));
    const large = createMail(['x'.repeat(1_900)], { id: newId() });
    await transport.send(large);
    expect(await kept()).toEqual([large.id]);
    const larger = createMail(['x'.repeat(5_000)], { id: newId() });
    await transport.send(larger);
    expect(await kept()).toEqual([larger.id]);
    expect((await arrived()).map(({ id }) => id)).toContain(live.id);
    await close();
  });
});
