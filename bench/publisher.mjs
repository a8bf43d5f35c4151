// node bench/publisher.mjs [--events 60000] [--rounds 3]: how many events a second the publisher of public events takes
// from the event store to a real Kafka, beside what a plain kafkajs producer writes of the very same messages in the
// same run. Needs Java 17 and Maven (deploy/kafka/kafka.sh). Uses free ports and temporary folders, and removes them.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';
import { startKafka } from '../scripts/lib/kafka.mjs';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '60000' }, rounds: { type: 'string', default: '3' } },
});
const [count, rounds] = [Number(values.events), Number(values.rounds)];
await ensureInstalled();
await ensureBuilt();
const { createPool, createLogger, migrate, platformMigrations, startEmbeddedPostgres } =
  await import('#hosting');
const { FeedHub, Publisher, PUBLISHER } = await import('#eventing');
const { EventWriter } = await import('#eventing/publisher/event-writer');
const { eventStoreMigrations, PostgresEventStore } = await import('#event-store');
const { PUBLIC_AGGREGATES, publicEventsOf, toKafka } = await import('#contracts');
const { createPartitioner } = await import('#bus/kafka/partitioner');
const { kafkaClient } = await import('#bus/kafka/settings');
const { ensureTopics, eventsTopic, eventTopics } = await import('#bus/kafka/topics');
const { newId } = await import('#kernel');
const { machine } = await import('./report.mjs');

const say = (message) => console.error(`  ${message}`);
const log = createLogger({ level: 'error', service: 'bench' });
/** What a plain producer writes in a request. */
const BATCH = 500;

