import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel';
import { uploadContext, type SealedUpload } from '#contracts';
import { openBench, type Bench } from '../testing/bench.js';
import { rotateDataKeys } from './rotate.js';
import { sealWith } from './sealing.js';
import { newBoxKeys, openSealed, sealTo } from './sealed-box.js';
import { sealUpload, UploadKeys } from './upload-keys.js';
import { Vault } from './vault.js';

const plain = Buffer.from('-----BEGIN ENCRYPTED PRIVATE KEY----- contraseña');

describe('a sealed box', () => {
  const keys = newBoxKeys();

  it('opens for whoever has the private key, in its context', () => {
    for (const bytes of [Buffer.alloc(0), plain, randomBytes(20_000)])
      expect(openSealed(keys.privateKey, sealTo(keys.publicKey, bytes, 'here'), 'here')).toEqual(bytes);
    expect(keys.publicKey).toHaveLength(32);
  });

  it('is another one each time', () =>
    expect(sealTo(keys.publicKey, plain, 'here').equals(sealTo(keys.publicKey, plain, 'here'))).toBe(false));

  it('opens with no other key, in no other context, and not after any change', () => {
    const sealed = sealTo(keys.publicKey, plain, 'here');
    expect(() => openSealed(newBoxKeys().privateKey, sealed, 'here')).toThrow();
    expect(() => openSealed(keys.privateKey, sealed, 'there')).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => openSealed(keys.privateKey, changed, 'here')).toThrow();
      expect(() => openSealed(keys.privateKey, sealed.subarray(0, at), 'here')).toThrow();
    }
  });

  it('takes no point that would make a known secret', () => {
    const sealed = sealTo(keys.publicKey, plain, 'here');
    expect(() => sealTo(Buffer.alloc(32), plain, 'here')).toThrow();
    Buffer.alloc(32).copy(sealed, 1);
    expect(() => openSealed(keys.privateKey, sealed, 'here')).toThrow();
  });
});

describe('uploads to a service', () => {
  let bench: Bench;
  let now: Date;
  let roots: { documents: Buffer; signing: Buffer };
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(() => bench.dispose());
  beforeEach(async () => {
    await bench.pool.query('TRUNCATE platform.wrapped_keys, platform.secrets, platform.keys_in_force');
    now = new Date('2026-11-21T18:00:00Z');
    roots = { documents: randomBytes(32), signing: randomBytes(32) };
  });

  const organization = newId();
  const context = uploadContext(organization, true, 'csd');
  /** The gateway has the documents key, and no other. */
  const gateway = () => new Vault(bench.pool, 'documents', [roots.documents]);
  const stamping = () => {
    const signing = new Vault(bench.pool, 'signing', [roots.signing]);
    return new UploadKeys('stamping', { documents: gateway(), signing }, () => now);
  };
  const upload = (): Promise<SealedUpload> => sealUpload(gateway(), 'stamping', plain, context);

  it('are sealed by the gateway, and opened by the service alone', async () => {
    await stamping().ensure();
    const sealed = await upload();
    expect(Buffer.from(sealed.sealed, 'base64').includes('PRIVATE KEY')).toBe(false);
    expect(await stamping().open(sealed, context)).toEqual(plain);
    const { rows } = await bench.pool.query<{ name: string; sealed: Buffer }>(
      'SELECT name, sealed FROM platform.secrets',
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([`upload-key/${sealed.key_id}`, 'upload-keys']);
    // With all that the gateway has, and the database too.
    await expect(gateway().get('stamping', `upload-key/${sealed.key_id}`)).rejects.toThrow();
  });

  it('open for their organization, environment and use, and for nothing else', async () => {
    await stamping().ensure();
    const sealed = await upload();
    for (const other of [
      uploadContext(newId(), true, 'csd'),
      uploadContext(organization, false, 'csd'),
      uploadContext(organization, true, 'fiel'),
    ])
      expect(await stamping().open(sealed, other)).toBeUndefined();
    expect(await stamping().open({ ...sealed, key_id: newId() }, context)).toBeUndefined();
    expect(await stamping().open({ ...sealed, sealed: '' }, context)).toBeUndefined();
  });

  it('wait for a service that has not started yet: with an error, and unsealed to nobody', async () => {
    await expect(upload()).rejects.toThrow('has published no key');
  });

  it('are sealed to another pair after a month, or when somebody wants it; those on their way still open', async () => {
    await stamping().ensure();
    const first = await upload();
    await stamping().ensure();
    expect((await upload()).key_id).toBe(first.key_id);
    now = new Date('2026-12-25T18:00:00Z');
    await stamping().ensure();
    const second = await upload();
    expect(second.key_id).not.toBe(first.key_id);
    for (const sealed of [first, second]) expect(await stamping().open(sealed, context)).toEqual(plain);
    await stamping().renew();
    await stamping().renew();
    expect(await stamping().open(first, context)).toBeUndefined();
    expect(await stamping().open(second, context)).toEqual(plain);
    const { rowCount } = await bench.pool.query(
      "SELECT FROM platform.secrets WHERE name LIKE 'upload-key/%'",
    );
    expect(rowCount).toBe(3);
  });

  it('open after a change of the key of signing', async () => {
    await stamping().ensure();
    const sealed = await upload();
    const to = randomBytes(32);
    await rotateDataKeys({ pool: bench.pool, purpose: 'signing', from: [roots.signing], to });
    roots = { ...roots, signing: to };
    expect(await stamping().open(sealed, context)).toEqual(plain);
  });

  it('are not sealed to a pair that somebody else has put into the database', async () => {
    await stamping().ensure();
    const { publicKey } = newBoxKeys();
    const forged = [{ id: newId(), public_key: publicKey.toString('base64'), made_at: now.toISOString() }];
    const text = Buffer.from(JSON.stringify(forged));
    const sealed = sealWith(randomBytes(32), text, 'stamping/upload-keys');
    await bench.pool.query("UPDATE platform.secrets SET sealed = $1 WHERE name = 'upload-keys'", [sealed]);
    await expect(upload()).rejects.toThrow();
  });
});
