import { execFile } from 'node:child_process';
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
    const broker = new OwnBroker(folder, [await freePort(), await freePort()]);
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

const freePort = (): Promise<string> =>
  new Promise((settle, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => settle(String(typeof address === 'object' && address ? address.port : 0)));
    });
  });
