// npm run doubles -- sw|finkok|prodigia|sat|all [--port n] [--world folder]: doubles of PACs and of the tax authority's
// services, each a program of its own (docs/contributing/doubles.md). They are tests: the build has none of them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';
import { transpileTests } from './lib/transpile.mjs';

await orFailure(async () => {
  await ensureInstalled(process.stderr);
  await ensureBuilt(process.stderr);
  transpileTests('doubles');
  await import(pathToFileURL(join(root, 'dist/test/doubles/main.js')).href);
});
