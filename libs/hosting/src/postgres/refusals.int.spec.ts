import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  copyDataFolder,
  removeDataFolder,
  temporaryDataFolder,
} from '../../../../test/support/data-folder.js';
import { startEmbeddedPostgres, StartupError, type EmbeddedPostgres } from './index.js';

const NOBODY = 65534;

/** The sentence that a start in this folder fails with. */
const refusal = async (dataDir: string): Promise<string> => {
  let server: EmbeddedPostgres;
  try {
    server = await startEmbeddedPostgres({ dataDir, patienceMs: 0, durable: false });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(error.message).not.toContain('\n');
    return error.message;
  }
  await server.stop();
  throw new Error('It started.');
};

describe('the embedded Postgres refuses, in one sentence', () => {
  let initialised: string;
  let dataDir: string;
  const startOnce = async (folder: string): Promise<void> =>
    (await startEmbeddedPostgres({ dataDir: folder, durable: false })).stop();

  beforeAll(async () => {
    initialised = await temporaryDataFolder();
    await startOnce(initialised);
  });
  afterAll(() => removeDataFolder(initialised));
  beforeEach(async () => {
    dataDir = await copyDataFolder(initialised);
  });
  afterEach(async () => {
    await chmod(dataDir, 0o755);
    await removeDataFolder(dataDir);
  });

  it('a data folder that is a file', async () => {
    await writeFile(join(dataDir, 'file'), '');
    expect(await refusal(join(dataDir, 'file'))).toContain('a part of the path is a file, not a folder');
    expect(await refusal(join(dataDir, 'file', 'below'))).toContain('is a file, not a folder');
  });

  it('a data folder that this user may not write', async () => {
    await chmod(dataDir, 0o555);
    const wasRoot = process.geteuid?.() === 0;
    if (wasRoot) process.seteuid?.(NOBODY);
    try {
      expect(await refusal(dataDir)).toBe(
        `The data folder ${dataDir} cannot be used: this user may not write there; set TIMBRA_DATA to a folder that can be written.`,
      );
    } finally {
      if (wasRoot) process.seteuid?.(0);
    }
  });

  it('a data folder in use', async () => {
    const server = await startEmbeddedPostgres({ dataDir, durable: false });
    expect(await refusal(dataDir)).toBe(
      `The data folder ${dataDir} is in use by another running Timbra (process ${process.pid}): stop that one, or set TIMBRA_DATA to another folder.`,
    );
    await server.stop();
    await startOnce(dataDir);
  });

  it('a database of another major version, or none', async () => {
    await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '17\n');
    expect(await refusal(dataDir)).toContain('was made by Postgres 17, and this Timbra brings Postgres 18');
    await rm(join(dataDir, 'postgres/data/PG_VERSION'));
    expect(await refusal(dataDir)).toContain('is damaged (PG_VERSION is not readable)');
  });

  it('a damaged database', async () => {
    const control = join(dataDir, 'postgres/data/global/pg_control');
    const bytes = await readFile(control);
    await writeFile(control, Buffer.alloc(bytes.length));
    expect(await refusal(dataDir)).toMatch(/cannot be started \(.+; see .+logs\): restore .+ from a backup/);
    await writeFile(control, bytes);
    await startOnce(dataDir);
  });

  it('a database without its password', async () => {
    await rm(join(dataDir, 'postgres/password'));
    expect(await refusal(dataDir)).toContain('password is missing');
  });
});
