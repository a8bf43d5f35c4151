// A process that holds an embedded Postgres until it is ended, for tests that kill it:
// node test/support/postgres-host.mjs <data folder>; prints the URL when the server is ready.
import { loadPostgresManager } from './postgres-manager.mjs';

const { startEmbeddedPostgres } = await loadPostgresManager();
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] });
console.log(server.url);
process.once('SIGTERM', () => server.stop().then(() => process.exit(0)));
setInterval(() => undefined, 60_000);
