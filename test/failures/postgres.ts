import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#hosting';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';

/** A PostgreSQL server of a test's own, safe against crashes as in production, to be killed and started again. */
export class OwnPostgres {
  private server!: EmbeddedPostgres;
  private crashed!: Promise<void>;

  private constructor(readonly dataDir: string) {}

  /** In a folder of its own, or in one that is given and stays. */
  static async start(dataDir?: string): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(dataDir ?? (await temporaryDataFolder()));
    await postgres.start();
    return postgres;
  }

  /** Its port is another one at each start. */
  get url(): string {
    return this.server.url;
  }

  get port(): number {
    return Number(new URL(this.server.url).port);
  }

  async start(): Promise<void> {
    let crash = (): void => undefined;
    this.crashed = new Promise((resolve) => (crash = resolve));
    this.server = await startEmbeddedPostgres({ dataDir: this.dataDir, onCrash: crash, tcp: true });
  }

  /** kill -9 of the server's first process; its others end by themselves. */
  async kill(): Promise<void> {
    const pid = Number(
      (await readFile(join(await this.home(), 'data/postmaster.pid'), 'utf8')).split('\n')[0],
    );
    process.kill(pid, 'SIGKILL');
    await this.crashed;
  }

  /** Whether it has ended by itself meanwhile. */
  async isDown(withinMs: number): Promise<boolean> {
    const up = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), withinMs));
    return Promise.race([this.crashed.then(() => true), up]);
  }

  async remove(): Promise<void> {
    await this.server.stop();
    await removeDataFolder(this.dataDir);
  }

  private async home(): Promise<string> {
    const place = join(this.dataDir, 'postgres');
    const pointer = await readFile(join(place, 'location.json'), 'utf8').catch(() => undefined);
    return pointer === undefined ? place : (JSON.parse(pointer) as { folder: string }).folder;
  }
}
