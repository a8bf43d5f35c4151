import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Demo } from '#apps/standalone/src/demo';

const ROOT = resolve(import.meta.dirname, '../..');

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

  constructor(private readonly dataDir: string) {
    const ours = Object.entries(process.env).filter(([name]) => !/^(TIMBRA_|DATABASE_URL$|npm_)/.test(name));
    const jars = process.env['TIMBRA_KAFKA_JARS'];
    this.child = spawn(process.execPath, ['scripts/start-distributed.mjs'], {
      cwd: ROOT,
      env: {
        ...Object.fromEntries(ours),
        ...(jars && { TIMBRA_KAFKA_JARS: jars }),
        ...{ TIMBRA_DATA: dataDir, TIMBRA_PORT: '0', TIMBRA_STAMP_WAIT_MS: '60000' },
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
