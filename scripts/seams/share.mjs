// One share of check:seams, in a process of its own: tries the mutations that it is sent the names of, on a copy of the
// code of its own, and sends each result as soon as it is there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openCompiler } from './compiler.mjs';
import { withCopy } from './copy.mjs';
import { tryOne } from './judge.mjs';
import { mutations } from './mutations.mjs';
import { failingSpec } from './specs.mjs';

/** What is wrong with the code before anything is changed; undefined where nothing is. */
const faultOf = async (chosen, compiler, copy) => {
  const error = compiler.check();
  if (error) return `The code is not clean before anything is changed: ${error.text}`;
  const specs = [...new Set(chosen.flatMap(({ specs = [] }) => specs))];
  const missing = specs.find((spec) => !existsSync(join(copy, spec)));
  if (missing) return `There is no spec ${missing}.`;
  const failing = specs.length > 0 ? await failingSpec(copy, specs, 'inherit') : undefined;
  return failing && `A unit spec fails before anything is changed: ${failing}`;
};

/** At least one of them, so that a slow machine tries something too. */
const tryAll = (chosen, endsAt) =>
  withCopy(async (copy) => {
    const compiler = openCompiler(copy);
    const fault = await faultOf(chosen, compiler, copy);
    process.send({ ready: true, fault });
    if (fault) return;
    const tools = {
      read: (file) => (existsSync(join(copy, file)) ? readFileSync(join(copy, file), 'utf8') : undefined),
      write: (file, text) => writeFileSync(join(copy, file), text),
      typeError: (files) => compiler.check(files),
      failingSpec: (specs) => failingSpec(copy, specs),
    };
    for (const [n, mutation] of chosen.entries()) {
      if (n > 0 && Date.now() >= endsAt) return;
      const began = performance.now();
      const result = await tryOne(mutation, tools);
      process.send({ result, seconds: Math.round((performance.now() - began) / 1000) });
    }
  });

process.once('message', ({ names, endsAt }) => {
  const byName = new Map(mutations.map((mutation) => [mutation.name, mutation]));
  const chosen = names.map((name) => byName.get(name));
  void tryAll(chosen, endsAt ?? Infinity).finally(() => process.disconnect());
});
