// npm run drill [-- eventstoredb]: a backup of an embedded installation, restored on what could be another machine. An
// installation is started and given documents; stopped, packed and deleted; unpacked elsewhere, and started on another
// port. Every table must be the same, row by row; encrypted documents must open and have the same bytes; the next invoice
// must be stamped with the stored certificate and get the next folio; and with another key it must not start. Then its
// master key is changed, after which the same holds. With `eventstoredb` the events are there (in its double), and a
// backup has both; with an older one of EventStoreDB it must not start. docs/operations.md has the same steps by hand.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { openStore } from './lib/drill-stores.mjs';
import { orFailure } from './lib/failure.mjs';
import { Installation, runProgram } from './lib/installation.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

const INVOICES = 4;

const tar = (...args) => {
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
  assert.equal(status, 0, `tar ${args.join(' ')}: ${stderr}`);
};

/** Documents of each kind: stamped, canceled, a draft; their files, and a mail with them. */
const makeDocuments = async (installation) => {
  const customer = await installation.json('POST', '/customers', {
    ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
    ...{ email: 'compras@example.com', address: { zip: '86991' } },
  });
  const order = (more) => ({
    ...{ customer: customer.id, payment_form: '03' },
    items: [{ quantity: 2, product: { description: 'Ukelele', product_key: '60131324', price: 345.6 } }],
    ...more,
  });
  await installation.json('POST', '/invoices', order({ status: 'draft' }));
  const stamped = [];
  for (let n = 0; n < INVOICES; n++) stamped.push(await installation.json('POST', '/invoices', order()));
  await installation.json('DELETE', `/invoices/${stamped[0].id}?motive=02`);
  await installation.json('POST', `/invoices/${stamped[1].id}/email`);
  return { order, folio: stamped.at(-1).folio_number };
};

/** Every table of the stopped installation: how many rows, and one hash of all of them. */
const tablesOf = async (dataDir) => {
  const { createPool, startEmbeddedPostgres } = await import(
    pathToFileURL(join(root, 'dist/libs/hosting/src/postgres/index.js')).href
  );
  const database = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(database.url, { applicationName: 'timbra-drill', max: 1 });
  try {
    const { rows } = await pool.query(`
      SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`);
    const tables = {};
    for (const { name } of rows) {
      const found = await pool.query(
        `SELECT count(*)::int AS rows, md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) AS hash FROM ${name} AS t`,
      );
      tables[name] = found.rows[0];
    }
    return tables;
  } finally {
    await pool.end();
    await database.stop();
  }
};

/** With less than it should have, it ends with a sentence. */
const mustRefuse = async (dataDir, settings, reason) => {
  const refusal = await Installation.refused(dataDir, settings);
  assert.match(refusal, reason);
  assert(!/\n\s+at /.test(refusal), `it ends with more than a sentence: ${refusal}`);
  return refusal.trim().split('\n').at(-1);
};

const drill = async (folder, before, stores) => {
  const [first, second] = ['first', 'second'].map((name) => join(folder, name));
  const installation = await Installation.start(first, before.settings);
  const early = before.backUp();
  const { order, folio } = await makeDocuments(installation);
  const documents = await installation.documents();
  assert(documents.length > INVOICES, 'there is too little to compare');
  await installation.stop();
  const tables = await tablesOf(first);
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const events = before.count?.() ?? tables['event_store.events'].rows;
  assert(events > 10 && tables['platform.contents'].rows > INVOICES);
  if (before.count) assert.equal(tables['event_store.events'].rows, 0);
  console.log(
    `before: ${documents.length} documents, ${events} events, ${Object.keys(tables).length} tables, ${rows} rows`,
  );

  const backup = join(folder, 'timbra.tar');
  tar('-C', first, '-cf', backup, '.');
  chmodSync(backup, 0o600);
  const eventsThen = before.backUp();
  rmSync(first, { recursive: true });
  await before.stop();
  mkdirSync(second, { mode: 0o711 });
  tar('-C', second, '-xpf', backup);

  assert.deepEqual(await tablesOf(second), tables);
  console.log('restored: every table has the same rows');

  const key = join(second, 'master.key');
  renameSync(key, `${key}.kept`);
  const after = await stores.start(eventsThen);
  console.log(`with another key it does not start: ${await mustRefuse(second, after.settings, /key/i)}`);
  rmSync(key, { force: true });
  renameSync(`${key}.kept`, key);
  if (before.count) {
    const older = await stores.start(early);
    const refusal = await mustRefuse(second, older.settings, /older backup/);
    console.log(`with events of an older backup it does not start: ${refusal}`);
  }

  const shown = await mustContinue(second, after, { documents, order, folio: folio + 1 });
  console.log(`started elsewhere: every document opens with the same bytes, the next folio is ${folio + 1}`);

  const old = readFileSync(key, 'utf8');
  runProgram('libs/hosting/src/runtime/rotate-master-key', second, after.settings);
  assert.notEqual(readFileSync(key, 'utf8'), old);
  await mustContinue(second, after, { documents: shown, order, folio: folio + 2 });
  console.log(`with its master key changed: the same, the next folio is ${folio + 2}`);
};

/** Started, it shows what it had, and stamps the next invoice; gives what it shows then. */
const mustContinue = async (dataDir, { settings }, { documents, order, folio }) => {
  const installation = await Installation.start(dataDir, settings);
  assert.deepEqual(await installation.documents(), documents);
  const next = await installation.json('POST', '/invoices', order());
  assert.deepEqual([next.status, next.folio_number], ['valid', folio]);
  const shown = await installation.documents();
  await installation.stop();
  return shown;
};

/** The stores of a drill, which end with it. */
class Stores {
  #open = [];

  async start(open) {
    const store = await open();
    this.#open.push(store);
    return store;
  }

  async stopAll() {
    await Promise.all(this.#open.map((store) => store.stop()));
  }
}

await orFailure(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'timbra-drill-'));
  // Under root the database is another user's, who must pass.
  chmodSync(folder, 0o711);
  const stores = new Stores();
  try {
    await drill(folder, await stores.start(() => openStore(process.argv[2])), stores);
    console.log(`PASS: the drill took ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } finally {
    await Installation.stopAll();
    await stores.stopAll();
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
});
