import { access, chmod, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

/**
 * Offers one Postgres server to all test files of a Jest run. It starts when the first of them asks
 * (test/support/database.ts), so that a run of unit tests costs nothing. With TIMBRA_TEST_DATABASE_URL set,
 * the tests use that server, and this does nothing.
 */
export default async function setUp() {
  // Databases that test files of this run are copied from bear its name (test/support/database.ts).
  process.env.TIMBRA_TEST_RUN = randomBytes(4).toString('hex');
  process.env.TIMBRA_TEST_FOLDER = await roomForDatabases();
  if (process.env.TIMBRA_TEST_DATABASE_URL) return;
  const postgres = new TestPostgres();
  const token = randomBytes(16).toString('hex');
  const desk = createServer((request, response) => {
    if (request.url !== `/${token}`) return void response.writeHead(404).end();
    // A test that asks again after a while must not find a connection that is being closed.
    response.setHeader('connection', 'close');
    postgres.url().then(
      (url) => response.end(url),
      (error) => response.writeHead(500).end(String(error?.message ?? error)),
    );
  });
  await new Promise((resolve, reject) => desk.once('error', reject).listen(0, '127.0.0.1', resolve));
  desk.unref();
  process.env.TIMBRA_TEST_POSTGRES = `http://127.0.0.1:${desk.address().port}/${token}`;
  globalThis.timbraTestPostgres = {
    async stop() {
      desk.close();
      desk.closeAllConnections();
      await postgres.stop();
    },
  };
}

/** The folder of Linux that is in memory. */
const MEMORY = '/dev/shm';
/** What the databases of a run take at most: the log of the server for the greater part. */
const ROOM_BYTES = 3 * 2 ** 30;

/**
 * Where databases of tests are made: in memory where there is much of it, since a new database is a thousand small
 * files, which takes a disk thirty times longer.
 */
async function roomForDatabases() {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    if (Math.min(bavail * bsize, freemem()) > ROOM_BYTES) return MEMORY;
  } catch {
    // Not Linux, or a container without it.
  }
  return tmpdir();
}

class TestPostgres {
  #started;
  #dataDir;

  url() {
    this.#started ??= this.#start();
    return this.#started.then((server) => server.url);
  }

  async #start() {
    this.#dataDir = await mkdtemp(join(process.env.TIMBRA_TEST_FOLDER, 'timbra-jest-'));
    // Under root the server runs as another user, who must be able to enter.
    await chmod(this.#dataDir, 0o755);
    const { loadPostgresManager } = await import('./postgres-manager.mjs');
    const { startEmbeddedPostgres } = await loadPostgresManager();
    // On a port: some tests put a tap before it.
    return startEmbeddedPostgres({ dataDir: this.#dataDir, durable: false, tcp: true });
  }

  async stop() {
    const server = await this.#started?.catch(() => undefined);
    await server?.stop();
    if (this.#dataDir) await rm(this.#dataDir, { recursive: true, force: true });
  }
}
