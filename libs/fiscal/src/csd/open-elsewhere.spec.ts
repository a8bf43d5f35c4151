import { afterAll, describe, expect, it } from '@jest/globals';
import { openCsd, sign, verifySello, type CsdFiles } from '#cfdi';
import { heavierKey, makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { createLogger } from '#hosting/logging/logger';
import { WorkerPool } from '#hosting/workers/worker-pool';
import { openCsdElsewhere, openFielElsewhere } from './open-elsewhere.js';

const keys = makeKeyPair();
const made = makeCertificado({ keys });
const fiel = makeCertificado({ keys, fiel: true });
const ORGANIZATION = '66f0c0c0c0c0c0c0c0c0c0c0';

describe('opening a certificate in a thread', () => {
  const workers = new WorkerPool(createLogger({ level: 'error', to: { write: () => undefined } }));
  afterAll(() => workers.close());
  const openThere = (files: CsdFiles) => openCsdElsewhere(workers, files, ORGANIZATION);

  it('gives the CSD that it gives on the loop, with a key that signs', async () => {
    const [there, here] = [await openThere(made), openCsd(made)];
    if (!there.ok || !here.ok) throw new Error('the files are good');
    const { privateKey, ...facts } = there.value;
    const { privateKey: _here, ...expected } = here.value;
    expect(facts).toEqual(expected);
    expect(privateKey.type).toBe('private');
    expect(verifySello('||cadena||', await sign('||cadena||', privateKey), made.cer)).toBe(true);
  });

  it.each<[string, Partial<CsdFiles>]>([
    ['a wrong password', { password: 'wrong' }],
    ['a FIEL', fiel],
    ['files exchanged', { cer: made.key, key: made.cer }],
    ['a key of another', { key: makeCertificado().key }],
    ['an end of validity', { at: new Date('2031-01-01T00:00:00Z') }],
    ['noise', { cer: Buffer.alloc(1_000_000, 7), key: Buffer.alloc(1_000_000, 0x30) }],
  ])('refuses %s as it does on the loop', async (_what, change) => {
    const files = { ...made, ...change };
    expect(await openThere(files)).toEqual(openCsd(files));
  });

  it('opens a FIEL', async () => {
    expect(await openFielElsewhere(workers, fiel, ORGANIZATION)).toMatchObject({ ok: true });
    expect(await openFielElsewhere(workers, made, ORGANIZATION)).toMatchObject({
      refusal: { code: 'fiel_required' },
    });
  });

  it('holds nobody up, however much work the file asks for', async () => {
    await openThere(made);
    // The most that is derived, with both readings of the password; and what is refused at once.
    const most = { ...made, key: heavierKey(made.key, 100_000), password: 'contraseña' };
    const before = performance.eventLoopUtilization();
    const [derived, ...refused] = await Promise.all([
      openThere(most),
      ...[50_000_000, 2 ** 47, 100_001].map((rounds) =>
        openThere({ ...made, key: heavierKey(made.key, rounds) }),
      ),
    ]);
    const { active } = performance.eventLoopUtilization(before);
    expect(derived).toMatchObject({ refusal: { code: 'private_key_password_incorrect' } });
    for (const one of refused)
      expect(one).toMatchObject({
        refusal: { code: 'certificate_files_invalid', path: 'key', location: 'files' },
      });
    const began = performance.now();
    openCsd(most);
    expect(active).toBeLessThan(performance.now() - began);
  });

  it('says that it can’t where the threads are gone', async () => {
    const gone = new WorkerPool(createLogger({ level: 'error', to: { write: () => undefined } }));
    await gone.close();
    await expect(openCsdElsewhere(gone, made, ORGANIZATION)).rejects.toMatchObject({ reason: 'lost' });
  });
});
