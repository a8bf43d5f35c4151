// npm run check:pauses [-- [--history] [--seed N] [--tries N] D1 D2 ...]: takes the mends of test/pauses out of copies of the
// code, one at a time (scripts/pauses/mutations.mjs), plays their scenarios over a real Kafka, and ends with 1 where the
// checker is content. With --history, the random history is played in their place, with one seed after the other until
// the checker complains. Needs Java 17 and Maven, as npm run test:kafka does.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startKafka } from './lib/kafka.mjs';
import { mutations } from './pauses/mutations.mjs';
import { playHistory, playScenario } from './pauses/scenario.mjs';
import { applyMutation } from './seams/apply.mjs';
import { withCopy } from './seams/copy.mjs';

const { values: options, positionals: wanted } = parseArgs({
  options: {
    history: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    tries: { type: 'string', default: '5' },
  },
  allowPositionals: true,
});
const chosen = mutations.filter(
  ({ scenario }) => wanted.length === 0 || wanted.includes(scenario.split(':', 1)[0]),
);

/** Does something with the copy while one mend is taken out. */
const withoutMend = async (copy, mutation, action) => {
  const read = (path) => readFileSync(join(copy, path), 'utf8');
  const changed = applyMutation(mutation, read);
  const before = new Map([...changed.keys()].map((path) => [path, read(path)]));
  const put = (files) => Promise.all([...files].map(([path, text]) => writeFile(join(copy, path), text)));
  await put(changed);
  try {
    return await action();
  } finally {
    await put(before);
  }
};

const inWords = (said) =>
  said === undefined ? 'nothing was noticed' : said.replace(/\s+/g, ' ').slice(0, 300);

/** Whether the checker says what it must, and how that went. */
const seenInScenario = async (copy, broker, { scenario, complaint }) => {
  const said = await playScenario(copy, broker, scenario);
  const seen = said !== undefined && complaint.test(said);
  return { seen, words: seen ? '' : inWords(said) };
};

/** A seed that shows nothing is no proof; all of them together are. */
const seenInHistory = async (copy, broker, { inHistory }) => {
  const [first, tries] = [Number(options.seed), Number(options.tries)];
  const said = [];
  for (let seed = first; seed < first + tries; seed += 1) {
    const complaints = await playHistory(copy, broker, seed);
    const found = complaints === undefined ? undefined : inHistory.exec(complaints)?.[0];
    if (found !== undefined) return { seen: true, words: `seed ${seed}: ${found}` };
    said.push(`seed ${seed}: ${inWords(complaints)}`);
  }
  return { seen: false, words: said.join('; ') };
};

await orFailure(async () => {
  const start = performance.now();
  await ensureInstalled();
  const folder = await mkdtemp(join(tmpdir(), 'timbra-pauses-'));
  const played = chosen.filter(({ inHistory }) => !options.history || inHistory !== undefined);
  let kafka;
  let missed = 0;
  try {
    kafka = await startKafka(folder);
    await withCopy(async (copy) => {
      for (const mutation of chosen) {
        const { name, scenario } = mutation;
        if (!played.includes(mutation)) {
          console.log(`not in a history: ${scenario} ${name}: ${mutation.notInHistory}`);
          continue;
        }
        const look = options.history ? seenInHistory : seenInScenario;
        const { seen, words } = await withoutMend(copy, mutation, () => look(copy, kafka.broker, mutation));
        if (!seen) missed += 1;
        console.log(`${seen ? 'seen' : 'MISSED'}: ${scenario} ${name}${words && `: ${words}`}`);
      }
    });
  } finally {
    await kafka?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${missed === 0 ? 'PASS' : 'FAIL'}: ${played.length - missed} of ${played.length} mends are missed when they are taken out, in ${seconds} s`,
  );
  if (missed > 0) process.exitCode = 1;
});
