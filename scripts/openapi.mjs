// npm run -s openapi [-- FILE]: writes the OpenAPI document, as a running service serves it, to a file or to standard output.
import { writeFile } from 'node:fs/promises';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { makeDocument } from './lib/openapi.mjs';

await orFailure(async () => {
  await ensureInstalled(process.stderr);
  await ensureBuilt(process.stderr);
  const text = `${JSON.stringify(await makeDocument(), undefined, 2)}\n`;
  const [file] = process.argv.slice(2);
  if (file === undefined) process.stdout.write(text);
  else await writeFile(file, text);
});
