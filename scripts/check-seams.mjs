// npm run check:seams [-- --changed] [--within <seconds>] [<part of a name> ...]: breaks copies of the code at its seams, one
// mutation at a time in each (scripts/seams/mutations.mjs), and ends with 1 where neither the compiler nor a unit spec notices.
// --changed: only mutations of files, or judged by specs, that differ from the commit that bench:gate compares with.
// --within: begins none after so many seconds; which come first is drawn by the commit, and each night tries all.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { findBase, git } from '../bench/gate/base.mjs';
import { Failure, orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';
import { allCaught, lineOf } from './seams/judge.mjs';
import { mutations } from './seams/mutations.mjs';

/** Each share holds the whole program in memory: more than two help little. */
const SHARES = Math.min(2, availableParallelism());

const { values: options, positionals: wanted } = parseArgs({
  options: { changed: { type: 'boolean', default: false }, within: { type: 'string' } },
  allowPositionals: true,
});
const withinMs = options.within === undefined ? Infinity : Number(options.within) * 1000;

/** Whether a mutation is about what has changed; all are where git can't tell. */
function changedSince({ commit }) {
  const names = commit && git('diff', '--name-only', commit);
  if (names === undefined) return () => true;
  const changed = new Set(names.split('\n'));
  return ({ edits, specs = [] }) =>
    [...edits.map(({ file }) => file), ...specs].some((file) => changed.has(file));
}

const concerned = options.changed ? changedSince(findBase()) : () => true;
const head = git('rev-parse', 'HEAD') ?? '';
const draw = (name) => createHash('sha256').update(`${head} ${name}`).digest('hex');
const about = mutations.filter(concerned);
const chosen = about
  .map(({ name }) => name)
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
if (withinMs < Infinity) chosen.sort((a, b) => (draw(a) < draw(b) ? -1 : 1));

const start = performance.now();
/** By the clock, which both processes have. */
const endsAt = Date.now() + withinMs;
const isOver = () => Date.now() >= endsAt;

/** Tries some mutations in a process of its own, as long as there is time; gives their results. */
const tryShare = (names) =>
  new Promise((resolve, reject) => {
    const results = [];
    const child = fork(join(root, 'scripts/seams/share.mjs'));
    child.on('message', ({ ready, fault, result, seconds }) => {
      if (fault) return reject(new Failure(fault));
      if (ready) return console.log(`The code as it is passes; ${names.length} mutations follow.`);
      results.push(result);
      console.log(`${lineOf(result)} (${seconds} s)`);
    });
    child.once('error', reject).once('exit', (code, signal) => {
      if (code === 0 && (results.length === names.length || isOver())) resolve(results);
      else reject(new Failure(`A share of the mutations ended with ${code ?? signal} before its last one.`));
    });
    child.send({ names, endsAt });
  });

await orFailure(async () => {
  // Not the same as names that no mutation has, which fail: what is tried is then not what was asked for.
  if (options.changed && wanted.length === 0 && about.length === 0) {
    console.log('PASS: no mutation is about what has changed.');
    return;
  }
  await ensureInstalled();
  const shares = Array.from({ length: SHARES }, (_, n) => chosen.filter((_, i) => i % SHARES === n));
  // Each ends by itself and removes its copy, whatever comes of the other.
  const shared = await Promise.allSettled(shares.filter((names) => names.length > 0).map(tryShare));
  const failed = shared.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  const results = shared.flatMap(({ value }) => value);
  const count = (verdict) => results.filter((result) => result.verdict === verdict).length;
  const passed = allCaught(results);
  const left = chosen.length - results.length;
  if (left > 0)
    console.log(`${left} of ${chosen.length} mutations were not tried within ${options.within} s.`);
  console.log(
    `${passed ? 'PASS' : 'FAIL'}: ${count('caught')} of ${results.length} mutations caught, ${count('missed')} missed, ` +
      `${count('misfit')} no longer fit, in ${Math.round((performance.now() - start) / 1000)} s`,
  );
  if (!passed) process.exitCode = 1;
});
