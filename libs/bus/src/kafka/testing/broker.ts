import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const KAFKA = resolve(import.meta.dirname, '../../../../../deploy/kafka/kafka.sh');
const run = promisify(execFile);

/** A broker of a spec's own, to be ended and started again. */
export class OwnBroker {
  private constructor(
    private readonly folder: string,
    private readonly ports: readonly [string, string],
  ) {}

  static async start(): Promise<OwnBroker> {
    const folder = await mkdtemp(join(tmpdir(), 'timbra-broker-'));
    const broker = new OwnBroker(folder, await quietPorts());
    await broker.restart();
    return broker;
  }

  get address(): string {
    return `127.0.0.1:${this.ports[0]}`;
  }

  /** Starts it with the data that it had. */
  async restart(): Promise<void> {
    await run(KAFKA, ['start', this.folder, ...this.ports]);
  }

  async stop(signal: 'TERM' | 'KILL'): Promise<void> {
    await run(KAFKA, ['stop', this.folder, ...(signal === 'KILL' ? ['KILL'] : [])]);
  }

  async remove(): Promise<void> {
    await this.stop('KILL');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Two ports that are free, below those that the system gives to whoever asks for any (from 32768 on): nobody takes them
 * while the broker is away.
 */
async function quietPorts(): Promise<[string, string]> {
  for (;;) {
    const first = 20_000 + 2 * randomInt(6_000);
    const both = [first, first + 1] as const;
    if ((await Promise.all(both.map(isFree))).every(Boolean)) return [String(both[0]), String(both[1])];
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const server = createServer().once('error', () => settle(false));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(true)));
  });
