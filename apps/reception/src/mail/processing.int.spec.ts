import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { newId, type Tenant } from '#kernel';
import {
  INBOUND_MAIL_STREAM,
  inboundMailKey,
  tenantOfToken,
  type Command,
  type DocumentOutcome,
  type ImportDocumentsCommand,
  type InboundMailEvent,
} from '#contracts';
import { answerWithData, readStream, type ContentStore } from '#eventing';
import { migrate, migrationsOf, type WorkerPool } from '#hosting';
import { envelope, openBench, type Bench } from '#hosting/testing/bench';
import { receptionService } from '../service.js';
import { InboundAddresses } from './addresses.js';
import { TakeMailHandler } from './commands.js';
import { filesOfMail } from './documents.js';
import { InboundMails } from './mails.js';
import { MailProcessing } from './processing.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([receptionService]));
});
afterAll(() => bench.dispose());

const HOUR_MS = 3_600_000;
const CAME = '2026-11-27T18:00:00.000Z';
const later = (hours: number): string => new Date(Date.parse(CAME) + hours * HOUR_MS).toISOString();
const newTenant = (): Tenant => ({ organizationId: newId(), livemode: true });

/** A content store in memory. */
class Contents implements ContentStore {
  readonly kept = new Map<string, Buffer>();
  private readonly at = ({ organizationId, livemode }: Tenant, key: string) =>
    `${organizationId} ${livemode} ${key}`;
  async put(tenant: Tenant, key: string, bytes: Buffer): Promise<void> {
    if (!this.kept.has(this.at(tenant, key))) this.kept.set(this.at(tenant, key), bytes);
    return Promise.resolve();
  }
  hand = (tenant: Tenant, key: string, bytes: Buffer) => this.put(tenant, key, bytes);
  get = (tenant: Tenant, key: string) => Promise.resolve(this.kept.get(this.at(tenant, key)));
  async take(tenant: Tenant, key: string): Promise<Buffer | undefined> {
    const bytes = await this.get(tenant, key);
    await this.remove(tenant, [key]);
    return bytes;
  }
  async remove(tenant: Tenant, keys: readonly string[]): Promise<void> {
    for (const key of keys) this.kept.delete(this.at(tenant, key));
    return Promise.resolve();
  }
}

const CFDI = (uuid: string) => `<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" U="${uuid}"/>`;
const mailWith = (uuids: readonly string[]) =>
  [
    'From: a@b.mx',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...uuids.flatMap((uuid) => ['--b', `Content-Type: text/xml; name=${uuid}.xml`, '', CFDI(uuid)]),
    '--b--',
  ].join('\r\n');

/** A process of reception, whose importer does what is said of each document, in turn; the last one again and again. */
function open(contents: Contents, known = new Set<string>()) {
  const { store } = bench.another();
  const script = new Map<string, ('import' | 'die before' | 'die after' | 'unavailable')[]>();
  const asked: string[] = [];
  const imports = {
    async execute({ tenant, data }: ImportDocumentsCommand) {
      const bytes = await contents.get(tenant, data.upload);
      const uuid = /U="(\w+)"/.exec(bytes?.toString() ?? '')?.[1] ?? '';
      asked.push(uuid);
      const acts = script.get(uuid) ?? ['import'];
      const act = acts.length > 1 ? acts.shift() : acts[0];
      if (act === 'die before') throw new Error('killed');
      const base = { file: data.name, code: null, details: [], uuid, id: `invoice-${uuid}` } as const;
      const status = known.has(uuid) ? 'duplicate' : 'imported';
      const outcome: DocumentOutcome =
        act === 'unavailable'
          ? { ...base, status: 'refused', code: 'service_unavailable', id: null }
          : { ...base, status };
      if (act !== 'unavailable') known.add(uuid);
      if (act === 'die after') throw new Error('killed');
      return answerWithData({ zip: false, outcomes: [outcome], suppliers: [] });
    },
  };
  const workers = { run: (_: unknown, raw: Uint8Array) => filesOfMail(raw) } as unknown as Pick<
    WorkerPool,
    'run'
  >;
  const mails = new InboundMails(store);
  const processing = new MailProcessing(mails, workers, contents, imports);
  const mail = { token: 't', bytes: 1, from: null, subject: null, message_id: null, authentication: null };
  const take = (tenant: Tenant, id: string, raw: string | undefined, time = CAME) => {
    const command = { ...envelope(id, { tenant, time }), type: 'reception.take-mail' as const, data: mail };
    return (
      raw === undefined ? Promise.resolve() : contents.put(tenant, inboundMailKey(id), Buffer.from(raw))
    ).then(() => new TakeMailHandler(mails, contents).execute(command));
  };
  const ask = (tenant: Tenant, id: string, time = CAME, commandId: string = randomUUID()): Command =>
    envelope(id, { tenant, time, id: commandId, type: 'reception.process-mail', data: {} });
  const events = (id: string) => readStream<InboundMailEvent>(store, INBOUND_MAIL_STREAM, id);
  const results = async (id: string) => {
    const last = (await events(id)).at(-1);
    if (last?.type !== 'InboundMailProcessed') return last?.type;
    const { results: list, problem } = last.data;
    return problem ?? list.map(({ uuid, status }) => `${uuid} ${status}`);
  };
  return { script, asked, processing, take, ask, results, events };
}

