import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../postgres/startup-error.js';
import { loadConfig } from './config.js';
import { deriveKey, KEY_PURPOSES, keysOf, loadKeys, type KeyPurpose } from './keys.js';

const newKey = () => randomBytes(32);
const [master, other, documents, signing, bus] = [newKey(), newKey(), newKey(), newKey(), newKey()];
const base64 = (key: Buffer) => key.toString('base64');

describe('the keys of a process', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'timbra-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const load = (env: Record<string, string>, needs: readonly KeyPurpose[] = KEY_PURPOSES, makeFile = false) =>
    loadKeys(loadConfig({ TIMBRA_DATA: folder, ...env }), { needs, makeFile });

  it('follow from the master key, each another one', async () => {
    const keys = await load({ TIMBRA_MASTER_KEY: base64(master) });
    expect(keys).toEqual(keysOf(master));
    const all = KEY_PURPOSES.map((purpose) => deriveKey(master, purpose).toString('hex'));
    expect(new Set([...all, master.toString('hex')]).size).toBe(4);
  });

  it('seal messages as the release before did, so that what waits in Kafka still opens', () => {
    // HKDF-SHA-256 of 32 zeros, without salt, info "timbra messages".
    expect(deriveKey(Buffer.alloc(32), 'bus').toString('hex')).toBe(
      '8fef7a3614c08d33ef2fab1b6c4fd270af78d573611ec0a30af6f8489780174d',
    );
  });

  it('are its own where it has some, and what follows from the master key opens beside them', async () => {
    const env = { TIMBRA_DOCUMENTS_KEY: base64(documents), TIMBRA_DOCUMENTS_KEY_ALSO: base64(other) };
    expect(await load(env, ['documents'])).toEqual({
      documents: [documents, other],
      signing: [],
      bus: [],
      master: [],
    });
    const both = await load({ ...env, TIMBRA_MASTER_KEY: base64(master) });
    expect(both.documents).toEqual([documents, other, deriveKey(master, 'documents')]);
    expect(both.signing).toEqual([deriveKey(master, 'signing')]);
  });

  it('can be told of their successor before it is in force', async () => {
    const env = { TIMBRA_MASTER_KEY: base64(master), TIMBRA_SIGNING_KEY_ALSO: base64(signing) };
    expect((await load(env)).signing).toEqual([deriveKey(master, 'signing'), signing]);
    const changing = { TIMBRA_MASTER_KEY: base64(other), TIMBRA_MASTER_KEY_ALSO: base64(master) };
    expect(await load(changing)).toEqual(keysOf(other, master));
  });

  it('are those that it needs: others are not even read', async () => {
    const keys = await load({ TIMBRA_BUS_KEY: base64(bus), TIMBRA_SIGNING_KEY: 'no key' }, ['bus']);
    expect(keys).toEqual({ documents: [], signing: [], bus: [bus], master: [] });
    expect(await load({}, [])).toEqual({ documents: [], signing: [], bus: [], master: [] });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each<[string, readonly KeyPurpose[], Record<string, string>, RegExp]>([
    ['one', ['signing'], {}, /^This process needs TIMBRA_SIGNING_KEY: 32 bytes/],
    [
      'two of three',
      KEY_PURPOSES,
      { TIMBRA_BUS_KEY: base64(bus) },
      /TIMBRA_DOCUMENTS_KEY and TIMBRA_SIGNING_KEY/,
    ],
    ['only the second', ['bus'], { TIMBRA_BUS_KEY_ALSO: base64(bus) }, /^This process needs TIMBRA_BUS_KEY/],
  ])('that are missing are named: %s', async (_, needs, env, message) => {
    await expect(load(env, needs)).rejects.toThrow(StartupError);
    await expect(load(env, needs)).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['TIMBRA_DOCUMENTS_KEY', 'TIMBRA_DOCUMENTS_KEY_ALSO'])(
    'that are malformed are named: %s',
    async (name) => {
      const loading = load({ TIMBRA_DOCUMENTS_KEY: base64(documents), [name]: 'hunter2' }, ['documents']);
      await expect(loading).rejects.toThrow(`${name} must hold 32 bytes in base64`);
      await expect(loading).rejects.not.toThrow('hunter2');
    },
  );

  it('are not one for two purposes', async () => {
    const env = { TIMBRA_DOCUMENTS_KEY: base64(documents), TIMBRA_SIGNING_KEY: base64(documents) };
    await expect(load(env, ['documents', 'signing'])).rejects.toThrow(
      'TIMBRA_DOCUMENTS_KEY and TIMBRA_SIGNING_KEY must hold different keys',
    );
  });

  it('come from the data folder: made there for one process alone, and only read by one of several', async () => {
    await expect(load({})).rejects.toThrow('This process needs');
    const made = await load({}, KEY_PURPOSES, true);
    expect(await readdir(folder)).toEqual(['master.key']);
    expect(await load({})).toEqual(made);
    await writeFile(join(folder, 'master.key'), base64(master));
    expect(await load({})).toEqual(keysOf(master));
  });
});
