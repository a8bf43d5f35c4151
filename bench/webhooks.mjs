// node bench/webhooks.mjs [--endpoints 1000] [--hanging 100] [--rate 200] [--seconds 60]: how soon events reach healthy
// endpoints where others hang, from a request of the API and from the event store through the built service to receivers
// of another process; and how many a second it delivers at most, beside a bare undici loop that posts the same bodies in
// the same run. Uses free ports and a temporary data folder, and removes them.
import { fork, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';
import { machine, quantile } from './report.mjs';

const { values } = parseArgs({
  options: {
    endpoints: { type: 'string', default: '1000' },
    hanging: { type: 'string', default: '100' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    burst: { type: 'string', default: '5000' },
  },
});
const [endpoints, hanging, rate, seconds, burst] = ['endpoints', 'hanging', 'rate', 'seconds', 'burst'].map(
  (name) => Number(values[name]),
);
await ensureInstalled();
await ensureBuilt();
const { createPool, keysOf, startEmbeddedPostgres, Vault } = await import('#hosting');
const { PostgresEventStore } = await import('#event-store');
const { newId } = await import('#kernel');

const ROOT = resolve(import.meta.dirname, '..');
const MAIN = join(ROOT, 'dist/apps/standalone/src/main.js');
const say = (message) => console.error(`  ${message}`);
const TICK_MS = 50;
const CONNECTIONS = 50;
const PRODUCT = { description: 'Ukelele', product_key: '60131324', price: 345.6 };

const startReceivers = async () => {
  const child = fork(join(import.meta.dirname, 'webhook-receivers.mjs'), [`${endpoints}`, `${hanging}`]);
  const came = new Map();
  const ports = await new Promise((settle) =>
    child.on('message', (message) => {
      if (message.ports) settle(message.ports);
      for (const [id, at] of message.came ?? []) if (!came.has(id)) came.set(id, at);
    }),
  );
  return { child, ports, came };
};

const startService = async (dataDir, env) => {
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: { ...process.env, TIMBRA_DATA: dataDir, TIMBRA_PORT: '0', TIMBRA_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const file = join(dataDir, 'demo.json');
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    await sleep(20);
  }
  return { child, demo: JSON.parse(await readFile(file, 'utf8')) };
};

const envelope = (organizationId) => ({
  ...{ organizationId, livemode: false, actor: 'key:bench' },
  ...{ correlationId: newId(), commandId: randomUUID() },
});

/** An organization for each endpoint, as those who hang are not one customer. */
const addEndpoints = async ({ store, vault, ports }) => {
  const organizations = ports.map(() => newId());
  for (let from = 0; from < ports.length; from += 50)
    await Promise.all(
      ports.slice(from, from + 50).map(async (port, n) => {
        const organizationId = organizations[from + n];
        const webhook_id = newId();
        const secret_key = `webhook/${webhook_id}/secret`;
        await vault.put(
          organizationId,
          secret_key,
          Buffer.from(`whsec_${randomBytes(32).toString('base64')}`),
        );
        const content = {
          ...{ url: `http://127.0.0.1:${port}/hook`, enabled_events: ['product.created'], description: null },
          ...{ headers: [], headers_key: null, payload_style: 'full', ordered: false },
        };
        const data = { webhook_id, ...content, secret_key, at: new Date().toISOString() };
        await store.append(
          `webhooks-${organizationId}.test`,
          -1,
          [{ id: randomUUID(), type: 'WebhookCreated', data }],
          envelope(organizationId),
        );
      }),
    );
  return organizations;
};

/** Stores events at a rate, each of an organization in turn; when each was committed, by its stream. */
const storeEvents = async ({ store, organizations, data, count, perSecond }) => {
  const storedAt = new Map();
  const since = performance.now();
  const pending = [];
  for (let n = 0; n < count;) {
    const due =
      perSecond === undefined ? count : Math.min(count, ((performance.now() - since) / 1000) * perSecond);
    for (; n < due; n += 1) {
      const place = n % organizations.length;
      const stream = `product-${newId()}`;
      const asked = Date.now();
      const event = { id: randomUUID(), type: 'ProductCreated', data };
      pending.push(
        store.append(stream, -1, [event], envelope(organizations[place])).then(() => {
          storedAt.set(stream, { at: asked, healthy: place >= hanging });
        }),
      );
      if (pending.length >= 200) await Promise.all(pending.splice(0));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(pending);
  return storedAt;
};

/** Requests of the API in a second, beside the events that are stored. */
const ASKED_PER_SECOND = 10;

/** Makes products by the API for so long; when each was asked for, by its stream. These events are the service's own. */
const makeProducts = async ({ api, forSeconds }) => {
  const askedAt = new Map();
  for (let n = 0; n < forSeconds * ASKED_PER_SECOND; n += 1) {
    const at = Date.now();
    const { id } = await api('/products', PRODUCT);
    askedAt.set(`product-${id}`, { at, healthy: true });
    await sleep(1_000 / ASKED_PER_SECOND);
  }
  return askedAt;
};

/** How long each event took from the store to its endpoint, in ms. */
const delaysOf = async ({ pool, came, storedAt }) => {
  const healthy = [...storedAt].filter(([, one]) => one.healthy);
  const streams = healthy.map(([stream]) => stream);
  const deadline = performance.now() + 120_000;
  for (;;) {
    const { rows } = await pool.query('SELECT id, stream FROM webhooks.events WHERE stream = ANY($1)', [
      streams,
    ]);
    const delays = rows
      .filter(({ id }) => came.has(id))
      .map(({ id, stream }) => came.get(id) - storedAt.get(stream).at);
    if (delays.length === streams.length || performance.now() > deadline)
      return { delays, lost: streams.length - delays.length };
    await sleep(200);
  }
};

/** The same requests by undici alone: what the client and the receivers can do on this machine. */
const postBare = async ({ ports, body, headers, count }) => {
  const clients = ports
    .slice(hanging)
    .map((port) => new Pool(`http://127.0.0.1:${port}`, { connections: 1 }));
  let next = 0;
  const since = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < count) {
        const n = (next += 1);
        const client = clients[n % clients.length];
        const id = newId();
        const answer = await client.request({
          ...{ method: 'POST', path: '/hook', body },
          headers: { ...headers, 'webhook-id': `bare-${id}` },
        });
        await answer.body.dump();
      }
    }),
  );
  const perSecond = count / ((performance.now() - since) / 1000);
  await Promise.all(clients.map((client) => client.close()));
  return perSecond;
};

