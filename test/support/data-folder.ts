import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Makes an empty data folder (TIMBRA_DATA) for a test. Open to enter (0755), or private (0700): under root a
 * private one cannot hold the embedded database, which is then elsewhere.
 */
export const temporaryDataFolder = async (mode = 0o755): Promise<string> => {
  const folder = await mkdtemp(join(process.env['TIMBRA_TEST_FOLDER'] ?? tmpdir(), 'timbra-data-'));
  await chmod(folder, mode);
  return folder;
};

/** Makes a copy of a data folder whose server is stopped: much quicker than a new database. */
export const copyDataFolder = async (from: string): Promise<string> => {
  const folder = await temporaryDataFolder();
  // Keeps owners, which fs.cp does not: under root the database belongs to another user.
  await promisify(execFile)('cp', ['-a', `${from}/.`, folder]);
  return folder;
};

/** Removes a data folder, and the database too if it is elsewhere. */
export const removeDataFolder = async (folder: string): Promise<void> => {
  const pointer = await readFile(join(folder, 'postgres', 'location.json'), 'utf8').catch(() => undefined);
  if (pointer !== undefined) {
    await rm((JSON.parse(pointer) as { folder: string }).folder, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
};
