import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderError, errorCode, StartupError } from '../postgres/startup-error.js';

const FILE = 'master.key';

/**
 * The key that wraps all data keys: from the environment, or from a file of the data folder (0600) that is
 * made at the first start. Losing it means losing every stored secret.
 */
export async function loadMasterKey(dataDir: string, fromEnvironment: string | undefined): Promise<Buffer> {
  if (fromEnvironment !== undefined) return decode(fromEnvironment, 'TIMBRA_MASTER_KEY');
  const path = join(dataDir, FILE);
  try {
    // Open to enter, as the embedded database needs it under root; the file itself is private.
    await mkdir(dataDir, { recursive: true });
    const known = await readFile(path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      return makeKeyFile(dataDir, path);
    });
    return decode(known, path);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
}

/** Makes the file whole or not at all; where another process was quicker, that one's key holds. */
async function makeKeyFile(dataDir: string, path: string): Promise<string> {
  const draft = join(dataDir, `${FILE}.${randomBytes(6).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
    await file.sync();
    await link(draft, path).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await unlink(draft);
  }
  return readFile(path, 'utf8');
}

function decode(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32)
    throw new StartupError(`${source} must hold 32 bytes in base64 (openssl rand -base64 32).`);
  return key;
}