const folder = await mkdtemp(join(tmpdir(), 'timbra-bench-webhooks-'));
let database;
let pool;
let service;
let receivers;
try {
  say('Starting PostgreSQL, the service and the receivers');
  const masterKey = randomBytes(32);
  database = await startEmbeddedPostgres({ dataDir: join(folder, 'database') });
  receivers = await startReceivers();
  const { ports, came } = receivers;
  service = await startService(join(folder, 'data'), {
    ...{ DATABASE_URL: database.url, TIMBRA_MASTER_KEY: masterKey.toString('base64') },
  });
  pool = createPool(database.url, { max: 8, applicationName: 'timbra-bench' });
  const store = new PostgresEventStore(pool);
  const { base_url: baseUrl, test_key: key } = service.demo;
  const api = async (path, body) => {
    const answer = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const [{ data }] = await store.read(`product-${(await api('/products', PRODUCT)).id}`);
  say(`${endpoints} endpoints, of which ${hanging} hang`);
  const vault = new Vault(pool, 'documents', keysOf(masterKey).documents);
  const organizations = await addEndpoints({ store, vault, ports });
  const there = async () => (await pool.query('SELECT count(*)::int AS n FROM webhooks.endpoints')).rows[0].n;
  while ((await there()) < endpoints) await sleep(50);
  const parts = { store, organizations, data };
  // Once around: code and connections are warm, and those that hang are known to.
  const first = await storeEvents({ ...parts, count: endpoints, perSecond: rate });
  await delaysOf({ pool, came, storedAt: first });

  say(`${rate} events a second for ${seconds} s`);
  await api('/webhooks', {
    url: `http://127.0.0.1:${ports.at(-1)}/hook`,
    enabled_events: ['product.created'],
  });
  const [storedAt, askedAt] = await Promise.all([
    storeEvents({ ...parts, count: rate * seconds, perSecond: rate }),
    makeProducts({ api, forSeconds: seconds }),
  ]);
  const stored = await delaysOf({ pool, came, storedAt });
  const asked = await delaysOf({ pool, came, storedAt: askedAt });

  say(`${burst} events at once`);
  const since = performance.now();
  const healthyOnes = { ...parts, organizations: organizations.slice(hanging) };
  const atOnce = await storeEvents({ ...healthyOnes, count: burst });
  for (const one of atOnce.values()) one.healthy = true;
  const drained = await delaysOf({ pool, came, storedAt: atOnce });
  const ours = (burst - drained.lost) / ((performance.now() - since) / 1000);

  say('A bare loop');
  const { rows } = await pool.query('SELECT body FROM webhooks.events WHERE body IS NOT NULL LIMIT 1');
  const headers = {
    ...{ 'content-type': 'application/json', 'facturapi-signature': 'f'.repeat(64) },
    ...{ 'webhook-timestamp': '1764150000', 'webhook-signature': `v1,${'s'.repeat(44)}` },
  };
  const same = { ports, body: rows[0].body, headers, count: burst };
  await postBare(same);
  const bare = await postBare(same);

  const told = ({ delays: all, lost: missing }) => {
    const [p50, p99] = [0.5, 0.99].map((share) => Math.round(quantile(all, share)));
    return `p50 ${p50} ms, p99 ${p99} ms; lost ${missing} of ${all.length + missing}`;
  };
  console.log(`${machine()}\n`);
  console.log(
    `${endpoints} endpoints, ${hanging} of which hang; ${rate} events/s for ${seconds} s, each to one of them`,
  );
  console.log(
    `From a request of the API to a healthy endpoint, ${ASKED_PER_SECOND} a second beside them: ${told(asked)}`,
  );
  console.log(`From the store to a healthy endpoint, stored by another process: ${told(stored)}`);
  console.log(`At most, all steps: ${Math.round(ours)}/s; lost ${drained.lost}`);
  console.log(`The same requests by a bare undici loop, ${CONNECTIONS} at a time: ${Math.round(bare)}/s`);
  console.log(`Ratio: ${(ours / bare).toFixed(2)}`);
  const isLate = ({ delays: all, lost: missing }) => missing > 0 || quantile(all, 0.99) >= 2_000;
  if (isLate(stored) || isLate(asked)) process.exitCode = 1;
} finally {
  await pool?.end().catch(() => undefined);
  service?.child.kill('SIGTERM');
  receivers?.child.disconnect();
  if (service)
    await new Promise((settle) =>
      service.child.exitCode === null ? service.child.once('exit', settle) : settle(),
    );
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
}
