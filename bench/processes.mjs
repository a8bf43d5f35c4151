import { randomBytes } from 'node:crypto';
import { howItEnded, startChild } from '../scripts/lib/distributed/child.mjs';
import { programOf, SAYS_WHERE, serviceProgram, SERVICES } from '../scripts/lib/distributed/services.mjs';

const STOP_MS = 30_000;

/**
 * Every service as a process of its own over a database and a broker.
 * @param events where domain events travel: `feed` or `topics` (TIMBRA_DOMAIN_EVENTS)
 * @returns `{ demo, services, pids, more, stop }`: what demo.json holds, the names of all services, the processes of each
 *   or of all, one more of a service, and the end of all of them
 */
export const startProcesses = async ({ databaseUrl, broker, dataDir, events = 'feed' }) => {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    TIMBRA_KAFKA: broker,
    TIMBRA_DOMAIN_EVENTS: events,
    TIMBRA_KAFKA_PARTITIONS: '12',
    TIMBRA_DATABASE_POOL: '12',
    TIMBRA_MASTER_KEY: randomBytes(32).toString('base64'),
    TIMBRA_DATA: dataDir,
    TIMBRA_PORT: '0',
    TIMBRA_LOG_LEVEL: 'error',
    MALLOC_ARENA_MAX: '2',
  };
  const run = async (path) => {
    let printed = '';
    const onLine = (line, stream) => (printed += stream === 'stdout' ? line : '');
    const child = startChild({ ...programOf(path, env), onLine });
    const how = await child.ended;
    if (how.code !== 0) throw new Error(`${path} ended with ${howItEnded(how)}:\n${child.output()}`);
    return printed;
  };
  const running = [];
  const more = async (service) => {
    const child = startChild(serviceProgram(service, env));
    running.push({ service, child });
    const [, url] = await child.printed(SAYS_WHERE).catch((error) => {
      throw new Error(`${service} ended with ${error.message}:\n${child.output()}`);
    });
    return url;
  };
  const stop = () => Promise.all(running.map(({ child }) => child.stop(STOP_MS)));
  try {
    await run('libs/hosting/src/runtime/kafka-topics');
    const urls = await Promise.all(SERVICES.map(more));
    const demo = JSON.parse(await run('apps/standalone/src/demo-main'));
    const pids = (service) =>
      running.filter((one) => !service || one.service === service).map(({ child }) => child.pid);
    const base_url = `${urls[SERVICES.indexOf('gateway')]}/v2`;
    return { demo: { ...demo, base_url }, services: SERVICES, pids, more, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