describe('the documents of a mail', () => {
  it('are imported once, whoever dies in between, and nothing of the mail is left', async () => {
    const contents = new Contents();
    const [tenant, id] = [newTenant(), newId()];
    const known = new Set<string>();
    const first = open(contents, known);
    first.script.set('B', ['die before']);
    await first.take(tenant, id, mailWith(['A', 'B', 'C']));
    const command = first.ask(tenant, id);
    await expect(first.processing.process(command)).rejects.toThrow('killed');
    expect(await first.results(id)).toBe('InboundMailReceived');

    const second = open(contents, known);
    expect(await second.processing.process(command)).toEqual({ ok: true, value: undefined });
    expect(second.asked).toEqual(['B', 'C']);
    expect(await second.results(id)).toEqual(['A imported', 'B imported', 'C imported']);
    expect([...contents.kept.keys()]).toEqual([]);

    // The command again, another one, and the mail itself again: nothing more comes of it.
    await second.processing.process(command);
    await open(contents, known).processing.process(second.ask(tenant, id));
    await open(contents, known).take(tenant, id, mailWith(['A', 'B', 'C']));
    expect(await second.events(id)).toHaveLength(2);
    expect([...contents.kept.keys()]).toEqual([]);
  });

  it('of which the import came through before the process died are there once', async () => {
    const contents = new Contents();
    const [tenant, id] = [newTenant(), newId()];
    const known = new Set<string>();
    const first = open(contents, known);
    first.script.set('A', ['die after']);
    await first.take(tenant, id, mailWith(['A']));
    await expect(first.processing.process(first.ask(tenant, id))).rejects.toThrow('killed');
    const second = open(contents, known);
    await second.processing.process(second.ask(tenant, id));
    expect(await second.results(id)).toEqual(['A duplicate']);
  });

  it('that can not be judged for now are tried again, the others not, and for a day', async () => {
    const contents = new Contents();
    const [tenant, id] = [newTenant(), newId()];
    const { script, asked, processing, take, ask, results } = open(contents);
    script.set('B', ['unavailable', 'unavailable', 'import']);
    script.set('C', ['unavailable']);
    await take(tenant, id, mailWith(['A', 'B', 'C']));
    for (const hours of [0, 1])
      await expect(processing.process(ask(tenant, id, later(hours)))).rejects.toThrow('for now');
    await expect(processing.process(ask(tenant, id, later(2)))).rejects.toThrow('for now');
    await processing.process(ask(tenant, id, later(25)));
    expect(await results(id)).toEqual(['A imported', 'B imported', 'C refused']);
    expect(asked).toEqual(['A', 'B', 'B', 'B', 'C', 'C']);
  });

  it('are gone where the mail waited for too long, and another tenant has none of it', async () => {
    const contents = new Contents();
    const [tenant, id] = [newTenant(), newId()];
    const { processing, take, ask, results } = open(contents);
    await take(tenant, id, undefined);
    expect(await processing.process(ask(newTenant(), id))).toMatchObject({ refusal: { code: 'not_found' } });
    await processing.process(ask(tenant, id));
    expect(await results(id)).toBe('expired');
  });
});

describe('the address of a tenant', () => {
  it('is the same for all who ask, another one once it is renewed, and renewed once by a command', async () => {
    const [tenant, others] = [newTenant(), newTenant()];
    const [one, two] = [
      new InboundAddresses(bench.another().pool),
      new InboundAddresses(bench.another().pool),
    ];
    expect(await one.find(tenant)).toBeNull();
    const made = await Promise.all([one.make(tenant, CAME), two.make(tenant, CAME), one.make(tenant, CAME)]);
    expect(new Set(made.map((address) => address?.token)).size).toBe(1);
    expect(tenantOfToken(made[0]?.token ?? '')).toEqual(tenant);
    const command = randomUUID();
    const renewed = await one.renew(tenant, command, later(1));
    expect(await two.renew(tenant, command, later(1))).toEqual(renewed);
    expect(renewed).toMatchObject({ created_at: later(1) });
    expect(renewed?.token).not.toBe(made[0]?.token);
    expect((await two.renew(tenant, randomUUID(), later(2)))?.token).not.toBe(renewed?.token);
    expect((await one.make({ ...tenant, livemode: false }, CAME))?.token).not.toBe(
      (await one.find(tenant))?.token,
    );
    expect(await one.find(others)).toBeNull();
  });
});
