import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Demo } from '#apps/standalone/src/demo';
import { findRunningPostgres } from '#hosting';

const ROOT = resolve(import.meta.dirname, '../..');

const ORDER = {
  customer: {
    ...{ legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601' },
    address: { zip: '86991' },
  },
  items: [{ quantity: 2, product: { description: 'Ukelele', product_key: '60131324', price: 345.6 } }],
  payment_form: '28',
};

/** A process that a start has noted in its data folder. */
interface Noted {
  readonly name: string;
  readonly pid: number;
}

/** `npm run start:distributed` as somebody has it at a terminal, on a data folder and any free port. */
export class DistributedStart {
  output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | NodeJS.Signals>;

  constructor(
    private readonly dataDir: string,
    settings: Readonly<Record<string, string>> = {},
  ) {
    const ours = Object.entries(process.env).filter(([name]) => !/^(TIMBRA_|DATABASE_URL|npm_)/.test(name));
    const jars = process.env['TIMBRA_KAFKA_JARS'];
    this.child = spawn(process.execPath, ['scripts/start-distributed.mjs'], {
      cwd: ROOT,
      env: {
        ...Object.fromEntries(ours),
        ...(jars && { TIMBRA_KAFKA_JARS: jars }),
        ...{ TIMBRA_DATA: dataDir, TIMBRA_PORT: '0', TIMBRA_STAMP_WAIT_MS: '60000' },
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => (this.output += String(chunk)));
    this.ended = once(this.child, 'close').then(([code, by]) => (code ?? by) as number | NodeJS.Signals);
  }

  /** Waits until the output has it. @throws {Error} with the output, where it ends before */
  async prints(text: string): Promise<void> {
    const over = this.ended.then((code) => {
      if (!this.output.includes(text)) throw new Error(`it ended with ${code}:\n${this.output}`);
    });
    over.catch(() => undefined);
    while (!this.output.includes(text)) await Promise.race([over, sleep(50)]);
  }

  demo(): Promise<Demo> {
    return this.read<Demo>('demo.json');
  }
  processes(): Promise<readonly Noted[]> {
    return this.read<readonly Noted[]>('processes.json');
  }
  private async read<T>(file: string): Promise<T> {
    return JSON.parse(await readFile(join(this.dataDir, file), 'utf8')) as T;
  }

  /** Runs one of the operator's programs, with its data folder alone: its exit code, and all that it prints. */
  operate(program: string, ...args: string[]): Promise<readonly [number | null, string]> {
    return this.operateWith({}, program, ...args);
  }
  async operateWith(
    settings: Readonly<Record<string, string>>,
    program: string,
    ...args: string[]
  ): Promise<readonly [number | null, string]> {
    const ours = Object.entries(process.env).filter(([name]) => !/^(TIMBRA_|DATABASE_URL|npm_)/.test(name));
    const child = spawn(process.execPath, ['scripts/program.mjs', program, ...args], {
      cwd: ROOT,
      env: { ...Object.fromEntries(ours), TIMBRA_DATA: this.dataDir, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (printed += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    return [code, printed];
  }

  /** Makes an invoice with the demo organization's key; gives its id. @throws {Error} unless it is stamped at once */
  async makeInvoice(): Promise<string> {
    const { id, status } = await this.call<{ readonly id: string; readonly status: string }>(
      '/invoices',
      ORDER,
    );
    if (status !== 'valid') throw new Error(`the invoice ${id} is ${status}`);
    return id;
  }

  /** The invoices that are listed, by id. */
  async findInvoices(): Promise<readonly string[]> {
    const { data } = await this.call<{ readonly data: readonly { readonly id: string }[] }>(
      '/invoices?limit=100',
    );
    return data.map(({ id }) => id).sort();
  }

  private async call<T>(path: string, body?: object): Promise<T> {
    const { base_url, test_key } = await this.demo();
    const response = await fetch(base_url + path, {
      headers: { authorization: `Bearer ${test_key}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Rows of a database of its embedded server, `timbra` or that of a service, as the owner of all or as somebody else. */
  async query<Row extends pg.QueryResultRow>(
    database: string,
    sql: string,
    login?: { readonly user: string; readonly password: string },
  ): Promise<readonly Row[]> {
    const url = await findRunningPostgres(this.dataDir);
    if (url === undefined) throw new Error('no database runs');
    const place = new URL(url);
    place.pathname = `/${database}`;
    if (login) [place.username, place.password] = [login.user, login.password];
    const client = new pg.Client({ connectionString: place.href });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** What a process has in its environment. */
  async environmentOf(service: string): Promise<Readonly<Record<string, string>>> {
    const pid = (await this.processes()).find(({ name }) => name === service)?.pid;
    const text = await readFile(`/proc/${pid}/environ`, 'utf8');
    return Object.fromEntries(text.split('\0').map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
  }

  /** Sends a signal; gives the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.child.kill(signal);
    return this.ended;
  }
}

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits until none of them runs. */
export async function untilGone(processes: readonly Noted[]): Promise<void> {
  while (processes.some(({ pid }) => isRunning(pid))) await sleep(50);
}
