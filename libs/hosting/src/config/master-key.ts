import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderError, errorCode, StartupError } from '../postgres/startup-error.js';

const FILE = 'master.key';
/** The one that is to follow it: there while `npm run rotate-master-key` is under way, or was broken off. */
const NEXT_FILE = 'master.key.next';

/** The key in a file; undefined where there is none. */
async function readKeyFile(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  });
  return text === undefined ? undefined : decodeKey(text, path);
}

/** The key of the data folder; undefined where there is none. */
export const readMasterKey = (dataDir: string): Promise<Buffer | undefined> =>
  readKeyFile(join(dataDir, FILE));

/** The key that is to follow the data folder's: made at the first call, the same until it is put in force. */
export async function nextMasterKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, NEXT_FILE);
  const known = await readKeyFile(path);
  return known ?? decodeKey(await makeKeyFile(dataDir, path), path);
}

/** Puts the next key in the place of the data folder's, which is gone then. */
export async function putNextMasterKeyInForce(dataDir: string): Promise<void> {
  await rename(join(dataDir, NEXT_FILE), join(dataDir, FILE));
  await syncFolder(dataDir);
}

/** A rename outlives a power cut once the folder is on the disk. */
async function syncFolder(dataDir: string): Promise<void> {
  const folder = await open(dataDir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * The master key, from which the others follow: from the environment, or from a file of the data folder (0600) that is
 * made at the first start. Losing it means losing every stored secret.
 */
export async function loadMasterKey(dataDir: string, fromEnvironment: string | undefined): Promise<Buffer> {
  if (fromEnvironment !== undefined) return decodeKey(fromEnvironment, 'TIMBRA_MASTER_KEY');
  const path = join(dataDir, FILE);
  try {
    // To pass through, as the embedded database needs it under root; the start closes it where it needn't (modes.ts).
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    const known = await readFile(path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      return makeKeyFile(dataDir, path);
    });
    return decodeKey(known, path);
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

/** 32 bytes of base64. A refusal names the source and never the text. */
export function decodeKey(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32)
    throw new StartupError(`${source} must hold 32 bytes in base64 (openssl rand -base64 32).`);
  return key;
}
