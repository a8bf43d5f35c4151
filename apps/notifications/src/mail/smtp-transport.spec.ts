import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { SmtpSettings } from '#hosting';
import { smtpTransport } from './smtp-transport.js';
import { startSmtp, type TestSmtp } from './testing-smtp.js';
import { mailTransportContract, createMail } from './transport-contract.js';

const settings = (port: number, over: Partial<SmtpSettings> = {}): SmtpSettings => ({
  ...{ host: 'localhost', port, tls: 'required', user: 'ana', password: 's3cr@t' },
  ...over,
});

mailTransportContract('SMTP', async () => {
  const server = await startSmtp();
  return {
    transport: smtpTransport({ settings: settings(server.port), ca: server.ca }),
    arrived: async () => server.taken,
    close: () => server.close(),
  };
});

describe('SMTP', () => {
  let server: TestSmtp;
  beforeEach(async () => {
    server = await startSmtp();
  });
  afterEach(() => server.close());

  const transport = (over: Partial<SmtpSettings> = {}, timeoutMs = 30_000) =>
    smtpTransport({ settings: settings(server.port, over), ca: server.ca, timeoutMs });
  const send = (over?: Partial<SmtpSettings>, timeoutMs?: number) =>
    transport(over, timeoutMs).send(createMail(undefined, { to: ['ana@example.com', 'luis@example.com'] }));
  const both = (reason: unknown) => [
    { address: 'ana@example.com', reason },
    { address: 'luis@example.com', reason },
  ];

  it('is encrypted before it sends the password', async () => {
    expect((await send()).sent).toHaveLength(2);
    expect(server.taken).toMatchObject([{ secure: true, user: 'ana', from: 'facturas@example.com' }]);
  });

  it('does not trust a certificate without a known issuer', async () => {
    const distrustful = smtpTransport({ settings: settings(server.port) });
    const { sent, later } = await distrustful.send(createMail());
    expect([sent, later]).toEqual([
      [],
      [{ address: 'ana@example.com', reason: expect.stringMatching(/cert/) }],
    ]);
    expect(server.taken).toEqual([]);
  });

  it('does not go on without encryption where it must have it', async () => {
    const plain = await startSmtp({ disabledCommands: ['STARTTLS'] });
    const answer = await smtpTransport({ settings: settings(plain.port) }).send(createMail());
    expect(answer).toMatchObject({ sent: [], refused: [], later: [{ address: 'ana@example.com' }] });
    expect(plain.taken).toEqual([]);
    const none = { user: undefined, password: undefined };
    const open = smtpTransport({ settings: settings(plain.port, { tls: 'offered', ...none }) });
    expect((await open.send(createMail())).sent).toEqual(['ana@example.com']);
    await plain.close();
  });

  it('waits for somebody to mend a password that is refused', async () => {
    server.manners = { badPassword: true };
    expect(await send()).toEqual({ sent: [], refused: [], later: both(expect.stringContaining('535')) });
  });

  it('continues with the recipients that the server accepts', async () => {
    server.manners = { rcpt: (address) => (address.startsWith('luis') ? 550 : undefined) };
    expect(await send()).toEqual({
      sent: ['ana@example.com'],
      refused: [{ address: 'luis@example.com', reason: expect.stringContaining('550') }],
      later: [],
    });
    server.manners = { rcpt: (address) => (address.startsWith('luis') ? 451 : undefined) };
    expect(await send()).toMatchObject({
      sent: ['ana@example.com'],
      later: [{ address: 'luis@example.com' }],
    });
    server.manners = { rcpt: (address) => (address.startsWith('luis') ? 451 : 550) };
    expect(await send()).toMatchObject({
      sent: [],
      refused: [{ address: 'ana@example.com' }],
      later: [{ address: 'luis@example.com' }],
    });
  });

  it.each([
    ['the sender', { mail: () => 550 }, 'refused'],
    ['the sender, for now', { mail: () => 451 }, 'later'],
    ['a sender that is not logged in', { mail: () => 530 }, 'later'],
    ['everybody', { rcpt: () => 553 }, 'refused'],
    ['everybody, for now', { rcpt: () => 452 }, 'later'],
    ['the message', { data: () => 554 }, 'refused'],
    ['the message, for now', { data: () => 421 }, 'later'],
  ])('tells a server that refuses %s', async (_, manners, part) => {
    server.manners = manners;
    const nobody = { sent: [], refused: [], later: [] };
    expect(await send()).toEqual({ ...nobody, [part]: both(expect.stringMatching(/\d{3}/)) });
    expect(server.taken).toEqual([]);
  });

  it('reports a message that is too large before it sends it', async () => {
    const small = await startSmtp({ size: 1_000 });
    const mail = createMail(['x'.repeat(2_000)]);
    const answer = await smtpTransport({ settings: settings(small.port), ca: small.ca }).send(mail);
    expect(answer.refused).toEqual([{ address: 'ana@example.com', reason: expect.stringMatching(/size/i) }]);
    await small.close();
  });

  it('tries again where the answer was lost, by the same Message-ID', async () => {
    server.manners = { data: () => 'drop' };
    expect(await send()).toMatchObject({ sent: [], refused: [], later: [{}, {}] });
    expect(server.taken).toHaveLength(1);
  });

  it('does not wait for ever', async () => {
    server.manners = { slowMs: 3_000 };
    expect(await send({}, 100)).toMatchObject({ sent: [], refused: [], later: [{}, {}] });
  });

  it('does not wait for ever for one that says something now and then', async () => {
    const dripping: Server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 hello\r\n');
      socket.on('data', () => {
        const drip = setInterval(() => socket.write('250-still here\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      });
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const { port } = dripping.address() as AddressInfo;
    const slow = smtpTransport({
      settings: settings(port, { host: '127.0.0.1', tls: 'off' }),
      timeoutMs: 200,
    });
    expect((await slow.send(createMail())).later).toEqual([
      { address: 'ana@example.com', reason: 'the mail server takes too long' },
    ]);
    await new Promise((resolve) => dripping.close(resolve));
  });

  it('reports that no server answers', async () => {
    const { port } = server;
    await server.close();
    const away = smtpTransport({ settings: settings(port, { host: '127.0.0.1' }) });
    expect(await away.send(createMail())).toMatchObject({
      sent: [],
      later: [{ address: 'ana@example.com' }],
    });
    server = await startSmtp();
  });

  it('writes a domain as the network knows it, and refuses what it can not write', async () => {
    const mail = createMail(undefined, { to: ['ana@peña.example', 'ñandú@example.com'] });
    const { sent, refused, later } = await transport().send(mail);
    expect([...sent, ...[...refused, ...later].map(({ address }) => address)].sort()).toEqual(
      [...mail.to].sort(),
    );
  });
});
