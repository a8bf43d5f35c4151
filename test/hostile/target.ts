import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#hosting/postgres/free-port';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { requestOf } from '../support/request.js';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist/apps/standalone/src/main.js');
const BOOT_MS = 120_000;

/** Where the service answers, and two organizations of it. */
export interface TargetFacts {
  /** `http://127.0.0.1:3000` */
  readonly origin: string;
  readonly operatorOrigin: string;
  readonly userKey: string;
  /** The Test key of the organization that attacks, and of one that does not. */
  readonly key: string;
  readonly otherKey: string;
}

/** The built service, embedded, as a process of its own with an empty database. */
export class HostileTarget {
  private constructor(
    readonly facts: TargetFacts,
    private readonly child: ChildProcess,
    private readonly dataDir: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<HostileTarget> {
    const dataDir = await temporaryDataFolder();
    const operatorPort = await freePort();
    const child = spawn(process.execPath, [...(await startFlags()), MAIN], {
      cwd: ROOT,
      env: {
        ...ownEnvironment(),
        TIMBRA_DATA: dataDir,
        TIMBRA_PORT: '0',
        TIMBRA_OPERATOR_PORT: String(operatorPort),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
    const file = join(dataDir, 'demo.json');
    for (const deadline = Date.now() + BOOT_MS; !existsSync(file); await sleep(20))
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline)
        throw new Error(`The service did not start:\n${output}`);
    const demo = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>;
    const origin = new URL(demo['base_url'] ?? '').origin.replace('localhost', '127.0.0.1');
    const userKey = demo['user_key'] ?? '';
    const facts = {
      origin,
      userKey,
      operatorOrigin: `http://127.0.0.1:${operatorPort}`,
      key: demo['test_key'] ?? '',
      otherKey: await makeOrganization(origin, userKey),
    };
    return new HostileTarget(facts, child, dataDir);
  }

  /** The longest stop of the event loop since it was asked last, in milliseconds, by the process's own metric. */
  async loopDelayMs(): Promise<number> {
    const text = await (await fetch(`${this.facts.operatorOrigin}/metrics`)).text();
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? NaN) * 1000;
  }

  /** Forgets the peak of the process's memory (Linux); gives what it has now, in MB. */
  async resetPeakMemory(): Promise<number> {
    await writeFile(`/proc/${this.pid}/clear_refs`, '5').catch(() => undefined);
    return memoryMb(this.pid, 'VmRSS');
  }

  peakMemoryMb(): Promise<number> {
    return memoryMb(this.pid, 'VmHWM');
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Asks it to end; gives its exit code, null where a signal ended it. */
  async stop(): Promise<number | null> {
    if (this.alive) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    await removeDataFolder(this.dataDir);
    return this.child.exitCode;
  }

  private get pid(): number {
    return this.child.pid ?? 0;
  }
}

/** What `npm start` gives to Node. */
async function startFlags(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/** Makes another organization of the demo's user, with what it needs to invoice; gives its Test key. */
async function makeOrganization(origin: string, userKey: string): Promise<string> {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${origin}/v2${path}`, requestOf(method, { key: userKey, body }));
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { id } = (await send('POST', '/organizations', { name: 'Another' })) as { readonly id: string };
  return String(await send('GET', `/organizations/${id}/apikeys/test`));
}

/** Ours, without what would point the service elsewhere. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TIMBRA_|DATABASE_URL$|NODE_OPTIONS$)/.test(name)),
  );

/** A field of /proc/<pid>/status in MB; 0 where the system has none. */
async function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
}
