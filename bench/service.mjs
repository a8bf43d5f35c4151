import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '..');
const MAIN = join(ROOT, 'dist/apps/standalone/src/main.js');

/**
 * Starts the built service on a data folder, on any free port.
 * @returns `{ demo, seconds, call, peakMb, stop }`: facts of demo.json, the time until it answered, a request
 *   with the Test key, the peak of the process's memory (undefined where the system does not tell), and its end
 */
export const startService = async (dataDir) => {
  const file = join(dataDir, 'demo.json');
  await rm(file, { force: true });
  const since = performance.now();
  const env = {
    ...process.env,
    TIMBRA_DATA: dataDir,
    TIMBRA_PORT: '0',
    NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
  };
  const child = spawn(process.execPath, [MAIN], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((settle) => child.once('exit', settle));
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    await sleep(5);
  }
  const demo = JSON.parse(await readFile(file, 'utf8'));
  const seconds = (performance.now() - since) / 1000;
  return {
    demo,
    seconds,
    call: caller(demo),
    peakMb: () => peakMb(child.pid),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

/** Sends requests with the Test key and gives their bodies, as bytes; whatever is not a 2xx throws. */
const caller = ({ base_url, test_key }) => {
  // One connection for each request under way: no more than the measurement has.
  const agent = new Agent({ keepAlive: true });
  const authorization = `Bearer ${test_key}`;
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const headers = {
        authorization,
        ...(text && { 'content-type': 'application/json', 'content-length': text.length }),
      };
      const sent = request(base_url + path, { method, agent, headers }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const bytes = Buffer.concat(chunks);
          if (response.statusCode < 300) resolve(bytes);
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${bytes}`));
        });
      });
      sent.once('error', reject);
      sent.end(text);
    });
};

/** The process's peak resident memory in MB, from Linux. */
const peakMb = async (pid) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kb = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return kb && Math.round(kb / 1024);
};
