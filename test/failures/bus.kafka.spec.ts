import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { COMMAND_LINES, type Command } from '#contracts';
import { encodeCommand } from '#bus/kafka/codec';
import { commandsTopic } from '#bus/kafka/topics';
import { keysOf } from '#hosting';
import { messageSealing } from '#hosting/runtime/bus';
import { newId } from '#kernel';
import { seededRandom } from '../crash/seed.js';
import { invoice } from '../support/bodies.js';
import { Chapters, LONG, SEED } from './chapters.js';
import { clientOf, readLog, writeAgain } from './log.js';
import { Relay } from './relay.js';
import { KAFKA, World } from './world.js';

/**
 * What a bus may do to commands and answers: carry them twice, late, in another order; and commands that no process
 * can handle.
 */

describe('a bus that carries commands and answers twice, late, and in another order', () => {
  let world: World;
  let relay: Relay;
  const GATEWAY = `g${randomUUID().slice(0, 8)}`;
  const INVOICING = `i${randomUUID().slice(0, 8)}`;

  beforeAll(async () => {
    world = await World.start({
      envOf: {
        gateway: { TIMBRA_KAFKA_PREFIX: GATEWAY },
        invoicing: { TIMBRA_KAFKA_PREFIX: INVOICING },
      },
      beforeServices: async ({ prefix }) => {
        relay = await Relay.open({
          ...{ broker: KAFKA(), seed: SEED, prefixes: [prefix, GATEWAY, INVOICING] },
          homeOf: (line) => (line === 'invoicing' ? INVOICING : prefix),
        });
      },
    });
  }, 180_000);
  afterAll(async () => {
    await world?.stop();
    await relay.close();
  }, 60_000);

  it('does nothing to invoices, stamps, cancellations and mails', async () => {
    const chapters = new Chapters(world);
    const load = chapters.load({ clients: 10, cancels: 0.2, mails: 0.1 });
    await load.more(LONG ? 600 : 80);
    const { books } = await chapters.check();
    expect(load.client.journal.faults).toEqual([]);
    expect(relay.counts.copies).toBeGreaterThan(100);
    expect(relay.counts.late).toBeGreaterThan(100);
    expect(books.invoices.length).toBeGreaterThanOrEqual(80);
  }, 600_000);

  it('nor does everything that was ever commanded, once more and shuffled', async () => {
    const chapters = new Chapters(world);
    const load = chapters.load({ clients: 3, seed: SEED + 1 });
    await load.more(10);
    const kafka = clientOf(KAFKA());
    const topics = COMMAND_LINES.map((line) =>
      commandsTopic(line === 'invoicing' ? INVOICING : world.prefix, line),
    );
    const logged = await readLog(kafka, topics);
    expect(logged.length).toBeGreaterThan(200);
    const random = seededRandom(SEED);
    const shuffled = logged.map((one) => [random.next(), one] as const).sort(([a], [b]) => a - b);
    await writeAgain(
      kafka,
      shuffled.map(([, one]) => one),
    );
    // Meanwhile new work, behind all of it, continues.
    await load.more(10);
    await chapters.check();
  }, 180_000);
});

describe('a command that no process can handle', () => {
  let world: World;
  let chapters: Chapters;
  beforeAll(async () => {
    world = await World.start();
    chapters = new Chapters(world);
  }, 180_000);
  afterAll(() => world?.stop(), 60_000);

  const letters = async (...args: string[]) => world.run('libs/hosting/src/runtime/dead-letters', args);
  /** The list, as soon as it has this many: a command is tried four times, with pauses, before it is given up. */
  const listOf = async (count: number) => {
    const deadline = Date.now() + 60_000;
    let list = await letters('list');
    while (!list.includes(`${count} dead letters.`) && Date.now() < deadline) list = await letters('list');
    expect(list).toContain(`${count} dead letters.`);
    return list;
  };

  it('goes to the dead letters with its coordinates, and holds up neither other keys nor its own', async () => {
    const load = chapters.load({ clients: 6 });
    await load.more(10);
    const [victim] = load.promised;
    const topic = commandsTopic(world.prefix, 'invoicing');
    const producer = clientOf(KAFKA()).producer();
    await producer.connect();
    const key = victim?.id ?? '';
    // Bytes that were never sealed, and a command whose handler fails on it at every attempt.
    await producer.send({
      topic,
      messages: [{ key, value: 'not a command', headers: { 'timbra-id': 'x' } }],
    });
    const command: Command = {
      ...{ id: randomUUID(), type: 'invoicing.create', key: newId(), data: null },
      tenant: { organizationId: world.demo.organization_id, livemode: false },
      ...{ actor: 'test', correlationId: 'poison', time: new Date().toISOString() },
    };
    const meta = { answerTo: undefined, senderRetries: false, expires: undefined, traceparent: undefined };
    const sealing = messageSealing(
      keysOf(Buffer.from(world.environment['TIMBRA_MASTER_KEY'] ?? '', 'base64')).bus,
    );
    await producer.send({ topic, messages: [await encodeCommand(command, meta, sealing)] });
    await producer.disconnect();
    // The same invoice continues, and so do all others.
    expect((await load.client.send(`DELETE /invoices/${key}?motive=02`)).status).toBeLessThan(500);
    if (victim) victim.canceled = true;
    await load.more(20);
    await chapters.check();
    const list = await listOf(2);
    expect(list).toMatch(new RegExp(`key ${key} {2}at ${topic}/\\d/\\d+ {2}1 attempts {2}Unreadable`));
    expect(list).toMatch(new RegExp(`invoicing.create {2}key ${command.key} .* 4 attempts {2}TypeError`));
  }, 180_000);

  it('is done when it is sent again, once what failed it is mended', async () => {
    const load = chapters.load({ clients: 1 });
    await load.more(1);
    await load.stop();
    const { default: pg } = await import('pg');
    const database = new pg.Client({ connectionString: world.databaseUrl });
    await database.connect();
    const rename = (from: string, to: string) =>
      database.query(`ALTER TABLE invoicing.${from} RENAME TO ${to}`);
    await rename('folio_counters', 'folio_counters_away');
    const external_id = 'order-of-a-dead-letter';
    const failed = await load.client.attempt(
      'POST /invoices',
      invoice({ external_id, idempotency_key: `key-${external_id}` }),
    );
    expect(failed?.status).toBe(500);
    await rename('folio_counters_away', 'folio_counters');
    await database.end();
    await listOf(3);
    expect(await letters('replay', '2')).toContain('1 sent again.');
    const found = async () =>
      (await load.client.send(`GET /invoices?external_id=${external_id}`)).body.data as { status: string }[];
    const deadline = Date.now() + 30_000;
    while ((await found())[0]?.status !== 'valid' && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await found()).toMatchObject([{ status: 'valid' }]);
    await chapters.check();
  }, 120_000);
});
