// node bench/zip.mjs [--count 10000]: has the built service make the ZIP of a month with this many small invoices,
// kills
// it in the middle and checks that it continues where it was, makes another and downloads it, and says how much memory
// that takes above idle. Needs Linux for the memory. Uses a free port and a temporary data folder, which it removes.
import { unzipSync } from 'fflate';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';

const { values: options } = parseArgs({ options: { count: { type: 'string', default: '10000' } } });
const count = Number(options.count);
await ensureInstalled();
await ensureBuilt();
const { Vault, createPool, keysOf, loadMasterKey, startEmbeddedPostgres } = await import('#hosting');
const { PostgresContentStore } = await import('#eventing');
const { makeInvoice } = await import('./http.mjs');
const { machine } = await import('./report.mjs');
const { startService } = await import('./service.mjs');

/** The oldest stamped invoice. */
const OLDEST = 'SELECT min(id) FROM gateway.invoices WHERE uuid IS NOT NULL';
/** Copies it, a second apart within its month. */
const COPY_ROWS = `
  INSERT INTO gateway.invoices
  SELECT copy.* FROM gateway.invoices AS made, generate_series(1, $1) AS n,
    LATERAL json_populate_record(made, json_build_object(
      'id', 'f' || lpad(to_hex(n), 23, '0'), 'uuid', upper(md5(n::text)::uuid::text), 'xml_key', 'copy/' || n,
      'timbre_xml', replace(made.timbre_xml, made.uuid, upper(md5(n::text)::uuid::text)),
      'sort_at', date_trunc('month', made.sort_at) + interval '10 days' + n * interval '1 second')) AS copy
  WHERE made.id = (${OLDEST})`;
const ORIGINAL = `SELECT organization_id AS "organizationId", livemode, xml_key FROM gateway.invoices WHERE id = (${OLDEST})`;

const copyDocuments = async (pool, dataDir) => {
  const { documents } = keysOf(await loadMasterKey(dataDir, undefined));
  const contents = new PostgresContentStore(pool, new Vault(pool, 'documents', documents));
  const { xml_key, ...tenant } = (await pool.query(ORIGINAL)).rows[0];
  const xml = await contents.get(tenant, xml_key);
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  await Promise.all(numbers.map((n) => contents.put(tenant, `copy/${n}`, xml)));
};

const fill = async (dataDir) => {
  const database = await startEmbeddedPostgres({ dataDir });
  const pool = createPool(database.url, { max: 2, applicationName: 'timbra-bench' });
  try {
    await copyDocuments(pool, dataDir);
    await pool.query(COPY_ROWS, [count]);
    await pool.query('VACUUM ANALYZE gateway.invoices');
    const { rows } = await pool.query('SELECT sort_at FROM gateway.invoices LIMIT 1');
    return rows[0].sort_at;
  } finally {
    await pool.end();
    await database.stop();
  }
};

const megabytes = async (pid, name) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN) / 1024;
};
/** The process's peak counts from here on. */
const resetPeak = (pid) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);

const must = (holds, what) => {
  if (!holds) throw new Error(what);
};

/** Waits until a request is as it should be. */
const until = async (service, id, isSo) => {
  for (;;) {
    const request = JSON.parse(await service.call('GET', `/invoices/zip-requests/${id}`));
    if (isSo(request)) return request;
    must(request.status !== 'failed', 'the request failed');
    await sleep(20);
  }
};
const isFinished = ({ status }) => status === 'finished';

const dataDir = await mkdtemp(join(tmpdir(), 'timbra-zip-'));
// Under root the database belongs to another user, who must be able to enter.
await chmod(dataDir, 0o755);
let service;
try {
  service = await startService(dataDir);
  await makeInvoice(service);
  await service.stop();
  const date = await fill(dataDir);
  const month = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };

  service = await startService(dataDir);
  const begin = async (body) => JSON.parse(await service.call('POST', '/invoices/zip-requests', body));
  const first = await begin(month);
  const { processed_document: before } = await until(
    service,
    first.id,
    ({ processed_document: processed }) => processed >= count * 0.4,
  );
  await service.kill();
  service = await startService(dataDir);
  const { processed_document: after } = await until(service, first.id, () => true);
  must(after >= before, `it started over: ${after} after ${before}`);
  const resumed = await until(service, first.id, isFinished);
  must(resumed.failed_documents.length === 0, 'documents failed');
  console.log(`killed at ${before} of ${resumed.document_count}, went on to the end`);

  await sleep(3_000);
  const idle = await megabytes(service.pid, 'VmRSS');
  await resetPeak(service.pid);
  const since = performance.now();
  const second = await begin({ ...month, invoice_types: ['I'] });
  const done = await until(service, second.id, isFinished);
  const seconds = (performance.now() - since) / 1000;
  const making = await megabytes(service.pid, 'VmHWM');
  await sleep(1_000);
  await resetPeak(service.pid);
  const zip = await service.call('GET', `/invoices/zip-requests/${second.id}/zip`);
  const downloading = await megabytes(service.pid, 'VmHWM');
  const files = unzipSync(zip);
  must(Object.keys(files).length === done.document_count, 'the ZIP lacks files');
  console.log(`${machine()}
${done.document_count} invoices: ${seconds.toFixed(1)} s, ${(zip.length / 2 ** 20).toFixed(1)} MB
idle ${idle.toFixed(0)} MB; making +${(making - idle).toFixed(0)} MB; downloading +${(downloading - idle).toFixed(0)} MB`);
} finally {
  await service?.stop();
  // Where root's database lies elsewhere, a file says where.
  const pointer = await readFile(join(dataDir, 'postgres/location.json'), 'utf8').catch(() => undefined);
  if (pointer) await rm(JSON.parse(pointer).folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
