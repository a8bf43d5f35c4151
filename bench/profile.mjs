// npm run bench:profile [-- --seconds 10] [--node-args "--max-semi-space-size=64"] [--keep <folder>]: where an invoice's time goes.
// Stamps invoices 32 at a time and one at a time, and prints processor time by layer and statements by invoice. The recording
// costs processor time itself. --keep leaves the profiles there, for Chrome's developer tools. Linux only.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { orFailure } from '../scripts/lib/failure.mjs';
import { ensureInstalled } from '../scripts/lib/install.mjs';
import { cpuSeconds } from './cpu.mjs';
import { withDataFolder } from './folder.mjs';
import { load, makeInvoice } from './http.mjs';
import { sharesByLayer } from './profile/layers.mjs';
import { machine } from './report.mjs';
import { startService } from './service.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    'node-args': { type: 'string', default: '' },
    keep: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
/** Layers and statements that take less are summed up. */
const LEAST_MICROSECONDS = 10;
const LEAST_SENT = 0.05;

/** Has the service begin or end its recording; gives what it wrote. */
const signal = async ({ pid }, file) => {
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) {
    // Throws where the process has ended.
    process.kill(pid, 0);
    await sleep(20);
  }
  const text = await readFile(file, 'utf8');
  await rm(file);
  return JSON.parse(text);
};

/** One load, recorded: all figures are by invoice. */
const record = async (service, connections, file) => {
  const make = () => makeInvoice(service);
  await signal(service, file);
  const before = cpuSeconds([service.pid]);
  const run = await load(make, { connections, seconds });
  const all = (cpuSeconds([service.pid]) - before) * 1_000;
  const seen = await signal(service, file);
  const own = seen.mainThreadMs / run.count;
  return {
    ...{ run, profile: seen.profile },
    cpu: { 'all threads and PostgreSQL': all / run.count, 'of it the main thread': own },
    database: Object.fromEntries(
      Object.entries(seen.database).map(([name, value]) => [name, value / run.count]),
    ),
    layers: new Map([...sharesByLayer(seen.profile)].map(([layer, share]) => [layer, share * own * 1_000])),
    statements: new Map(
      seen.statements.map(([name, { sent, ms }]) => [name, { sent: sent / run.count, ms: ms / sent }]),
    ),
  };
};

const print = (cells) => console.log(`| ${cells.join(' | ')} |`);
const head = (...cells) => {
  print(cells);
  print(cells.map(() => '---'));
};
const fixed = (value, digits) => (value === undefined ? '' : value.toFixed(digits));

/** Rows of two maps, by the larger value of the first; those below `least` in both as one row. */
const printRows = (maps, least, show) => {
  const names = [...new Set(maps.flatMap((map) => [...map.keys()]))];
  const valueOf = (name, n) => maps[n].get(name)?.sent ?? maps[n].get(name) ?? 0;
  const isShown = (name) => maps.some((_, n) => valueOf(name, n) >= least);
  const shown = names.filter(isShown).sort((a, b) => valueOf(b, 0) - valueOf(a, 0));
  for (const name of shown) print([name, ...maps.map((map) => show(map.get(name)))]);
  const rest = maps.map((_, n) =>
    names.filter((name) => !isShown(name)).reduce((sum, name) => sum + valueOf(name, n), 0),
  );
  print([
    `${names.length - shown.length} others together`,
    ...rest.map((value) => fixed(value, least < 1 ? 2 : 0)),
  ]);
};

const printAll = (runs) => {
  console.log(`${machine()}\n`);
  head('An invoice', ...runs.map(({ run }) => `${run.connections} at a time`));
  print(['invoices a second', ...runs.map(({ run }) => fixed(run.perSecond, 1))]);
  print(['p50, p99 in ms', ...runs.map(({ run }) => `${fixed(run.p50, 1)}, ${fixed(run.p99, 1)}`)]);
  for (const name of Object.keys(runs[0].cpu))
    print([`processor time in ms, ${name}`, ...runs.map(({ cpu }) => fixed(cpu[name], 2))]);
  print([
    'statements',
    ...runs.map(({ statements }) =>
      fixed(
        [...statements.values()].reduce((sum, { sent }) => sum + sent, 0),
        1,
      ),
    ),
  ]);
  print(['commits, as PostgreSQL counts them', ...runs.map(({ database }) => fixed(database.commits, 1))]);
  print(['fsyncs of the log', ...runs.map(({ database }) => fixed(database.syncs, 2))]);
  print(['bytes of the log', ...runs.map(({ database }) => fixed(database.wal, 0))]);
  console.log();
  head('Main thread, µs by invoice', ...runs.map(({ run }) => `${run.connections} at a time`));
  printRows(
    runs.map(({ layers }) => layers),
    LEAST_MICROSECONDS,
    (value) => fixed(value, 0),
  );
  console.log();
  head('Statements by invoice (ms until answered)', ...runs.map(({ run }) => `${run.connections} at a time`));
  printRows(
    runs.map(({ statements }) => statements),
    LEAST_SENT,
    (value) => value && `${fixed(value.sent, 2)} (${fixed(value.ms, 1)})`,
  );
};

await orFailure(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'timbra-profile-'));
  const file = join(folder, 'seen.json');
  process.env.TIMBRA_BENCH_PROFILE = file;
  const nodeArgs = [
    '--import',
    join(import.meta.dirname, 'profile/record.mjs'),
    ...options['node-args'].split(' ').filter(Boolean),
  ];
  try {
    await withDataFolder(async (dataDir) => {
      const service = await startService(dataDir, { nodeArgs });
      try {
        await load(() => makeInvoice(service), { connections: 32, seconds: Math.max(seconds / 2, 5) });
        const runs = [];
        for (const connections of [32, 1]) runs.push(await record(service, connections, file));
        printAll(runs);
        console.log(`\nPeak memory of the service: ${await service.peakMb()} MB`);
        if (options.keep) {
          await mkdir(options.keep, { recursive: true });
          for (const { run, profile } of runs)
            await writeFile(join(options.keep, `${run.connections}.cpuprofile`), JSON.stringify(profile));
        }
      } finally {
        await service.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
