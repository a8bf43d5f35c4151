// npm run bench:gate [-- --base <commit>] [--burn-ms 0.6]: compares the processor time of a stamped invoice with that of the
// last commit that CI passed, in pairs, and ends with 1 where it is more than 5 % above. TIMBRA_BENCH_BASE names a commit too;
// --burn-ms makes this side dearer, to see the gate close. Linux only. Leaves nothing behind.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { orFailure } from '../scripts/lib/failure.mjs';
import { ensureInstalled, root } from '../scripts/lib/install.mjs';
import { findBase, isSameCode } from './gate/base.mjs';
import { buildCommit } from './gate/copy.mjs';
import { measureStarts, startLine } from './gate/starts.mjs';
import { conclude, LIMIT } from './gate/verdict.mjs';

/** No pair is begun later than this after the builds. */
const PAIRS_MS = 300_000;

const { values: options } = parseArgs({
  options: { base: { type: 'string' }, 'burn-ms': { type: 'string' }, verbose: { type: 'boolean' } },
});
const say = (message) => console.log(`  ${message}`);

const percent = (ratio) => `${((ratio - 1) * 100).toFixed(1)} %`;
const mean = (pairs, name) => pairs.reduce((sum, pair) => sum + pair[name], 0) / pairs.length;

/** Prints what was seen for one load; gives whether it is within the limit. */
const report = (connections, pairs) => {
  const { ratio, low, high, verdict } = conclude(pairs);
  const range = low === undefined ? '' : ` (95 %: ${percent(low)} to ${percent(high)})`;
  say(
    `${connections} at a time: ${mean(pairs, 'base').toFixed(2)} ms before, ${mean(pairs, 'head').toFixed(2)} ms now, ` +
      `median of ${pairs.length} pairs ${percent(ratio)}${range}`,
  );
  return verdict === 'pass';
};

const compare = async ({ commit, from }, folder) => {
  const subject = execFileSync('git', ['log', '-1', '--format=%h %s', commit], {
    cwd: root,
    encoding: 'utf8',
  });
  say(`Base (${from}): ${subject.trim()}`);
  const copy = join(folder, 'base');
  await buildCommit(commit, copy);
  const { LOADS, measurePairs, warmUp } = await import('./gate/rounds.mjs');
  const { withDataFolder } = await import('./folder.mjs');
  const burn = options['burn-ms'];
  if (burn) process.env.TIMBRA_BENCH_BURN_MS = burn;
  const nodeArgs = burn ? ['--import', join(import.meta.dirname, 'gate/burn.mjs')] : [];
  /** Each on data of its own: the first start is one on an empty folder. */
  const measure = () =>
    withDataFolder((baseData) =>
      withDataFolder(async (headData) => {
        const { services, starts } = await measureStarts({
          base: { dataDir: baseData, root: copy },
          head: { dataDir: headData, root, nodeArgs },
        });
        try {
          await warmUp(services);
          const pairs = await measurePairs(services, {
            until: performance.now() + PAIRS_MS,
            say: options.verbose ? say : () => undefined,
          });
          const memory = { base: await services.base.peakMb(), head: await services.head.peakMb() };
          say(startLine(starts));
          say(`Peak memory of the service: ${memory.base} MB before, ${memory.head} MB now`);
          return LOADS.map(({ connections }) => report(connections, pairs.get(connections))).every(Boolean);
        } finally {
          await Promise.all(Object.values(services).map((service) => service.stop()));
        }
      }),
    );
  if (await measure()) return true;
  // One start of a process may be 5 % slower than the next for all its life: what fails is measured on another.
  say('Once more, both restarted:');
  return measure();
};

await orFailure(async () => {
  if (process.platform !== 'linux') return console.log('SKIPPED: the gate on speed reads /proc of Linux');
  const base = findBase(options.base ?? process.env.TIMBRA_BENCH_BASE);
  if (base.skip) return console.log(`SKIPPED: the gate on speed has nothing to compare with: ${base.skip}`);
  const named = base.from.startsWith('named');
  if (!named && isSameCode(base.commit))
    return console.log(`PASS: what is built is that of ${base.commit.slice(0, 7)} (${base.from})`);
  await ensureInstalled();
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'timbra-gate-'));
  try {
    const passed = await compare(base, folder);
    const short = base.commit.slice(0, 7);
    if (passed) return console.log(`PASS: an invoice takes at most ${percent(LIMIT)} above ${short}`);
    console.log(`FAIL: an invoice takes more than ${percent(LIMIT)} above ${short} of a processor`);
    process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
