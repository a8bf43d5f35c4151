import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Node process of a test, with what it printed. */
export class ServiceProcess {
  private output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | NodeJS.Signals>;

  constructor(
    readonly name: string,
    program: string,
    env: Readonly<Record<string, string>>,
    args: readonly string[] = [],
  ) {
    this.child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => void (this.output += chunk.toString());
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
    this.ended = new Promise((settle) =>
      this.child.once('close', (code, signal) => settle(code ?? signal ?? 1)),
    );
  }

  get printed(): string {
    return this.output;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What the first group of the pattern finds in the output, as soon as it is there. */
  async prints(pattern: RegExp, withinMs = 120_000): Promise<string> {
    for (const deadline = Date.now() + withinMs; ;) {
      const found = pattern.exec(this.output)?.[1];
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null || Date.now() > deadline)
        throw new Error(`${this.name} did not say ${String(pattern)}:\n${this.output}`);
      await sleep(10);
    }
  }

  /** Runs to its end; its output where it succeeded. */
  async finished(): Promise<string> {
    const code = await this.ended;
    if (code !== 0) throw new Error(`${this.name} ended with ${code}:\n${this.output}`);
    return this.output;
  }

  /** SIGTERM, and the end: its exit code, or the signal that it died of. */
  stop(): Promise<number | NodeJS.Signals> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** Any other signal, such as SIGSTOP. */
  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** kill -9. */
  kill(): Promise<number | NodeJS.Signals> {
    this.child.kill('SIGKILL');
    return this.ended;
  }
}
