// npm run test:containers: the contract suites and the story on real images of PostgreSQL, EventStoreDB and Kafka, and
// the story through our own images. Where no Docker answers it says so and ends: nothing was tested then.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './lib/install.mjs';

const testRun = ({ env, paths }) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'scripts/test.mjs'), ...paths], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TIMBRA_TEST_WORKERS: '1', ...env },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });

await ensureInstalled();
const { containerHost, startEventStoreDb, startKafka, startPostgres } =
  await import('../test/containers/servers.mjs');
const { runs } = await import('../test/containers/runs.mjs');
const { tryImages } = await import('../test/containers/images.mjs');

const here = await containerHost().then(
  () => true,
  () => false,
);
if (!here) {
  console.log('SKIPPED: no Docker answers here, nor anything in its place. Nothing was tested.');
} else {
  const started = [];
  const start = async (name, starting) => {
    console.log(`\n== Starting ${name}`);
    const server = await starting();
    started.push(server);
    return server;
  };
  const failures = [];
  try {
    const postgres = await start('PostgreSQL', startPostgres);
    const kafka = await start('Kafka', startKafka);
    const eventstoredb = await start('EventStoreDB', startEventStoreDb);
    const servers = { postgres: postgres.url, broker: kafka.broker, eventstoredb: eventstoredb.url };
    for (const run of runs(servers)) {
      console.log(`\n== ${run.what}`);
      if (!(await testRun(run))) failures.push(run.what);
    }
    if (spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0) {
      console.log('\n== Our images, as docker-compose.yml runs them');
      await tryImages((sentence) => console.log(sentence));
    } else console.log('\nSKIPPED: our own images, since docker compose is not here.');
  } catch (error) {
    console.error(error);
    failures.push('the containers themselves');
  } finally {
    await Promise.allSettled(started.map((server) => server.stop()));
  }
  console.log(failures.length === 0 ? '\nPASS: everything on real images' : `\nFAIL: ${failures.join('; ')}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
