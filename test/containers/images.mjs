import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/install.mjs';
import { quietPorts } from '../../scripts/lib/quiet-ports.mjs';
import { tellStory } from './story.mjs';

/**
 * Builds our images and runs each topology of docker-compose.yml from them, as a user does: up, until all are healthy;
 * the story of an invoice; stop, each within its time; and away.
 */
export const tryImages = async (say) => {
  const folder = await mkdtemp(join(tmpdir(), 'timbra-compose-'));
  for (const profiles of ['embedded', 'distributed', 'distributed,eventstoredb']) {
    const project = `timbra-test-${randomBytes(4).toString('hex')}`;
    const [port, mailPort] = await quietPorts();
    const settings = {
      ...{ COMPOSE_PROFILES: profiles, TIMBRA_VERSION: 'test' },
      ...{ TIMBRA_PORT: port, MAIL_PORT: mailPort, TIMBRA_PUBLIC_URL: `http://127.0.0.1:${port}` },
      ...(profiles.includes('eventstoredb') && { TIMBRA_EVENT_STORE: 'eventstoredb' }),
    };
    const envFile = join(folder, `${project}.env`);
    // The later one of a name counts.
    const { stdout: secrets } = spawnSync(process.execPath, [join(root, 'deploy/secrets.mjs'), 'compose'], {
      encoding: 'utf8',
    });
    const own = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(envFile, [secrets, ...own].join(''), { mode: 0o600 });
    const compose = (...args) => docker('compose', '-p', project, '--env-file', envFile, ...args);
    try {
      await compose('up', '--build', '--detach', '--wait', '--wait-timeout', '600');
      const printed =
        profiles === 'embedded'
          ? await compose('exec', '-T', 'timbra', 'cat', '/data/demo.json')
          : await compose('run', '--rm', '-T', 'demo');
      const { uuid } = await tellStory(JSON.parse(printed.slice(printed.indexOf('{'))));
      say(`${profiles}: the invoice ${uuid} through our images`);
      await compose('stop');
      // 137 is SIGKILL: it did not end within its time.
      const ended = (await compose('ps', '--all', '--format', 'json')).trim().split('\n');
      const killed = ended.map((line) => JSON.parse(line)).filter(({ ExitCode }) => ExitCode === 137);
      if (killed.length > 0) throw new Error(`killed: ${killed.map(({ Service }) => Service).join(', ')}`);
    } catch (error) {
      console.error(await compose('logs', '--tail', '50').catch(() => ''));
      throw error;
    } finally {
      await compose('down', '--volumes', '--remove-orphans').catch(console.error);
    }
  }
  await rm(folder, { recursive: true, force: true });
};

/** Runs docker to its end and gives what it printed to standard output; what it says else goes to ours. */
const docker = (...args) =>
  new Promise((resolve, reject) => {
    const child = spawn('docker', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`docker ${args.join(' ')} ended with ${code}`)),
    );
  });
