import { describe, expect, it } from '@jest/globals';
import { FixedClock, newId } from '#kernel';
import { openBench } from '#hosting/testing/bench';
import { mailboxTransport, type MailboxLimits } from './mailbox-transport.js';
import { mailTransportContract, createMail, tenant } from './transport-contract.js';

const NOW = new Date('2026-11-21T18:00:00.000Z');

async function openMailbox(limits?: MailboxLimits) {
  const bench = await openBench();
  return {
    transport: mailboxTransport({ pool: bench.pool, clock: new FixedClock(NOW), ...(limits && { limits }) }),
    arrived: async () => {
      const { rows } = await bench.pool.query<{ to: string[]; raw: Buffer; id: string; livemode: boolean }>(
        'SELECT recipients AS to, raw, id, livemode FROM platform.mailbox ORDER BY id',
      );
      return rows;
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