/** The events of invoices that are drafted, issued, stamped and paid: three public of five, as it is in life. */
const fill = async (pool) => {
  const address = { street: 'Hidalgo', exterior: '1', interior: null, neighborhood: null, city: null };
  const whole = { ...address, municipality: null, zip: '42501', state: null, country: 'MEX' };
  const party = { legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' };
  const product = {
    ...{
      id: newId(),
      description: 'Ukelele',
      product_key: '60131324',
      unit_key: 'H87',
      unit_name: 'Elemento',
    },
    ...{ price: '345.60', tax_included: true, taxability: '02', local_taxes: [], sku: 'U-1' },
    taxes: [{ type: 'IVA', factor: 'Tasa', rate: '0.16', base: null, withholding: false, ieps_mode: 'unit' }],
  };
  const item = { quantity: '1', discount: '0', product, parts: [], customs_keys: [], third_party: null };
  const content = {
    ...{ type: 'I', customer: { id: newId(), ...party, email: null, address: whole }, payment_form: '03' },
    items: [1, 2, 3].map(() => ({ ...item, property_tax_account: [], complement: null })),
    ...{ payment_method: 'PUE', use: 'G03', currency: 'MXN', exchange: '1', conditions: null },
    ...{ related_documents: [], global: null, export: '01', date: null, address: null, external_id: null },
    ...{
      idempotency_key: null,
      folio_number: null,
      series: null,
      pdf_custom_section: null,
      pdf_options: null,
    },
    ...{ complements: [], addenda: null, namespaces: [], third_party: null },
  };
  const at = new Date().toISOString();
  const tax = { type: 'IVA', factor: 'Tasa', rate: '0.160000', base: '893.79', amount: '143.01' };
  const totals = {
    ...{ subtotal: '893.79', discount: '0', total: '1036.80' },
    taxes: [{ ...tax, withholding: false, local: false }],
  };
  const issue = {
    number: 1,
    issuer: { ...party, address: whole },
    series: 'A',
    folio_number: 1,
    date: at,
    fecha: at,
  };
  const stamp = {
    ...{ uuid: randomUUID(), date: at, signature: 's'.repeat(344), sat_cert_number: '3'.repeat(20) },
    ...{
      sat_signature: 's'.repeat(344),
      rfc_provider_cert: 'SPR190613I52',
      complement_string: 'c'.repeat(500),
    },
    ...{ issuer_cert_number: '3'.repeat(20), xml_key: 'cfdi/1.xml', timbre_xml: 't'.repeat(1_000) },
    verification_url: `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${'u'.repeat(80)}`,
  };
  const history = [
    ['InvoiceDrafted', { content, totals, problems: [], at }],
    ['InvoiceIssued', { content, issue: { ...issue, totals }, at }],
    ['StatusChecked', { at }],
    ['InvoiceStamped', { number: 1, stamp, at }],
    ['StatusChecked', { at }],
  ];
  const metadata = { organizationId: newId(), livemode: false, correlationId: newId(), actor: 'key:bench' };
  const statement = `
    INSERT INTO event_store.events (stream_id, revision, position, event_id, type, data, metadata)
    SELECT 'invoice-' || lpad(to_hex(n / ${history.length} + 1), 24, '0'), n % ${history.length},
           nextval('event_store.position'), gen_random_uuid(), $2, $3, $4
    FROM generate_series($1::int, $5::int, ${history.length}) AS n`;
  for (const [index, [type, data]] of history.entries())
    await pool.query(statement, [
      ...[index, type, JSON.stringify(data), JSON.stringify({ ...metadata, commandId: newId() })],
      count - 1,
    ]);
  // In the order of their streams, as it is in life: the positions were given type by type.
  await pool.query('ALTER TABLE event_store.events DROP CONSTRAINT events_position_key');
  await pool.query(
    `UPDATE event_store.events AS e SET position = o.place FROM (
       SELECT stream_id, revision, row_number() OVER (ORDER BY stream_id, revision) AS place FROM event_store.events
     ) AS o WHERE e.stream_id = o.stream_id AND e.revision = o.revision`,
  );
  await pool.query('ALTER TABLE event_store.events ADD CONSTRAINT events_position_key UNIQUE (position)');
  await pool.query('VACUUM ANALYZE event_store.events');
};

/** The publisher, from the first event to the last, as its process runs it. */
const publish = async ({ pool, store, settings }) => {
  await pool.query('DELETE FROM platform.checkpoints WHERE name = $1', [PUBLISHER]);
  const writer = new EventWriter(settings, log);
  const hub = new FeedHub({ store, log });
  const limits = { leaseMs: 10_000, maxAgeMs: 30_000 };
  hub.follow(new Publisher({ pool, store, log, writer, source: settings.prefix, ...limits }));
  const head = await store.head();
  const since = performance.now();
  await hub.start();
  while (hub.status()[0]?.position !== head) await sleep(2);
  const seconds = (performance.now() - since) / 1000;
  await hub.stop();
  return seconds;
};

/** The same messages, ready made, by kafkajs alone: what the client and the broker can do on this machine. */
const produce = async ({ messages, settings }) => {
  const producer = kafkaClient(settings, 'bench', log).producer({
    ...{ createPartitioner, idempotent: true, maxInFlightRequests: 1 },
  });
  await producer.connect();
  const since = performance.now();
  for (let from = 0; from < messages.length; from += BATCH)
    await producer.sendBatch({
      acks: -1,
      topicMessages: [
        { topic: eventsTopic(settings.prefix, 'invoice'), messages: messages.slice(from, from + BATCH) },
      ],
    });
  const seconds = (performance.now() - since) / 1000;
  await producer.disconnect();
  return seconds;
};

const readAll = async (store) => {
  const messages = [];
  for (let after = 0n; ;) {
    const events = await store.readFeed(after, 2_000);
    if (events.length === 0) return messages;
    messages.push(...events.flatMap((event) => publicEventsOf(event, 'bench').map(toKafka)));
    after = events.at(-1).position;
  }
};

const folder = await mkdtemp(join(tmpdir(), 'timbra-bench-publisher-'));
let kafka;
let database;
let pool;
try {
  say('Starting PostgreSQL and Kafka');
  kafka = await startKafka(join(folder, 'kafka'));
  const settings = { brokers: [kafka.broker], prefix: 'bench', tls: undefined, sasl: undefined };
  database = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  await migrate(database.url, [...eventStoreMigrations, ...platformMigrations]);
  pool = createPool(database.url, { max: 6, applicationName: 'timbra-bench' });
  const store = new PostgresEventStore(pool);
  const admin = kafkaClient(settings, 'bench', log).admin();
  await admin.connect();
  await ensureTopics(admin, eventTopics(settings.prefix, PUBLIC_AGGREGATES, 12));
  await admin.disconnect();
  say(`${count} events`);
  await fill(pool);
  const messages = await readAll(store);
  const bytes = messages.reduce((sum, { value }) => sum + value.length, 0) / messages.length;
  const rows = [];
  for (let round = 0; round < rounds; round += 1) {
    const plain = messages.length / (await produce({ messages, settings }));
    const seconds = await publish({ pool, store, settings });
    const ours = messages.length / seconds;
    say(`round ${round + 1}: ${Math.round(ours)}/s, plain producer ${Math.round(plain)}/s`);
    rows.push({ ours, plain, read: count / seconds });
  }
  // The first round warms up.
  const best = rows.slice(1).toSorted((a, b) => b.ours / b.plain - a.ours / a.plain);
  const { ours, plain, read } = best[Math.floor(best.length / 2)] ?? rows[0];
  console.log(`${machine()}\n`);
  console.log(
    `Public events, ${Math.round(bytes)} bytes each, from PostgreSQL to Kafka, acknowledged: ${Math.round(ours)}/s`,
  );
  console.log(
    `  (${Math.round(read)} events of the feed a second, of which those that are public are published)`,
  );
  console.log(`The same messages by a plain kafkajs producer, ${BATCH} a request: ${Math.round(plain)}/s`);
  console.log(`Ratio: ${(ours / plain).toFixed(2)}`);
} finally {
  await pool?.end();
  await database?.stop();
  await kafka?.stop();
  await rm(folder, { recursive: true, force: true });
}
