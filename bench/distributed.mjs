// npm run bench:distributed [-- --seconds 15] [--events feed,topics] [--write docs/benchmarks.md]: stamped invoices a second of the
// embedded service, and of services in processes of their own over a real Kafka with one and with three replicas of invoicing, with
// domain events over the store's feed and over topics, in one run on one machine. Needs Java 17 and Maven (deploy/kafka/kafka.sh), on Linux.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';
import { startKafka } from '../scripts/lib/kafka.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    events: { type: 'string', default: 'feed,topics' },
    write: { type: 'string' },
  },
});
// A broker as it runs for long: with all of Java's compilers.
process.env.TIMBRA_KAFKA_JAVA ??= '';
await ensureInstalled();
await ensureBuilt();
const { createLogger, createPool, startEmbeddedPostgres } = await import('#hosting');
const { cpuSeconds, parentOf } = await import('./cpu.mjs');
const { withDataFolder } = await import('./folder.mjs');
const { load, makeInvoice } = await import('./http.mjs');
const { watchLag } = await import('./lag.mjs');
const { startProcesses } = await import('./processes.mjs');
const { machine, markdownOf, milliseconds, writeInto } = await import('./report.mjs');
const { caller, startService } = await import('./service.mjs');
const { limitProcessors } = await import('./throttle.mjs');

const PREFIX = 'timbra';
const CONNECTIONS = 32;
const seconds = Number(options.seconds);
const REPLICAS = 3;
/** Of a core, for each replica of invoicing: little enough that three of them are still what limits the rate here. */
const SHARE = 0.06;
/**
 * Invoices after which no part gets quicker: code is compiled by how often it ran, not by how long, and each process has some of
 * it, each replica its share.
 */
const WARM_UP = 1_500;
const log = createLogger({ level: 'error', service: 'bench' });
const say = (message) => console.error(`  ${message}`);

/** Warms up, then measures with one connection and with many; `used` gives what was used of processors so far, by part. */
const measure = async (service, used, replicas = 1) => {
  const make = () => makeInvoice(service);
  await load(make, { connections: CONNECTIONS, count: WARM_UP * replicas });
  const single = await load(make, { connections: 1, seconds: Math.min(seconds, 8) });
  const before = used();
  const many = await load(make, { connections: CONNECTIONS, seconds });
  const after = used();
  const cpu = Object.fromEntries(
    Object.entries(after).map(([part, total]) => [part, ((total - before[part]) * 1_000) / many.count]),
  );
  return { single, many, cpu };
};

/** Invoices while each replica of invoicing may use only a share of a core, with as many callers for each. */
const measureLimited = async (service, pids) => {
  const limit = limitProcessors(pids, SHARE);
  const connections = CONNECTIONS * pids.length;
  try {
    await load(() => makeInvoice(service), { connections, seconds: 5 });
    return await load(() => makeInvoice(service), { connections, seconds });
  } finally {
    limit.end();
  }
};

const embedded = async (dataDir) => {
  say('Embedded');
  const service = await startService(dataDir);
  try {
    return await measure(service, () => ({ 'service and PostgreSQL': cpuSeconds([service.pid]) }));
  } finally {
    await service.stop();
  }
};

/** The process that all of a server's others come from. */
const postmasterOf = async (url) => {
  const pool = createPool(url, { max: 1, applicationName: 'timbra-bench' });
  const { rows } = await pool.query('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0].pid);
  await pool.end();
  return postmaster;
};

/** @param events where domain events travel: `feed` or `topics` */
const distributed = async (folder, events) => {
  const results = [];
  say(`PostgreSQL, Kafka, and a process for each service; domain events over ${events}`);
  const kafka = await startKafka(join(folder, 'kafka'));
  let database;
  let processes;
  try {
    database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), maxConnections: 300 });
    const postmaster = await postmasterOf(database.url);
    const at = { broker: kafka.broker, databaseUrl: database.url, dataDir: join(folder, 'files'), events };
    processes = await startProcesses(at);
    const service = { call: caller(processes.demo) };
    const used = () => ({
      ...Object.fromEntries(processes.services.map((name) => [name, cpuSeconds(processes.pids(name))])),
      PostgreSQL: cpuSeconds([postmaster]),
      Kafka: cpuSeconds([kafka.pid]),
    });
    for (const replicas of [1, REPLICAS]) {
      while (processes.pids('invoicing').length < replicas) await processes.more('invoicing');
      say(`${replicas} of invoicing`);
      const lag = await watchLag({ ...at, prefix: PREFIX, log });
      const measured = await measure(service, used, replicas);
      const lags = await lag.end();
      const limited = await measureLimited(service, processes.pids('invoicing'));
      results.push({ events, replicas, ...measured, lag: lags, limited });
      say(
        `${rate(measured.single)} with one connection, ${rate(measured.many)} with many; ${cpu(measured.cpu)}; ${rate(limited)} where each of invoicing has ${SHARE} of a core`,
      );
    }
    return results;
  } finally {
    await processes?.stop();
    await database?.stop();
    await kafka.stop();
  }
};

