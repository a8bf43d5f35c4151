// npm run check:seams [-- <part of a name> ...]: breaks a copy of the code at its seams, one mutation at a time
// (scripts/seams/mutations.mjs), and ends with 1 where neither the compiler nor a unit spec notices.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Failure, orFailure } from './lib/failure.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { withProgress } from './lib/progress.mjs';
import { withCopy } from './seams/copy.mjs';
import { allCaught, lineOf, tryOne } from './seams/judge.mjs';
import { mutations } from './seams/mutations.mjs';

const wanted = process.argv.slice(2);
const chosen = mutations.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);

const checkClean = async (compiler, failingSpec, copy) => {
  const error = compiler.check();
  if (error) throw new Failure(`The code is not clean before anything is changed: ${error.text}`);
  const specs = [...new Set(chosen.flatMap(({ specs = [] }) => specs))];
  const missing = specs.find((spec) => !existsSync(join(copy, spec)));
  if (missing) throw new Failure(`There is no spec ${missing}.`);
  const failing = specs.length > 0 ? await failingSpec(copy, specs, 'inherit') : undefined;
  if (failing) throw new Failure(`A unit spec fails before anything is changed: ${failing}`);
};

const secondsSince = (start) => Math.round((performance.now() - start) / 1000);

await orFailure(async () => {
  const start = performance.now();
  await ensureInstalled();
  const { openCompiler } = await import('./seams/compiler.mjs');
  const { failingSpec } = await import('./seams/specs.mjs');
  await withCopy(async (copy) => {
    const compiler = openCompiler(copy);
    await withProgress('The code as it is', () => checkClean(compiler, failingSpec, copy));
    const tools = {
      read: (file) => (existsSync(join(copy, file)) ? readFileSync(join(copy, file), 'utf8') : undefined),
      write: (file, text) => writeFileSync(join(copy, file), text),
      typeError: (files) => compiler.check(files),
      failingSpec: (specs) => failingSpec(copy, specs),
    };
    const results = [];
    for (const mutation of chosen) {
      const began = performance.now();
      const result = await tryOne(mutation, tools);
      results.push(result);
      console.log(`${lineOf(result)} (${secondsSince(began)} s)`);
    }
    const count = (verdict) => results.filter((result) => result.verdict === verdict).length;
    const passed = allCaught(results);
    console.log(
      `${passed ? 'PASS' : 'FAIL'}: ${count('caught')} of ${results.length} mutations caught, ${count('missed')} missed, ` +
        `${count('misfit')} no longer fit, in ${secondsSince(start)} s`,
    );
    if (!passed) process.exitCode = 1;
  });
});
