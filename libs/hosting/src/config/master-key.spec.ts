import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../postgres/startup-error.js';
import { loadMasterKey } from './master-key.js';

describe('loadMasterKey', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'timbra-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('makes a private key file at the first start, and the folder where it is missing', async () => {
    const dataDir = join(folder, 'new', 'data');
    const key = await loadMasterKey(dataDir, undefined);
    expect(key).toHaveLength(32);
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['master.key']);
    expect(await loadMasterKey(dataDir, undefined)).toEqual(key);
  });

  it('gives one key to processes that start together', async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, () => loadMasterKey(folder, undefined)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(folder)).toEqual(['master.key']);
  });

  it('makes another key for another folder', async () => {
    const other = await loadMasterKey(join(folder, 'other'), undefined);
    expect(other.equals(await loadMasterKey(folder, undefined))).toBe(false);
  });

  it('takes the key of the environment, and writes nothing', async () => {
    const key = Buffer.alloc(32, 7);
    expect(await loadMasterKey(folder, key.toString('base64'))).toEqual(key);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])(
    'says what is wrong with a key, but not the key (%j)',
    async (text) => {
      const fromEnvironment = loadMasterKey(folder, text);
      await expect(fromEnvironment).rejects.toThrow(StartupError);
      await expect(fromEnvironment).rejects.toThrow(/^TIMBRA_MASTER_KEY must hold 32 bytes in base64/);
      if (text) await expect(fromEnvironment).rejects.not.toThrow(text);
      await writeFile(join(folder, 'master.key'), text);
      await expect(loadMasterKey(folder, undefined)).rejects.toThrow(/master\.key must hold 32 bytes/);
      expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(text);
    },
  );

  it('says what is wrong with the folder', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(loadMasterKey(join(folder, 'file'), undefined)).rejects.toThrow(StartupError);
    await expect(loadMasterKey(join(folder, 'file', 'below'), undefined)).rejects.toThrow(StartupError);
  });
});
