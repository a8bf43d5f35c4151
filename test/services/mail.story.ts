import { randomBytes, randomUUID } from 'node:crypto';
import type { INestMicroservice } from '@nestjs/common';
import PostalMime from 'postal-mime';
import type { Delivery } from '#apps/notifications/src/mail/decide';
import { RETRY_SECONDS } from '#apps/notifications/src/mail/decide';
import { gatewayService } from '#apps/gateway/src/service';
import { mailsProjection } from '#apps/gateway/src/read-models/mails';
import { look } from '#apps/notifications/src/mail/testing-mails';
import {
  MAIL_TRANSPORT,
  type MailTransport,
  type OutgoingMail,
} from '#apps/notifications/src/mail/transport';
import { NotificationsModule } from '#apps/notifications/src/notifications.module';
import { DOCUMENT_RENDERER, type DocumentRenderer } from '#apps/notifications/src/render/renderer';
import { notificationsService } from '#apps/notifications/src/service';
import { newOrganizationDoc } from '#answers';
import { FixedClock, newId } from '#kernel';
import type { CommandOutcome, MailRow, SendMail } from '#contracts';
import { compareWithFold } from '#eventing';
import { createLogger, keysOf, loadConfig, openRuntime, type Runtime } from '#hosting';
import { until } from '#bus/testing/until';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { caughtUp } from '../support/commands.js';
import { startServices } from '../support/services.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '../support/story.js';

/** Mails from their request to their end, over a transport and a clock that the spec controls. */

const NOW = new Date('2026-11-21T18:00:00.000Z');
const tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0aa', livemode: false };
const LINK = 'https://cfdi.example/edit/9f86d081884c7d659a2feaa0c55ad015';

/** What the transport does next, in turn; by itself it sends. */
class FakeTransport implements MailTransport {
  readonly asked: OutgoingMail[] = [];
  readonly turns: ((mail: OutgoingMail) => Delivery | Promise<Delivery>)[] = [];
  underWay = 0;
  most = 0;

  async send(mail: OutgoingMail): Promise<Delivery> {
    this.asked.push(mail);
    this.underWay += 1;
    this.most = Math.max(this.most, this.underWay);
    try {
      const turn = this.turns.shift();
      return turn ? await turn(mail) : { sent: mail.to, refused: [], later: [] };
    } finally {
      this.underWay -= 1;
    }
  }
}

const later = ({ to }: OutgoingMail): Delivery => ({
  ...{ sent: [], refused: [] },
  later: to.map((address) => ({ address, reason: '451 busy' })),
});
/** A server that never answers, until everything is over. */
const hangingUp: (() => void)[] = [];
const never = () => new Promise<never>((_, reject) => hangingUp.push(() => reject(new Error('hung up'))));

/** These mails have no files. */
const noRenderer: DocumentRenderer = { render: () => Promise.reject(new Error('nothing is to be printed')) };

let database: TestDatabase;
let runtime: Runtime;
let app: INestMicroservice;
let clock: FixedClock;
let transport: FakeTransport;
const keys = keysOf(randomBytes(32));
const dying: Promise<void>[] = [];

async function start(): Promise<void> {
  runtime = await openRuntime({
    config: loadConfig({ TIMBRA_DATABASE_POOL: '6' }),
    databaseUrl: database.url,
    keys,
    log: createLogger({ level: 'silent' }),
    services: [gatewayService, notificationsService],
    clock,
    systemNow: clock.now,
    soleInstance: true,
  });
  app = await startServices(runtime, [NotificationsModule], (builder) =>
    builder
      .overrideProvider(MAIL_TRANSPORT)
      .useValue(transport)
      .overrideProvider(DOCUMENT_RENDERER)
      .useValue(noRenderer),
  );
}

beforeAll(async () => {
  database = await freshDatabase();
  clock = new FixedClock(NOW);
  transport = new FakeTransport();
  await start();
});
afterAll(async () => {
  hangingUp.forEach((hangUp) => hangUp());
  await Promise.all([app.close(), ...dying]);
  await database.drop();
});
afterEach(async () => {
  const { pool, store } = runtime;
  await caughtUp(runtime, mailsProjection.name);
  expect(await compareWithFold({ pool, store, projection: mailsProjection })).toEqual([]);
  transport.asked.length = 0;
});

