// The specs that need a real Kafka (*.kafka.spec.ts), on a broker of their own: npm run test:kafka [-- paths or options
// of Jest]. Needs Java 17 and Maven (deploy/kafka/kafka.sh); where they are missing it says so and ends.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/install.mjs';

const KAFKA = join(root, 'deploy/kafka/kafka.sh');

const missing = [
  ['java', ['-version']],
  ['mvn', ['-v']],
]
  .filter(([program, args]) => spawnSync(program, args, { stdio: 'ignore' }).status !== 0)
  .map(([program]) => program);

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const kafka = (...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(KAFKA, args.map(String), { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`kafka.sh ${args[0]} ended with ${code}`)),
    );
  });

if (missing.length > 0) {
  console.log(
    `SKIPPED: no Kafka can run here, since ${missing.join(' and ')} can't be found. Nothing was tested.`,
  );
} else {
  const folder = await mkdtemp(join(tmpdir(), 'timbra-kafka-'));
  const port = await freePort();
  try {
    await kafka('start', folder, port, await freePort());
    console.log(`Apache Kafka runs on port ${port}`);
    process.env.TIMBRA_TEST_KAFKA = `127.0.0.1:${port}`;
    // They take brokers down and measure who waits for whom: one after the other.
    process.env.TIMBRA_TEST_WORKERS = '1';
    await import('./test.mjs');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await kafka('stop', folder);
    await rm(folder, { recursive: true, force: true });
  }
}
