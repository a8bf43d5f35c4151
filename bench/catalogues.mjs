import { mkdtemp, rm } from 'node:fs/promises';
import { createReadStream, existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { runNode } from '../scripts/lib/command.mjs';
import { root } from '../scripts/lib/install.mjs';
import { seeded } from './random.mjs';

// node bench/catalogues.mjs [folder of tables or workbooks]: how fast the large catalogues load and are searched.
const material = resolve(
  process.argv[2] ?? join(process.env.SAT_MATERIAL ?? join(root, '../shared/sat'), 'catalogs'),
);
const WORDS = 4_000;
const KEYS = 100_000;

const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? NaN;
const ms = (value) => `${value < 10 ? value.toFixed(3) : value.toFixed(0)} ms`;
const timed = (action) => {
  const since = performance.now();
  const result = action();
  return [performance.now() - since, result];
};

/** What people type: whole words of labels, several of them, beginnings, plurals, keys. */
const queriesFrom = (catalogue, random) => {
  const { hits } = catalogue.search('', { limit: catalogue.size });
  const words = () => random.pick(hits).label.split(/\s+/);
  const kinds = [
    () => random.pick(words()),
    () => words().slice(0, 2).join(' '),
    () => words().reverse().slice(0, 3).join(' '),
    () => random.pick(words()).slice(0, 1 + random.below(4)),
    () => `${random.pick(words())}s de ${random.pick(words())}`,
    () => random.pick(hits).key.slice(0, 1 + random.below(8)),
    () => 'xyzzy',
  ];
  return Array.from({ length: WORDS }, () => random.pick(kinds)());
};

const bareHash = async (folder, files) => {
  const since = performance.now();
  for (const { file } of files) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk);
    hash.digest();
  }
  return performance.now() - since;
};

/** Opens everything in a process of its own, where nothing else takes memory. */
const openElsewhere = async (folder) => {
  const module = pathToFileURL(join(root, 'dist/libs/sat/src/large/directory.js')).href;
  const program = `
    const { openCatalogueFolder } = await import(${JSON.stringify(module)});
    const before = process.memoryUsage().rss;
    const since = performance.now();
    const folder = openCatalogueFolder(${JSON.stringify(folder)});
    folder.preload();
    const openMs = performance.now() - since;
    console.log(JSON.stringify({ openMs, mb: Math.round((process.memoryUsage().rss - before) / 1e6) }));`;
  const { code, output } = await runNode(['--input-type=module', '-e', program], {});
  if (code !== 0) throw new Error(output);
  return JSON.parse(output);
};

const measure = async (folder) => {
  const built = (path) => import(pathToFileURL(join(root, 'dist/libs/sat/src/large', path)).href);
  const { loadCatalogues } = await built('load/load.js');
  const { openCatalogueFolder } = await built('directory.js');
  const rows = [];
  const [loadMs, { loaded }] = timed(() => loadCatalogues({ from: material, to: folder }));
  rows.push([
    'Load from the source, write',
    ms(loadMs),
    `${loaded.reduce((sum, { rows: n }) => sum + n, 0)} rows`,
  ]);
  const { openMs, mb } = await openElsewhere(folder);
  rows.push(['Open all of them, in a new process', ms(openMs), `${mb} MB more memory`]);
  const hashMs = await bareHash(folder, loaded);
  rows.push([
    'Only reading and hashing those files',
    ms(hashMs),
    `x ${(openMs / hashMs).toFixed(1)} for opening`,
  ]);
  const { catalogues } = openCatalogueFolder(folder);
  const random = seeded(7);
  for (const [name, catalogue] of Object.entries(catalogues).filter(([, { search }]) => search)) {
    const queries = queriesFrom(catalogue, random);
    for (const text of queries.slice(0, 300)) catalogue.search(text);
    const times = queries.map((text) => timed(() => catalogue.search(text, { date: '2026-11-21' }))[0]);
    const figures = [0.5, 0.99, 1].map((q) => ms(quantile(times, q))).join(', ');
    rows.push([`Search ${name} (${catalogue.size})`, figures, 'median, p99, worst']);
  }
  const keys = Array.from({ length: KEYS }, () => String(10_000_000 + random.below(85_000_000)));
  const [checkMs] = timed(() => keys.forEach((key) => catalogues.productos.check(key, '2026-11-21')));
  rows.push(['Check a product key', `${((checkMs / KEYS) * 1000).toFixed(2)} us`, '']);
  return rows;
};

if (!existsSync(material))
  throw new Error(`No catalogues in ${material}: give their folder as the argument.`);
await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'timbra-catalogues-'));
try {
  for (const [what, figure, note] of await measure(folder))
    console.log(`${what.padEnd(38)} ${figure.padStart(30)}  ${note}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
