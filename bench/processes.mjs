import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';

const DIST = resolve(import.meta.dirname, '../dist');
const OTHERS =
  'organizations customers invoicing stamping cancellation notifications webhooks receipts reception publisher'.split(
    ' ',
  );
const SAYS_WHERE = /(https?:\/\/[^\s/]+)/;

/** Starts a program of the build; `printed` resolves with what the pattern finds in its output, `ended` with all of it. */
const program = (path, env) => {
  const child = spawn(process.execPath, [join(DIST, `${path}.js`)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let look = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
      look();
    });
  const ended = new Promise((settle) => child.once('close', (code) => settle({ code, output })));
  const printed = (pattern) =>
    new Promise((settle, reject) => {
      look = () => {
        const found = pattern.exec(output)?.[1];
        if (found) settle(found);
      };
      void ended.then(() => reject(new Error(`${path} ended:\n${output}`)));
      look();
    });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { child, printed, ended, stop };
};

/**
 * Every service as a process of its own over a database and a broker.
 * @returns `{ demo, pids, more, stop }`: what demo.json holds, the processes of each service, one more of a service,
 *   and the end of all of them
 */
export const startProcesses = async ({ databaseUrl, broker, dataDir }) => {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    TIMBRA_KAFKA: broker,
    TIMBRA_KAFKA_PARTITIONS: '12',
    // As in docker-compose.yml: the server has 100 connections.
    TIMBRA_DATABASE_POOL: '8',
    TIMBRA_MASTER_KEY: randomBytes(32).toString('base64'),
    TIMBRA_DATA: dataDir,
    TIMBRA_PORT: '0',
    TIMBRA_LOG_LEVEL: 'error',
    MALLOC_ARENA_MAX: '2',
  };
  const run = async (path) => {
    const { code, output } = await program(path, env).ended;
    if (code !== 0) throw new Error(`${path} ended with ${code}:\n${output}`);
    return output;
  };
  const running = [];
  const more = async (service) => {
    const one = program(`apps/${service}/src/main`, env);
    running.push({ service, ...one });
    return one.printed(SAYS_WHERE);
  };
  const stop = () => Promise.all(running.map((one) => one.stop()));
  try {
    await run('libs/hosting/src/runtime/kafka-topics');
    const [gateway] = await Promise.all(['gateway', ...OTHERS].map(more));
    const demo = JSON.parse(await run('apps/standalone/src/demo-main'));
    const pids = (service) =>
      running.filter((one) => !service || one.service === service).map(({ child }) => child.pid);
    return {
      demo: { ...demo, base_url: `${gateway}/v2` },
      services: ['gateway', ...OTHERS],
      pids,
      more,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