const organization = { ...newOrganizationDoc(tenant.organizationId, 'Peña', NOW.toISOString()) };
const mailOf = (to: readonly string[]): SendMail => ({
  ...{ template: 'customer-edit-link', to, language: 'es' },
  organization: { ...organization, legal: { ...organization.legal, ...look().organization } },
  data: { link: LINK, expires_at: '2026-11-28T18:00:00.000Z' },
});
const send = (
  id: string,
  to = ['ana@example.com'],
  commandId: string = randomUUID(),
): Promise<CommandOutcome> =>
  runtime.bus.send({
    type: 'notifications.send-mail',
    ...{ id: commandId, key: id, tenant, actor: 'test', correlationId: 'c' },
    ...{ time: clock.now().toISOString(), data: mailOf(to) },
  });
const rowOf = async (id: string): Promise<MailRow | undefined> =>
  (await runtime.pool.query<MailRow>('SELECT * FROM gateway.mails WHERE id = $1', [id])).rows[0];
const stands = (id: string, status: string, attempts: number) =>
  until(async () => {
    const row = await rowOf(id);
    return row?.status === status && row.attempts === attempts;
  });
const events = async (id: string) => (await runtime.store.read(`mail-${id}`)).map(({ type }) => type);
const contents = async (id: string) =>
  (await runtime.pool.query('SELECT FROM platform.contents WHERE key = $1', [`mail/${id}`])).rowCount;

describe('a mail', () => {
  it('is sent once, and forgotten', async () => {
    const id = newId();
    expect(await send(id)).toMatchObject({ ok: true });
    await stands(id, 'sent', 1);
    expect(transport.asked).toMatchObject([{ id, to: ['ana@example.com'], from: 'timbra@localhost' }]);
    await until(async () => (await contents(id)) === 0);
  });

  it('that is requested twice is one mail', async () => {
    const id = newId();
    const commandId = randomUUID();
    await Promise.all([send(id, undefined, commandId), send(id, undefined, commandId)]);
    expect(await send(id, undefined, commandId)).toMatchObject({ ok: true });
    await stands(id, 'sent', 1);
    expect(await send(id)).toMatchObject({ ok: false, refusal: { code: 'conflict' } });
    expect(transport.asked).toHaveLength(1);
  });

  it('is tried when its time has come, and not before, until it is sent', async () => {
    const id = newId();
    transport.turns.push(later, later);
    await send(id);
    await stands(id, 'delayed', 1);
    clock.advance(29_000);
    // A sweep of the dispatcher passes that finds nothing due: the one that looked after the clock was moved.
    const swept = runtime.dispatcher.status().sweptAt ?? 0;
    await until(() => (runtime.dispatcher.status().sweptAt ?? 0) > swept);
    expect(transport.asked).toHaveLength(1);
    clock.advance(1_000);
    await stands(id, 'delayed', 2);
    expect((await rowOf(id))?.retry_at).toEqual(new Date(NOW.getTime() + 150_000));
    clock.advance(120_000);
    await stands(id, 'sent', 3);
    const ids = transport.asked.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw.toString())?.[1]);
    expect(new Set(ids)).toEqual(new Set([`<${id}@localhost>`]));
    expect(new Set(transport.asked.map(({ raw }) => raw.toString())).size).toBe(1);
  });

  it('is given up after six tries', async () => {
    const id = newId();
    transport.turns.push(...Array<typeof later>(6).fill(later));
    await send(id);
    for (const [index, seconds] of RETRY_SECONDS.entries()) {
      await stands(id, 'delayed', index + 1);
      clock.advance(seconds * 1000);
    }
    await stands(id, 'failed', 6);
    expect(await events(id)).toEqual([
      'MailRequested',
      ...Array<string>(5).fill('MailDelayed'),
      'MailFailed',
    ]);
    await until(async () => (await contents(id)) === 0);
  });

  it('is sent again to those only who did not get it', async () => {
    const id = newId();
    transport.turns.push(() => ({
      sent: ['ana@example.com'],
      refused: [{ address: 'eva@example.com', reason: '550' }],
      later: [{ address: 'luis@example.com', reason: '451' }],
    }));
    await send(id, ['ana@example.com', 'eva@example.com', 'luis@example.com']);
    await stands(id, 'delayed', 1);
    clock.advance(30_000);
    await stands(id, 'partial', 2);
    const [, second] = transport.asked;
    expect(second?.to).toEqual(['luis@example.com']);
    expect(second?.raw.toString()).toMatch(/^To: ana@example.com, eva@example.com,\s+luis@example.com/m);
  });

  it('delays no other work: few are delivered at a time, and none is lost', async () => {
    const ids = Array.from({ length: 30 }, () => newId());
    const gate: (() => void)[] = [];
    transport.most = 0;
    transport.turns.push(
      ...ids.map(() => async (mail: OutgoingMail) => {
        await new Promise<void>((resolve) => gate.push(resolve));
        return { sent: mail.to, refused: [], later: [] };
      }),
    );
    await Promise.all(ids.map((id) => send(id)));
    await until(() => transport.underWay === 8);
    for (const id of ids) {
      while (gate.length > 0) gate.shift()?.();
      // Those that found no room come again after a pause.
      const opening = setInterval(() => {
        clock.advance(1_000);
        gate.splice(0).forEach((open) => open());
      }, 5);
      await stands(id, 'sent', 1).finally(() => clearInterval(opening));
    }
    expect(transport.most).toBe(8);
    expect(transport.asked).toHaveLength(30);
  });
});

