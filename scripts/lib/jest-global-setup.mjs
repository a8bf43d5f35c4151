import { mkdir, mkdtemp, readFile, readdir, rm, writeFile, chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomBytes } from 'node:crypto';

/**
 * Offers one Postgres server to all test files of a Jest run. It starts when the first of them asks
 * (test/support/database.ts), so that a run of unit tests costs nothing. With TIMBRA_TEST_DATABASE_URL set,
 * the tests use that server, and this does nothing.
 */
export default async function setUp(_globalConfig, projectConfig) {
  if (process.env.TIMBRA_TEST_DATABASE_URL) return;
  const postgres = new TestPostgres(projectConfig.rootDir);
  const token = randomBytes(16).toString('hex');
  const desk = createServer((request, response) => {
    if (request.url !== `/${token}`) return void response.writeHead(404).end();
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
  #rootDir;
  #started;
  #folders = [];

  constructor(rootDir) {
    this.#rootDir = rootDir;
  }

  url() {
    this.#started ??= this.#start();
    return this.#started.then((server) => server.url);
  }

  async #start() {
    const dataDir = await mkdtemp(join(tmpdir(), 'timbra-jest-'));
    this.#folders.push(dataDir);
    // Under root the server runs as another user, who must be able to enter.
    await chmod(dataDir, 0o755);
    const { startEmbeddedPostgres } = await this.#compile();
    return startEmbeddedPostgres({ dataDir, durable: false });
  }

  /** Jest does not transform what its global set-up imports: strip the types of the server's manager here. */
  async #compile() {
    const { transform } = await import('@swc/core');
    const sources = join(this.#rootDir, 'libs/platform/src/postgres');
    const cache = join(this.#rootDir, 'node_modules/.cache');
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(join(cache, 'test-postgres-'));
    this.#folders.push(folder);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    for (const name of await readdir(sources)) {
      if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
      const { code } = await transform(await readFile(join(sources, name), 'utf8'), {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
      });
      await writeFile(join(folder, name.replace(/\.ts$/, '.js')), code);
    }
    return import(pathToFileURL(join(folder, 'index.js')).href);
  }

  async stop() {
    const server = await this.#started?.catch(() => undefined);
    await server?.stop();
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}
