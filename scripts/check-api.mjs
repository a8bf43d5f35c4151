// npm run check:api: the OpenAPI document, as a running service serves it, by linters that nobody here wrote (no error, no
// warning; what is off says why: scripts/openapi/{spectral,redocly}.yaml and .redocly.lint-ignore.yaml), and against the last
// release by oasdiff: what would break a client. With --prove: whether oasdiff notices changes that do.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { breakingChanges, readReleased, RELEASED, shapeOf } from './lib/api-changes.mjs';
import { collectionProblems } from './lib/api-collection.mjs';
import { redocly, spectral, told } from './lib/api-linters.mjs';
import { mutations } from './lib/api-mutations.mjs';
import { ensureTools } from './lib/api-tools.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';
import { makeDocument } from './lib/openapi.mjs';

/** Where .redocly.lint-ignore.yaml knows it. */
const FILE = join(root, 'dist/openapi.json');
const NO_GO =
  'SKIPPED: changes that break clients are found by oasdiff, which needs Go, and there is none here';

const report = (name, findings) => {
  console.log(`${name}: ${findings.length === 0 ? 'nothing to say' : `${findings.length} findings`}`);
  if (findings.length === 0) return;
  console.log(told(findings));
  process.exitCode = 1;
};

const compare = async (document) => {
  const released = readReleased();
  if (!released) return console.log(`SKIPPED: there is no ${RELEASED} yet (npm run openapi:release)`);
  const changes = await breakingChanges(released, shapeOf(document));
  if (changes) report('oasdiff, against the last release', changes);
  else console.log(NO_GO);
};

const prove = async (document) => {
  const shape = shapeOf(document);
  const unchanged = await breakingChanges(shape, shape);
  if (!unchanged) return console.log(NO_GO);
  report('oasdiff, of no change', unchanged);
  for (const [what, mutate] of Object.entries(mutations)) {
    const changed = JSON.parse(JSON.stringify(shape));
    mutate(changed);
    const [first] = await breakingChanges(shape, changed);
    console.log(`${first ? 'noticed' : 'NOT NOTICED'}: ${what}${first ? ` (${first.rule})` : ''}`);
    if (!first) process.exitCode = 1;
  }
};

await orFailure(async () => {
  await ensureInstalled();
  await ensureTools();
  await ensureBuilt();
  const document = await makeDocument();
  if (process.argv.includes('--prove')) return prove(document);
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(FILE, `${JSON.stringify(document, undefined, 2)}\n`);
  report('Spectral (spectral:oas)', await spectral(FILE));
  report('Redocly (recommended-strict)', await redocly(FILE));
  report('The collection, by Postman’s own library', collectionProblems(document));
  await compare(document);
});