describe('a process that ends', () => {
  /** Leaves the process for dead, whatever it was doing, and starts another on what it left. */
  const dieAndRestart = async () => {
    dying.push(app.close());
    clock = clock.later(1);
    await start();
  };

  it('before a mail was sent has it sent by the next', async () => {
    const id = newId();
    transport.turns.push(never);
    await send(id);
    await until(() => transport.asked.length === 1);
    expect(await events(id)).toEqual(['MailRequested']);
    await dieAndRestart();
    await stands(id, 'sent', 1);
  });

  it('between sending and noting it leaves a copy with the same Message-ID', async () => {
    const id = newId();
    const arrived: string[] = [];
    const take = ({ raw }: OutgoingMail) => void arrived.push(raw.toString());
    transport.turns.push(
      (mail) => (take(mail), never()),
      (mail) => (take(mail), { sent: mail.to, refused: [], later: [] }),
    );
    await send(id);
    await until(() => arrived.length === 1);
    await dieAndRestart();
    await stands(id, 'sent', 1);
    expect(arrived).toHaveLength(2);
    expect(arrived[0]).toContain(`Message-ID: <${id}@localhost>`);
    expect(arrived[1]).toBe(arrived[0]);
    expect(await events(id)).toEqual(['MailRequested', 'MailSent']);
  });

  it('while a mail waits for its next try leaves it to the next', async () => {
    const id = newId();
    transport.turns.push(later);
    await send(id);
    await stands(id, 'delayed', 1);
    await dieAndRestart();
    expect(transport.asked).toHaveLength(1);
    clock.advance(30_000);
    await stands(id, 'sent', 2);
    expect(transport.asked).toHaveLength(2);
  });
});

it('leaves a secret link neither in events, nor in rows, nor in stored commands', async () => {
  const id = newId();
  transport.turns.push(later);
  await send(id);
  await stands(id, 'delayed', 1);
  const [mail] = transport.asked;
  expect((await PostalMime.parse(mail?.raw ?? '')).text).toContain(LINK);
  const { rows } = await runtime.pool.query<{ text: string }>(`
    SELECT data::text AS text FROM event_store.events
    UNION ALL SELECT m::text FROM gateway.mails AS m
    UNION ALL SELECT command::text FROM platform.pending_commands
    UNION ALL SELECT encode(sealed, 'escape') FROM platform.contents`);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ text }) => text.includes('9f86d081884c7d65'))).toEqual([]);
  expect(await contents(id)).toBe(1);
});
