// npm run check:api: the OpenAPI document, as a running service serves it, by linters that nobody here wrote: no error, no
// warning. What is off says why: scripts/openapi/{spectral,redocly}.yaml and .redocly.lint-ignore.yaml.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redocly, spectral, told } from './lib/api-linters.mjs';
import { ensureTools } from './lib/api-tools.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';
import { makeDocument } from './lib/openapi.mjs';

/** Where .redocly.lint-ignore.yaml knows it. */
const FILE = join(root, 'dist/openapi.json');

await orFailure(async () => {
  await ensureInstalled();
  await ensureTools();
  await ensureBuilt();
  const document = await makeDocument();
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(FILE, `${JSON.stringify(document, undefined, 2)}\n`);
  for (const [name, lint] of [
    ['Spectral (spectral:oas)', spectral],
    ['Redocly (recommended-strict)', redocly],
  ]) {
    const findings = await lint(FILE);
    console.log(`${name}: ${findings.length === 0 ? 'nothing to say' : `${findings.length} findings`}`);
    if (findings.length === 0) continue;
    console.log(told(findings));
    process.exitCode = 1;
  }
});
