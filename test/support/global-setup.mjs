import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

/**
 * Offers one Postgres server to all test files of a Jest run. It starts when the first of them asks
 * (test/support/database.ts), so that a run of unit tests costs nothing. With TIMBRA_TEST_DATABASE_URL set,
 * the tests use that server, and this does nothing.
 */
export default async function setUp() {
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

class TestPostgres {
  #started;
  #dataDir;

  url() {
    this.#started ??= this.#start();
    return this.#started.then((server) => server.url);
  }

  async #start() {
    this.#dataDir = await mkdtemp(join(tmpdir(), 'timbra-jest-'));
    // Under root the server runs as another user, who must be able to enter.
    await chmod(this.#dataDir, 0o755);
    const { loadPostgresManager } = await import('./postgres-manager.mjs');
    const { startEmbeddedPostgres } = await loadPostgresManager();
    return startEmbeddedPostgres({ dataDir: this.#dataDir, durable: false });
  }

  async stop() {
    const server = await this.#started?.catch(() => undefined);
    await server?.stop();
    if (this.#dataDir) await rm(this.#dataDir, { recursive: true, force: true });
  }
}
