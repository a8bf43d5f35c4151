import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

const PROGRAM = join(import.meta.dirname, '../bin/timbra.mjs');

/** A run of the program, as somebody starts it. */
export function runTimbra(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    // No demo.json is above it.
    ...{ cwd: tmpdir(), env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as const },
  });
  let [out, err] = ['', ''];
  const waiting = new Set<() => void>();
  const look = () => waiting.forEach((one) => one());
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    look();
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    out: () => out,
    err: () => err,
    exited,
    /** Until it has printed this. */
    printed: (text: string | RegExp): Promise<void> =>
      new Promise((resolve, reject) => {
        const one = () => {
          const all = `${out}\n${err}`;
          if (typeof text === 'string' ? !all.includes(text) : !text.test(all)) return;
          waiting.delete(one);
          resolve();
        };
        waiting.add(one);
        void exited.then((code) => reject(new Error(`it ended with ${code}: ${out}${err}`)));
        one();
      }),
    interrupt: (): Promise<number | null> => {
      child.kill('SIGINT');
      return exited;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
