import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NEVER_TOO_MUCH } from '../support/limits.js';
import { ROOT } from '../support/root.js';

const MAIN = join(ROOT, 'dist/apps/standalone/src/main.js');
const BOOT_MS = 120_000;

/** Where the service answers, from demo.json. */
export interface Facts {
  readonly base_url: string;
  readonly test_key: string;
  readonly organization_id: string;
  readonly user_key: string;
}

/** The built service as real processes over one data folder, to be killed and started again. */
export class CrashingService {
  private child: ChildProcess | undefined;
  private ended: Promise<unknown> = Promise.resolve();
  private output = '';
  private killing = false;
  private up: Promise<Facts>;
  private announce: (facts: Facts) => void = () => {};

  /** `settings` of its environment: by DATABASE_URL it uses a database that the test looks into, and that none of this kills. */
  constructor(
    private readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {
    this.up = this.promiseOfNext();
  }

  /** Where the service answers; while it is down, where the next start will. */
  facts(): Promise<Facts> {
    return this.up;
  }

  async start(): Promise<void> {
    const file = join(this.dataDir, 'demo.json');
    await rm(file, { force: true });
    this.output = '';
    const child = spawn(process.execPath, [MAIN], {
      cwd: ROOT,
      // The service takes any free port: at each start another one.
      env: {
        ...{ ...environment(), TIMBRA_DATA: this.dataDir, TIMBRA_PORT: '0', ...NEVER_TOO_MUCH },
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((settle) => child.once('exit', settle));
    const deadline = Date.now() + BOOT_MS;
    while (!existsSync(file)) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline)
        throw new Error(`The service did not start:\n${this.output}`);
      await sleep(10);
    }
    this.killing = false;
    this.announce(JSON.parse(await readFile(file, 'utf8')) as Facts);
  }

  /** kill -9 of its database server alone, which it starts again: until then it answers that it is away. */
  async killDatabase(): Promise<void> {
    this.killing = true;
    process.kill(await this.databasePid(), 'SIGKILL');
    const { base_url, test_key } = await this.up;
    const asked = { headers: { authorization: `Bearer ${test_key}` } };
    for (const deadline = Date.now() + BOOT_MS; ; await sleep(20)) {
      if ((await fetch(`${base_url}/customers?limit=1`, asked)).ok) break;
      if (Date.now() > deadline) throw new Error(`The database did not come back:\n${this.output}`);
    }
    this.killing = false;
  }

  /** kill -9, if asked also of its database server: no process can clean up. */
  async kill(victims: 'service' | 'service and database'): Promise<void> {
    this.killing = true;
    this.expectNext();
    const database = victims === 'service' ? undefined : await this.databasePid();
    if (database !== undefined) process.kill(database, 'SIGKILL');
    this.child?.kill('SIGKILL');
    await this.ended;
  }

  /** SIGSTOP: it sleeps, with its connections open, until it is woken. */
  sleep(): void {
    this.child?.kill('SIGSTOP');
  }

  /** SIGCONT: it goes on, and has not noticed. */
  wake(): void {
    this.child?.kill('SIGCONT');
  }

  /** An orderly end. */
  async stop(): Promise<void> {
    this.expectNext();
    this.child?.kill('SIGTERM');
    await this.ended;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** How it ended; null while it runs, and where it was killed. */
  get exitCode(): number | null {
    return this.child?.exitCode ?? null;
  }

  /** Whether it is being killed, or is dead already. */
  get dying(): boolean {
    return this.killing;
  }

  /** What the service has printed since its last start. */
  get said(): string {
    return this.output;
  }

  /** What it has logged as an error since then: a bug of the service. */
  get errors(): readonly string[] {
    return this.output.split('\n').filter((line) => /"level":(?:"error"|50)/.test(line));
  }

  private expectNext(): void {
    this.up = this.promiseOfNext();
  }

  private promiseOfNext(): Promise<Facts> {
    return new Promise((settle) => (this.announce = settle));
  }

  /** The postmaster's process, from the first line of its pid file. */
  private async databasePid(): Promise<number> {
    const place = join(this.dataDir, 'postgres');
    const pointer = await readFile(join(place, 'location.json'), 'utf8').catch(() => undefined);
    const home = pointer === undefined ? place : (JSON.parse(pointer) as { folder: string }).folder;
    return Number((await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n')[0]);
  }
}

/** Ours, without what would point the service at another database or port. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TIMBRA_|DATABASE_URL$|NODE_OPTIONS$)/.test(name)),
  );
