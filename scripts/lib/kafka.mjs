import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quietPorts } from './quiet-ports.mjs';
import { root } from './install.mjs';

/** The script that fetches, starts and stops it; its first lines say how. */
export const SCRIPT = join(root, 'deploy/kafka/kafka.sh');

const script = (...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(SCRIPT, args.map(String), { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`kafka.sh ${args[0]} ended with ${code}`)),
    );
  });

/**
 * Starts one Apache Kafka broker on a free port, its data in a folder. Needs Java 17 and Maven (deploy/kafka/kafka.sh).
 * @returns `{ broker, pid, stop }`
 */
export const startKafka = async (folder) => {
  const [port, controllerPort] = await quietPorts();
  const stop = () => script('stop', folder);
  try {
    await script('start', folder, port, controllerPort);
    return {
      broker: `127.0.0.1:${port}`,
      pid: Number(await readFile(join(folder, 'kafka.pid'), 'utf8')),
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
};
