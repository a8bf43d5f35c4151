import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { openFiel } from '#cfdi';
import { makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { openBench, type Bench } from '#hosting/testing/bench';
import { Vault } from '#hosting/secrets/vault';
import { UploadedCertificates } from '../csd/uploaded.js';
import { certificateRows } from '../trust/certificate-rows.js';
import { NO_PROGRESS, progressRows, type Progress } from './progress.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());

describe('what outlives a process', () => {
  it('certificates by number, the newest under each', async () => {
    const rows = certificateRows(bench.pool);
    const number = '00001000000712345678';
    expect(await rows.read(number)).toBeUndefined();
    await rows.keep(number, Buffer.from('first'));
    await rows.keep(number, Buffer.from('second'));
    expect((await rows.read(number))?.toString()).toBe('second');
    await expect(rows.keep('../x', Buffer.from('x'))).rejects.toThrow();
    await expect(rows.keep('00001000000712345679', Buffer.alloc(11_000))).rejects.toThrow();
  });

  it('how far a proof has come, for two months', async () => {
    const store = progressRows(bench.pool);
    const progress: Progress = {
      ...{ attempt: 2, metadata: { id: 'r', at: '2026-11-27T18:00:00.000Z' } },
      candidates: [{ uuid: 'U', rfcPac: 'LSO1306189R5' }],
    };
    expect(await store.read('inv.1')).toEqual(NO_PROGRESS);
    await store.save('inv.1', { attempt: 1 }, new Date('2026-11-26T18:00:00Z'));
    await store.save('inv.1', progress, new Date('2026-11-27T18:00:00Z'));
    expect(await store.read('inv.1')).toEqual(progress);
    await store.save('inv.2', { attempt: 1 }, new Date('2027-02-27T18:00:00Z'));
    expect(await store.read('inv.1')).toEqual(NO_PROGRESS);
  });
});

describe('the FIEL of an RFC', () => {
  const keys = makeKeyPair();
  const rfc = 'EKU9003173C9';
  const fiel = (number: string) => {
    const opened = openFiel(makeCertificado({ keys, rfc, number, fiel: true }));
    if (!opened.ok) throw new Error(opened.refusal.code);
    return opened.value;
  };
  const [N1, N2] = ['00001000000700000001', '00001000000700000002'];
  const at = '2026-11-27T18:00:00.000Z';

  it('is the one that was uploaded last, of that organization alone, until it is removed', async () => {
    const uploaded = new UploadedCertificates(new Vault(bench.pool, 'signing', [randomBytes(32)]));
    const number = async (organization: string) =>
      (await uploaded.fielOf(organization, rfc))?.csd.noCertificado;
    expect(await number('one')).toBeUndefined();
    await uploaded.keep('one', 'fiel', fiel(N1), { use: 'live', at });
    await uploaded.keep('one', 'fiel', fiel(N2), { use: 'live', at });
    expect([await number('one'), await number('two')]).toEqual([N2, undefined]);
    await uploaded.forget('one', 'fiel', N1, { before: at, reason: 'replaced' });
    expect(await number('one')).toBe(N2);
    await uploaded.forget('one', 'fiel', N2, { before: at, reason: 'removed' });
    expect(await number('one')).toBeUndefined();
  });
});