const rate = ({ perSecond, p50, p99 }) =>
  `${perSecond.toFixed(perSecond < 100 ? 1 : 0)}/s, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
const cpu = (parts) =>
  Object.entries(parts)
    .filter(([, ms]) => ms >= 0.05)
    .map(([part, ms]) => `${part} ${ms.toFixed(1)}`)
    .join(', ');

await withDataFolder(async (dataDir) => {
  await mkdir(join(dataDir, 'embedded'));
  const base = await embedded(join(dataDir, 'embedded'));
  const runs = [];
  for (const events of options.events.split(',')) {
    const folder = await mkdtemp(join(tmpdir(), 'timbra-bench-processes-'));
    try {
      runs.push(...(await distributed(folder, events)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const share = ({ many }) => `${(many.perSecond / base.many.perSecond).toFixed(2)} of the embedded rate`;
  const later = ({ single }) => `p50 ${milliseconds(single.p50 - base.single.p50)} more than embedded`;
  const total = (parts) => Object.values(parts).reduce((sum, ms) => sum + ms, 0);
  const times = (run) => `${(total(run.cpu) / total(base.cpu)).toFixed(2)} times the embedded`;
  const limitedOf = ({ limited, replicas }) =>
    `${limited.perSecond.toFixed(1)}/s, ${CONNECTIONS * replicas} connections`;
  /** What the replicas do together where each has the same share of a core. */
  const grows = (run) => {
    const one = runs.find(({ events, replicas }) => events === run.events && replicas === 1);
    return `${(run.limited.perSecond / one.limited.perSecond).toFixed(2)} times the rate of one`;
  };
  const table = markdownOf(machine(), [
    ['Embedded, 1 connection', rate(base.single), ''],
    [`Embedded, ${CONNECTIONS} connections`, rate(base.many), ''],
    ['Embedded: processor ms for each invoice', cpu(base.cpu), ''],
    ...runs.flatMap((run) => {
      const name = `Over Kafka, events over ${run.events}, ${run.replicas} of invoicing`;
      const { invoicing, stamping, rows, published, pending } = run.lag.most;
      return [
        [`${name}, 1 connection`, `${rate(run.single)}; ${later(run)}`, 'at most 25 ms more'],
        [`${name}, ${CONNECTIONS} connections`, `${rate(run.many)}; ${share(run)}`, ''],
        [`${name}: processor ms for each invoice`, cpu(run.cpu), ''],
        [`${name}: together`, times(run), run.replicas === 1 ? 'at most 2 times' : ''],
        [
          `${name}, each with ${SHARE} of a core`,
          run.replicas === 1 ? limitedOf(run) : `${limitedOf(run)}; ${grows(run)}`,
          run.replicas === 1 ? '' : 'at least 2.2 times',
        ],
        [
          `${name}: the most that waited (commands of invoicing, of stamping; events for the rows, for the public topics; commands of processes)`,
          `${[invoicing, stamping, rows, published, pending].map((count) => count ?? 'not counted').join('; ')}; nothing ${milliseconds(run.lag.drainedMs)} after the load`,
          '',
        ],
      ];
    }),
  ]);
  console.log(`\n${table}`);
  if (options.write) await writeInto(options.write, table, 'bench/distributed.mjs');
});
