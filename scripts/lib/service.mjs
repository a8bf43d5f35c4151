import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './api-tools.mjs';
import { Failure } from './failure.mjs';
import { root } from './install.mjs';

/**
 * The service, started as a user starts it, with a folder of data and a free port of its own.
 *
 * @returns its origin, the keys of the demo organization and user, and `stop`, which waits for its end
 * @throws Failure where it ends by itself, or is not ready after five minutes
 */
export const startService = async (data) => {
  const env = { ...process.env, TIMBRA_DATA: data, TIMBRA_PORT: '0' };
  const service = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  const end = new Promise((resolve) => service.once('close', resolve));
  const stop = () => (service.kill('SIGINT'), end);
  const demo = join(data, 'demo.json');
  for (let tries = 0; tries < 3000; tries++) {
    if (service.exitCode !== null) throw new Failure('npm start ended by itself.');
    if (existsSync(demo)) {
      const { base_url, test_key, user_key } = JSON.parse(readFileSync(demo, 'utf8'));
      if (await answers(`${base_url}/customers`, test_key))
        return { origin: base_url.replace(/\/v2$/, ''), testKey: test_key, userKey: user_key, stop };
    }
    await sleep(100);
  }
  await stop();
  throw new Failure('The service was not ready after five minutes.');
};

const answers = (address, key) =>
  fetch(address, { headers: { authorization: `Bearer ${key}` } }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Ends what is left of a service whose folder of data is about to go. */
export const forgetService = (data) => run(process.execPath, [join(root, '.ci/story.mjs'), '--forget', data]);
