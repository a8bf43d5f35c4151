import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import facturapi, { type CancellationMotive } from 'facturapi';
import pg from 'pg';
import { kafkaClient } from '#bus/kafka/settings';
import { commandsTopic } from '#bus/kafka/topics';
import { until } from '#bus/testing/until';
import { silent } from '#hosting/testing/bench';
import { COMMAND_LINES } from '#contracts';
import { invoice, retention, stored, triggered, universidad } from '../support/bodies.js';
import type { Json } from '../support/app.js';
import { bytesOf, textOf } from '../support/downloads.js';
import { INBOUND, mailOf } from '../support/mails.js';
import { Reader } from './publishing.js';
import { startTopology, type Topology, type TopologyOptions } from './topology.js';

type Withheld = Awaited<ReturnType<Sdk['retentions']['create']>> & { readonly id: string };
type Sdk = InstanceType<typeof facturapi.default>;

/**
 * Every service a process of its own, over one PostgreSQL and one Kafka: the story that the embedded topology has
 * in test/e2e, and what only several processes can get wrong.
 */
export function tellDistributed(
  env: Readonly<Record<string, string>> = {},
  options: TopologyOptions = {},
): void {
  let topology: Topology;
  let database: pg.Pool;
  /** Where the gateway has what it shows. */
  let shown: pg.Pool;

  const client = (key: string, baseUrl = topology.baseUrl): Sdk => {
    const sdk = new facturapi.default(key);
    sdk.BASE_URL = baseUrl;
    return sdk;
  };
  const motive = (key: string): CancellationMotive => key as CancellationMotive;

  const isRaw = (body: Json): boolean => body instanceof FormData || body instanceof Uint8Array;

  /** Requests as they are, of what the SDK does not know. */
  const api = (key: string) => {
    const send = (method: string, path: string, body?: Json, type = 'application/json'): Promise<Response> =>
      fetch(topology.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && !(body instanceof FormData) && { 'content-type': type }),
        },
        ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      });
    const ok = async (method: string, path: string, body?: Json, type?: string): Promise<Json> => {
      const response = await send(method, path, body, type);
      const answer: Json = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer;
    };
    return { send, ok };
  };

  /** The Test key of a new organization that invoices to `universidad` reach. */
  async function receiverOf(): Promise<string> {
    const owner = api(topology.demo.user_key);
    const { email: _, ...legal } = universidad;
    const { id } = await owner.ok('POST', '/organizations', { name: 'Universidad' });
    await owner.ok('PUT', `/organizations/${id}/legal`, { name: 'Universidad', ...legal });
    return (await owner.ok('GET', `/organizations/${id}/apikeys/test`)) as string;
  }

  beforeAll(async () => {
    topology = await startTopology({ ...INBOUND, ...env }, options);
    database = new pg.Pool({ connectionString: topology.databaseUrl, max: 2 });
    shown = new pg.Pool({ connectionString: topology.urlOf('gateway'), max: 2 });
    for (const pool of [database, shown]) pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await Promise.all([database.end(), shown.end()]);
    await topology.stop();
  });

  /** How many commands each service's topic has. */
  async function commandsByLine(): Promise<Record<string, number>> {
    const settings = { brokers: [process.env['TIMBRA_TEST_KAFKA'] ?? ''], prefix: topology.prefix };
    const admin = kafkaClient({ ...settings, tls: undefined, sasl: undefined }, 'test', silent).admin();
    await admin.connect();
    const counts: Record<string, number> = {};
    for (const line of COMMAND_LINES) {
      const ends = await admin.fetchTopicOffsets(commandsTopic(topology.prefix, line));
      counts[line] = ends.reduce((sum, { high }) => sum + Number(high), 0);
    }
    await admin.disconnect();
    return counts;
  }

  /** The public events of a document up to one (its cancellation, unless said), by name, as a reader outside gets them. */
  async function toldOf(kind: string, id: string, last = 'canceled'): Promise<string[]> {
    const brokers = [process.env['TIMBRA_TEST_KAFKA'] ?? ''];
    const reader = await Reader.start({ brokers, prefix: topology.prefix, tls: undefined, sasl: undefined });
    const told = () =>
      reader.published
        .filter(({ key }) => key === id)
        .map(({ headers }) => (headers['ce_type'] ?? '').replace('mx.timbra.', ''));
    await until(() => told().includes(`${kind}.${last}.v1`));
    await reader.stop();
    return told();
  }

  describe('services as processes', () => {
    it('are alive and ready, each of them', async () => {
      const urls = [...topology.processes.values()]
        .flat()
        .map(({ printed }) => /http:\/\/[^/]+/.exec(printed)![0]);
      expect(urls).toHaveLength(11);
      for (const url of urls) {
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
        let ready: unknown;
        await until(async () => {
          const response = await fetch(`${url}/readyz`);
          ready = await response.json();
          return response.status === 200;
        });
        expect(ready).toMatchObject({
          ready: true,
          checks: { bus: { ok: true }, feed: { ok: true }, dispatcher: { ok: true }, database: { ok: true } },
        });
      }
    });

    it('tell the whole story of an invoice, each command over Kafka', async () => {
      const before = await commandsByLine();
      const owner = client(topology.demo.user_key);
      const { id } = await owner.organizations.create({ name: 'Sucursal' });
      await owner.organizations.updateLegal(id, {
        name: 'Sucursal',
        legal_name: 'ESCUELA KEMPER URGATE',
        tax_system: '601',
        address: { zip: '42501', street: 'Hidalgo', exterior: '1' },
      } as never);
      const sdk = client(topology.demo.test_key);
      const customer = await sdk.customers.create(universidad);
      const product = await sdk.products.create({ description: 'Bajo', product_key: '60131303', price: 580 });
      const made = await sdk.invoices.create({
        ...{ customer: customer.id, items: [{ quantity: 2, product: product.id }], payment_form: '28' },
      });
      expect(made).toMatchObject({ status: 'valid', total: 1160, customer: { id: customer.id } });
      expect(await sdk.invoices.retrieve(made.id)).toEqual(stored(made));
      expect(await textOf(await sdk.invoices.downloadXml(made.id))).toContain(`UUID="${made.uuid}"`);
      const pdf = await bytesOf(await sdk.invoices.downloadPdf(made.id));
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(await sdk.invoices.sendByEmail(made.id)).toEqual({ ok: true });
      await until(async () => {
        const { rowCount } = await database.query('SELECT FROM platform.mailbox');
        return rowCount === 1;
      });
      expect(await sdk.invoices.cancel(made.id, { motive: motive('02') })).toMatchObject({
        status: 'canceled',
        cancellation_status: 'accepted',
      });
      // Two sales: one is invoiced to its customer and opens again with its invoice, and the global invoice takes both.
      const sale = { items: [{ quantity: 1, product: product.id }], payment_form: '01' };
      const sold = [await sdk.receipts.create(sale), await sdk.receipts.create(sale)];
      const own = await sdk.receipts.invoice(sold[0]!.id, { customer: customer.id });
      expect(own).toMatchObject({ status: 'valid', total: 580 });
      expect(await sdk.receipts.retrieve(sold[0]!.id)).toMatchObject({
        ...{ status: 'invoiced_to_customer', invoice: own.id },
      });
      await sdk.invoices.cancel(own.id, { motive: motive('02') });
      await until(async () => String((await sdk.receipts.retrieve(sold[0]!.id)).status) === 'open');
      const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Mexico_City' });
      const global = await sdk.receipts.createGlobalInvoice({ from: today, to: today, periodicity: 'day' });
      expect(global).toMatchObject({ status: 'valid', total: 1160 });
      for (const { id: receipt } of sold)
        expect(await sdk.receipts.retrieve(receipt)).toMatchObject({
          ...{ status: 'invoiced_globally', invoice: global.id },
        });
      // Taxes that were withheld: stamped, and canceled for the reason that is assumed.
      // The SDK's own type has no id.
      const withheld = (await sdk.retentions.create(retention() as never)) as Withheld;
      expect(withheld).toMatchObject({ status: 'valid', uuid: expect.any(String) });
      expect(await textOf(await sdk.retentions.downloadXml(withheld.id))).toContain(
        `UUID="${withheld.uuid}"`,
      );
      await sdk.retentions.cancel(withheld.id);
      expect(await sdk.retentions.retrieve(withheld.id)).toMatchObject({ status: 'canceled' });
      const after = await commandsByLine();
      const used = COMMAND_LINES.filter((line) => (after[line] ?? 0) > (before[line] ?? 0));
      expect(used).toEqual([
        ...[
          'organizations',
          'customers',
          'products',
          'invoicing',
          'stamping',
          'cancellation',
          'notifications',
        ],
        'receipts',
      ]);
      expect(await topology.run('libs/hosting/src/runtime/dead-letters', 'list')).toContain(
        'no dead letters',
      );
      const life = ['issued', 'stamped', 'cancellation_requested', 'canceled'];
      for (const [kind, id] of [
        ['invoice', made.id],
        ['retention', withheld.id],
      ] as const)
        expect(await toldOf(kind, id)).toEqual(life.map((name) => `${kind}.${name}.v1`));
    });
  });

  describe('documents of others', () => {
    it('are imported, mailed, downloaded, exported, and canceled by their issuer, each command over Kafka', async () => {
      const before = await commandsByLine();
      const issuer = api(topology.demo.test_key);
      const key = await receiverOf();
      const receiver = api(key);
      const made = await issuer.ok('POST', '/invoices', triggered('SANDBOX-CANCEL-PENDING'));
      const second = await issuer.ok('POST', '/invoices', invoice());
      const [xml, other] = await Promise.all(
        [made.id, second.id].map(async (id) => (await issuer.send('GET', `/invoices/${id}/xml`)).text()),
      );
      // By a form: parsed, verified, its supplier made, and imported.
      const form = new FormData();
      form.append('file', new Blob([xml ?? '']), 'cfdi.xml');
      const imported = await receiver.ok('POST', '/invoices/import', form);
      expect(imported).toMatchObject({
        ...{ uuid: made.uuid, issuer_type: 'receiving', supplier: { tax_id: 'EKU9003173C9' } },
        imported: { source: 'upload', sat_status: 'valid' },
      });
      // Suppliers are a read model of their own.
      const suppliers = async (): Promise<Json[]> => (await receiver.ok('GET', '/suppliers')).data;
      await until(async () => (await suppliers()).length > 0);
      expect(await suppliers()).toMatchObject([{ id: imported.supplier.id }]);
      // By mail.
      const me = await receiver.ok('GET', '/organizations/me');
      const address = await api(topology.demo.user_key).ok('GET', `/organizations/${me.id}/inbound-address`);
      const attachments = [{ filename: 'otra.xml', content: other ?? '' }];
      const mail = await mailOf({ to: address.test.address, attachments });
      const posted = await api(INBOUND.TIMBRA_INBOUND_SECRET).ok(
        'POST',
        '/inbound-mail',
        mail,
        'message/rfc822',
      );
      expect(posted.results).toMatchObject([{ status: 'accepted' }]);
      await until(async () => {
        const { data } = await receiver.ok('GET', '/inbound-mails');
        return data[0]?.status === 'processed' && data[0].imported === 1;
      });
      let listed: Json[] = [];
      await until(async () => {
        ({ data: listed } = await receiver.ok('GET', '/invoices?issuer_type=receiving'));
        return listed.length >= 2;
      });
      expect(listed.map(({ uuid }: Json) => uuid).toSorted()).toEqual([made.uuid, second.uuid].toSorted());
      // Its issuer wants it canceled, and gets it.
      await issuer.ok('DELETE', `/invoices/${made.id}?motive=02`);
      const { data: asked } = await receiver.ok('GET', '/cancellation-requests?status=pending');
      expect(asked).toMatchObject([{ uuid: made.uuid, invoice: imported.id, total: made.total }]);
      const accepted = await receiver.ok('POST', `/cancellation-requests/${made.uuid}/accept`);
      expect(accepted).toMatchObject({ status: 'accepted', answer: { status: 'taken' } });
      await receiver.ok('PUT', `/invoices/${imported.id}/status`);
      await until(async () => (await receiver.ok('GET', `/invoices/${imported.id}`)).status === 'canceled');
      // What the issuer has at the tax authority is what is here.
      const day = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Mexico_City' });
      const wanted = { kind: 'issued', format: 'metadata', from: day, to: day };
      const download = await issuer.ok('POST', '/downloads', wanted);
      let done: Json;
      await until(async () => {
        done = await issuer.ok('GET', `/downloads/${download.id}`);
        return done.status !== 'processing';
      });
      expect(done).toMatchObject({ status: 'finished', differences: { missing_here: 0, missing_at_sat: 0 } });
      const sheet = await receiver.send('GET', `/exports/invoices.csv?month=${day.slice(0, 7)}`);
      expect(await sheet.text()).toContain(second.uuid);
      const after = await commandsByLine();
      const used = COMMAND_LINES.filter((line) => (after[line] ?? 0) > (before[line] ?? 0));
      expect(used).toEqual(
        expect.arrayContaining([
          'customers',
          'invoicing',
          'stamping',
          'cancellation',
          'reception',
          'gateway',
        ]),
      );
      expect(await topology.run('libs/hosting/src/runtime/dead-letters', 'list')).toContain(
        'no dead letters',
      );
      // As a reader outside is told of it.
      const told = await toldOf('cancellation_request', asked[0].id, 'answered');
      expect(told).toEqual(['cancellation_request.received.v1', 'cancellation_request.answered.v1']);
      const life = await toldOf('invoice', imported.id, 'sat_status_recorded');
      expect(life[0]).toBe('invoice.imported.v1');
      expect(await toldOf('supplier', imported.supplier.id, 'created')).toEqual(['supplier.created.v1']);
    }, 120_000);
  });

  describe('without the browser', () => {
    it('a PDF is answered 503 with Retry-After, and a mail waits until it is back', async () => {
      const sdk = client(topology.demo.test_key);
      const { id } = await sdk.invoices.create(invoice());
      const pdf = () =>
        fetch(`${topology.baseUrl}/invoices/${id}/pdf`, {
          headers: { authorization: `Bearer ${topology.demo.test_key}` },
        });
      const mails = async () => (await database.query('SELECT FROM platform.mailbox')).rowCount ?? 0;
      expect((await pdf()).status).toBe(200);
      const before = await mails();
      await topology.browser.kill();
      const refused = await pdf();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await sdk.invoices.sendByEmail(id)).toEqual({ ok: true });
      expect(await mails()).toBe(before);
      await topology.browser.start();
      await until(async () => (await mails()) === before + 1, 120_000);
      expect((await pdf()).status).toBe(200);
    });
  });

  describe('two gateways', () => {
    it('see at once what was written through the other one', async () => {
      const { url } = await topology.start('gateway');
      const [here, there] = [topology.baseUrl, `${url}/v2`];
      const owner = client(topology.demo.user_key, here);
      const { id } = await owner.organizations.create({ name: 'Sucursal' });
      for (let round = 0; round < 5; round += 1) {
        const key = await owner.organizations.getTestApiKey(id);
        expect((await client(key, there).customers.list()).data).toEqual([]);
        const renewed = await owner.organizations.renewTestApiKey(id);
        await expect(client(key, there).customers.list()).rejects.toMatchObject({ status: 401 });
        expect((await client(renewed, there).customers.list()).data).toEqual([]);
      }
      const mine = client(topology.demo.test_key, here);
      const theirs = client(topology.demo.test_key, there);
      const made = await mine.invoices.create(invoice());
      expect(await theirs.invoices.retrieve(made.id)).toEqual(stored(made));
      const page = await mine.invoices.list({ limit: 1 });
      expect(page.data[0]?.id).toBe(made.id);
    });
  });

  describe('replicas of a service', () => {
    it('share its work, and one that is killed loses no invoice and doubles none', async () => {
      const [first] = topology.processes.get('invoicing') ?? [];
      await Promise.all([topology.start('invoicing'), topology.start('stamping')]);
      const sdk = client(topology.demo.test_key);
      const accepted: { readonly id: string; readonly external_id?: string | null }[] = [];
      let failed = 0;
      const send = async (n: number) => {
        const external_id = `order-${n}`;
        try {
          accepted.push(await sdk.invoices.create(invoice({ external_id, idempotency_key: external_id })));
        } catch {
          failed += 1;
        }
      };
      const wave = (from: number) => Promise.all(Array.from({ length: 30 }, (_, n) => send(from + n)));
      await wave(0);
      expect(failed).toBe(0);
      const during = wave(100);
      await until(() => accepted.length > 35);
      await first!.kill();
      await during;
      await wave(200);
      // Whatever was accepted, or left to be found, is stamped once.
      const found = async () => {
        const { rows } = await shown.query<{
          external_id: string;
          status: string;
          uuid: string;
          folio: string;
        }>(
          `SELECT external_id, status, uuid, concat(series, folio_number) AS folio FROM gateway.invoices
         WHERE external_id LIKE 'order-%' AND NOT hidden`,
        );
        return rows;
      };
      await until(async () => (await found()).every(({ status }) => status === 'valid'), 120_000);
      const rows = await found();
      const distinct = (of: (row: (typeof rows)[number]) => string) => new Set(rows.map(of)).size;
      expect([
        distinct((row) => row.external_id),
        distinct((row) => row.uuid),
        distinct((row) => row.folio),
      ]).toEqual([rows.length, rows.length, rows.length]);
      const known = new Set(rows.map(({ external_id }) => external_id));
      expect(accepted.filter(({ external_id }) => !known.has(external_id ?? ''))).toEqual([]);
      const { rows: stamps } = await database.query<{ count: string }>(
        `SELECT count(*) FROM pac_sandbox.stamps WHERE uuid::text = ANY($1)`,
        [rows.map(({ uuid }) => uuid.toLowerCase())],
      );
      expect(Number(stamps[0]?.count)).toBe(rows.length);
      // The killed one's partitions moved within its session's time: no caller waited longer than its timeout.
      expect(failed).toBe(0);
    }, 300_000);
  });

  describe('SIGTERM', () => {
    it('ends each process in order, within its deadline, with nothing left under way', async () => {
      const sdk = client(topology.demo.test_key);
      // One of them is pending for three seconds, however quick the others are.
      const underWay = Promise.allSettled(
        Array.from({ length: 10 }, (_, n) =>
          sdk.invoices.create(n === 0 ? triggered('SANDBOX-SLOW') : invoice()),
        ),
      );
      await until(async () => {
        const { rows } = await shown.query<{ count: string }>(
          `SELECT count(*) FROM gateway.invoices WHERE status = 'pending'`,
        );
        return Number(rows[0]?.count) > 0;
      });
      const all = [...topology.processes.values()].flat();
      // One was killed before.
      const killed = all.filter(({ running }) => !running).length;
      const codes = await topology.end();
      // One that misses its deadline (28 s) ends with 1. Of one that ends badly, what it said last.
      const badly = all.flatMap(({ name, printed }, n) =>
        codes[n] === 0 || codes[n] === 'SIGKILL' ? [] : [`${name}: ${codes[n]}\n${printed.slice(-2_000)}`],
      );
      expect(badly).toEqual([]);
      expect(codes.filter((code) => code === 'SIGKILL')).toHaveLength(killed);
      await underWay;
    });
  });
}
