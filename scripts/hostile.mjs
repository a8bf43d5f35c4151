// npm run test:hostile [-- paths or options of Jest]: the built service under hostile requests (test/hostile). Measures what
// another organization waits for, the event loop's delay and memory, so nothing else should run beside it.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled();
await ensureBuilt();
process.env.TIMBRA_TEST_HOSTILE = '1';
process.env.TIMBRA_TEST_WORKERS = '1';
await import('./test.mjs');
