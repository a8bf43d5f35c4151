import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN } from './build.mjs';
import { root } from './install.mjs';

const START_MS = 180_000;

/** Ours, without what would lead the service elsewhere. */
const environment = (dataDir, settings) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TIMBRA_|DATABASE_URL$|EVENTSTOREDB_)/.test(name)),
  ),
  ...{ TIMBRA_DATA: dataDir, TIMBRA_PORT: '0', TIMBRA_STAMP_WAIT_MS: '60000' },
  ...settings,
});

/** Runs an operator's program on the data folder of an installation that is stopped; gives what it said. */
export const runProgram = (name, dataDir, settings = {}) => {
  const program = join(root, 'dist', `${name}.js`);
  const env = environment(dataDir, settings);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
  assert.equal(status, 0, `${name} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
};

/** An embedded installation as a process of its own, in a data folder, on any free port; `settings` of its environment. */
export class Installation {
  static #running = new Set();
  #child;
  #output = '';
  #ended;
  #demo;

  constructor(dataDir, settings) {
    const child = spawn(process.execPath, [MAIN], {
      cwd: root,
      env: environment(dataDir, settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk) => (this.#output += chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
    Installation.#running.add(this);
    void this.#ended.then(() => Installation.#running.delete(this));
  }

  /** Starts it, and waits until demo.json says where it is. */
  static async start(dataDir, settings = {}) {
    const file = join(dataDir, 'demo.json');
    rmSync(file, { force: true });
    const installation = new Installation(dataDir, settings);
    let ended = false;
    void installation.#ended.then(() => (ended = true));
    for (const deadline = Date.now() + START_MS; !existsSync(file); await sleep(50))
      assert(!ended && Date.now() < deadline, `it does not start:\n${installation.#output}`);
    installation.#demo = JSON.parse(readFileSync(file, 'utf8'));
    return installation;
  }

  /** Starts one that must not come up; gives what it said. */
  static async refused(dataDir, settings = {}) {
    const installation = new Installation(dataDir, settings);
    assert.equal(await installation.#ended, 1, `it started:\n${installation.#output}`);
    return installation.#output;
  }

  static async stopAll() {
    await Promise.all([...Installation.#running].map((one) => one.stop().catch(() => undefined)));
  }

  async stop() {
    this.#child.kill('SIGTERM');
    assert.equal(await this.#ended, 0, this.#output);
  }

  async bytes(method, path, body) {
    const { base_url, test_key } = this.#demo;
    const response = await fetch(base_url + path, {
      method,
      headers: { authorization: `Bearer ${test_key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    assert(response.ok, `${method} ${path} answered ${response.status}: ${bytes}`);
    return bytes;
  }

  async json(...args) {
    return JSON.parse(String(await this.bytes(...args)));
  }

  /** Each customer and invoice as the API shows it, with a hash of each stored file. */
  async documents() {
    const hash = async (path) =>
      createHash('sha256')
        .update(await this.bytes('GET', path))
        .digest('hex');
    const { data: customers } = await this.json('GET', '/customers?limit=100');
    const { data: invoices } = await this.json('GET', '/invoices?limit=100');
    const files = [];
    for (const { id, status } of invoices) {
      if (status === 'draft') continue;
      files.push([id, 'xml', await hash(`/invoices/${id}/xml`)]);
      files.push([id, 'pdf', await hash(`/invoices/${id}/pdf`)]);
      if (status === 'canceled')
        files.push([id, 'acuse', await hash(`/invoices/${id}/cancellation_receipt/xml`)]);
    }
    return [...customers, ...invoices, ...files];
  }
}
