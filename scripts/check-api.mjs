// npm run check:api: the OpenAPI document, as a running service serves it, by linters that nobody here wrote (no error, no
// warning; what is off says why: scripts/openapi/{spectral,redocly}.yaml and .redocly.lint-ignore.yaml), and against the last
// release by oasdiff: what would break a client. Newman sends the collection's requests to a service of its own. With --prove:
// whether oasdiff notices changes that break clients.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakingChanges, readReleased, RELEASED, shapeOf } from './lib/api-changes.mjs';
import { collectionOf, collectionProblems } from './lib/api-collection.mjs';
import { redocly, spectral, told } from './lib/api-linters.mjs';
import { mutations } from './lib/api-mutations.mjs';
import { ensureTools } from './lib/api-tools.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { runCollection, surprisesOf } from './lib/collection-run.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';
import { makeDocument } from './lib/openapi.mjs';
import { forgetService, startService } from './lib/service.mjs';

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

const sendCollection = async (document) => {
  const data = await mkdtemp(join(tmpdir(), 'timbra-collection-'));
  try {
    const service = await startService(data);
    try {
      const outcomes = await runCollection(collectionOf(document), service);
      report(`The collection, ${outcomes.length} requests by newman`, surprisesOf(outcomes));
    } finally {
      await service.stop();
    }
  } finally {
    await forgetService(data);
    await rm(data, { recursive: true, force: true });
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
  await sendCollection(document);
});
