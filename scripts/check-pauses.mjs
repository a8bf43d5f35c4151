// npm run check:pauses [-- D1 D2 ...]: takes the mends of test/pauses out of copies of the code, one at a time
// (scripts/pauses/mutations.mjs), plays their scenarios over a real Kafka, and ends with 1 where the checker is content.
// Needs Java 17 and Maven, as npm run test:kafka does.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readFileSync } from 'node:fs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startKafka } from './lib/kafka.mjs';
import { mutations } from './pauses/mutations.mjs';
import { playScenario } from './pauses/scenario.mjs';
import { applyMutation } from './seams/apply.mjs';
import { withCopy } from './seams/copy.mjs';

const wanted = process.argv.slice(2);
const chosen = mutations.filter(
  ({ scenario }) => wanted.length === 0 || wanted.includes(scenario.split(':', 1)[0]),
);

/** Plays a scenario on the copy with one mend taken out; gives what the checker said, undefined where it was content. */
const withoutMend = async (copy, broker, mutation) => {
  const read = (path) => readFileSync(join(copy, path), 'utf8');
  const changed = applyMutation(mutation, read);
  const before = new Map([...changed.keys()].map((path) => [path, read(path)]));
  const put = (files) => Promise.all([...files].map(([path, text]) => writeFile(join(copy, path), text)));
  await put(changed);
  try {
    return await playScenario(copy, broker, mutation.scenario);
  } finally {
    await put(before);
  }
};

await orFailure(async () => {
  const start = performance.now();
  await ensureInstalled();
  const folder = await mkdtemp(join(tmpdir(), 'timbra-pauses-'));
  let kafka;
  let missed = 0;
  try {
    kafka = await startKafka(folder);
    await withCopy(async (copy) => {
      for (const mutation of chosen) {
        const { name, complaint } = mutation;
        const said = await withoutMend(copy, kafka.broker, mutation);
        const seen = said !== undefined && complaint.test(said);
        if (!seen) missed += 1;
        const words = said === undefined ? 'nothing was noticed' : said.replace(/\s+/g, ' ').slice(0, 300);
        console.log(`${seen ? 'seen' : 'MISSED'}: ${name}${seen ? '' : `: ${words}`}`);
      }
    });
  } finally {
    await kafka?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${missed === 0 ? 'PASS' : 'FAIL'}: ${chosen.length - missed} of ${chosen.length} mends are missed when they are taken out, in ${seconds} s`,
  );
  if (missed > 0) process.exitCode = 1;
});
