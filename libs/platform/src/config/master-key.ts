import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../postgres/startup-error.js';

const FILE = 'master.key';

/**
 * The key that wraps all data keys: from the environment, or from a file of the data folder (0600) that is
 * made at the first start. Losing it means losing every stored secret.
 */
export async function loadMasterKey(dataDir: string, fromEnvironment: string | undefined): Promise<Buffer> {
  if (fromEnvironment !== undefined) return decode(fromEnvironment, 'TIMBRA_MASTER_KEY');
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(randomBytes(32).toString('base64') + '\n');
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartupError(`The master key can't be written to ${path}: ${(error as Error).message}.`);
  }
  return decode(await readFile(path, 'utf8'), path);
}

function decode(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32)
    throw new StartupError(`${source} must hold 32 bytes in base64 (openssl rand -base64 32).`);
  return key;
}
