import { describe, expect, it } from '@jest/globals';
import { readHead } from './head.js';
import { mailIdOf } from './mail-id.js';

const tenant = { organizationId: '6743f1c2a1b2c3d4e5f60718', livemode: true };
const mail = (over: { received?: string; id?: string; body?: string } = {}): Buffer => {
  const { received = 'from a by b', id = '<1@proveedora.mx>', body = 'Adjunta.' } = over;
  return Buffer.from(`Received: ${received}\r\nMessage-ID: ${id}\r\n\r\n${body}`);
};
const idOf = async (raw: Buffer, whose = tenant): Promise<string> =>
  mailIdOf(whose, raw, await readHead(raw));

describe('the id of a mail', () => {
  it('is the same however it came', async () => {
    expect(await idOf(mail({ received: 'from c by d with a longer way' }))).toBe(await idOf(mail()));
  });

  it('is another one of another mail, also under one Message-ID, and for each tenant', async () => {
    const ids = await Promise.all([
      idOf(mail()),
      idOf(mail({ id: '<2@proveedora.mx>' })),
      idOf(mail({ body: 'Adjunta otra.' })),
      idOf(mail(), { ...tenant, livemode: false }),
      idOf(mail(), { ...tenant, organizationId: '6743f1c2a1b2c3d4e5f60719' }),
      idOf(Buffer.from('\r\n\r\nAdjunta.')),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
