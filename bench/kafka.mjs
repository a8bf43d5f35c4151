import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

const SCRIPT = resolve(import.meta.dirname, '../deploy/kafka/kafka.sh');

export const freePort = () =>
  new Promise((settle, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => settle(port));
    });
  });

const script = (...args) =>
  new Promise((settle, reject) => {
    const child = spawn(SCRIPT, args.map(String), { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? settle() : reject(new Error(`kafka.sh ${args[0]} ended with ${code}`)),
    );
  });

/**
 * Starts one Apache Kafka broker on a free port, its data in a folder. Needs Java 17 and Maven (deploy/kafka/kafka.sh).
 * @returns `{ broker, pid, stop }`
 */
export const startKafka = async (folder) => {
  const port = await freePort();
  await script('start', folder, port, await freePort());
  const pid = Number(await readFile(join(folder, 'kafka.pid'), 'utf8'));
  return { broker: `127.0.0.1:${port}`, pid, stop: () => script('stop', folder) };
};
