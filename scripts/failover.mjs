// npm run test:failover [seconds, default 1200] [seed]: load over PACs that fail in turn, and a judge over both sides' ledgers
// (docs/live.md). Real processes: Timbra, the doubles, and the callers, which are this one.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';
import { transpileTests } from './lib/transpile.mjs';

await orFailure(async () => {
  await ensureInstalled();
  await ensureBuilt();
  transpileTests('doubles', 'crash', 'support', 'outages');
  await import(pathToFileURL(join(root, 'dist/test/outages/main.js')).href);
});
