import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { FixedClock } from '#kernel';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import {
  createSandboxPac,
  migrateSandboxPac,
  type IssuedCsd,
  type SandboxPac,
  type SandboxTimeouts,
  type StampOutcome,
} from '../index.js';
import { sealXml } from './testing.js';

const account = { organizationId: 'a'.repeat(24), livemode: false };
const plain = (bytes: Buffer): Buffer => bytes;

describe('sandbox PAC: faults on demand', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let pac: SandboxPac;
  let csd: IssuedCsd;
  let folio = 0;
  const clock = new FixedClock(new Date('2026-11-21T15:00:00Z'));
  const waited: number[] = [];

  const open = (timeouts: Partial<SandboxTimeouts> = {}): Promise<SandboxPac> =>
    createSandboxPac({
      pool,
      clock,
      systemNow: clock.now,
      seal: plain,
      open: plain,
      timeouts,
      delay: async (ms) => void waited.push(ms),
    });

  beforeAll(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 8 });
    pool.on('error', () => undefined);
    await migrateSandboxPac(pool);
    pac = await open();
    csd = await pac.issueCsd({ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  beforeEach(() => {
    pac.faults.clear();
    waited.length = 0;
  });

  const stamp = (xml: string): Promise<StampOutcome> =>
    pac.stamp({ kind: 'comprobante', requestId: `r${folio}`, account, xml });
  const withSku = (sku?: string): string =>
    sealXml({ comprobante: { Folio: String(++folio) }, conceptos: [sku === undefined ? {} : { sku }] }, csd);

  it('SANDBOX-TIMEOUT-BEFORE: not stamped; the second attempt is', async () => {
    const xml = withSku('SANDBOX-TIMEOUT-BEFORE');
    expect(await stamp(xml)).toEqual({ kind: 'unknown', reason: 'timeout' });
    expect(waited).toEqual([1000]);
    expect(await pac.find({ kind: 'comprobante', account, xml })).toEqual({ kind: 'not_found' });
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: false });
  });

  it('SANDBOX-TIMEOUT-AFTER: stamped, found, and sent again the same', async () => {
    const xml = withSku('SANDBOX-TIMEOUT-AFTER');
    expect(await stamp(xml)).toEqual({ kind: 'unknown', reason: 'timeout' });
    const found = await pac.find({ kind: 'comprobante', account, xml });
    expect(await stamp(xml)).toMatchObject({
      kind: 'stamped',
      duplicate: true,
      timbre: found.kind === 'found' ? found.timbre : undefined,
    });
  });

  it('SANDBOX-DAMAGED-ANSWER: stamped, and never taken for a stamp as it is', async () => {
    const xml = withSku('SANDBOX-DAMAGED-ANSWER');
    expect(await stamp(xml)).toEqual({ kind: 'unknown', reason: 'unreadable_answer' });
    expect((await pac.find({ kind: 'comprobante', account, xml })).kind).toBe('found');
  });

  it.each([
    ['SANDBOX-OUTAGE', 2],
    ['SANDBOX-OUTAGE-LONG', 8],
  ])('%s: out of service %d times, also over a restart', async (sku, times) => {
    const xml = withSku(sku);
    for (let i = 0; i < times; i += 1) {
      const restarted = await open();
      expect((await restarted.stamp({ kind: 'comprobante', requestId: 'r', account, xml })).kind).toBe(
        'unavailable',
      );
      expect((await pac.find({ kind: 'comprobante', account, xml })).kind).toBe('not_found');
    }
    expect((await stamp(xml)).kind).toBe('stamped');
  });

  it('SANDBOX-REFUSED and SANDBOX-REFUSED-PAC: refused each time', async () => {
    for (const [sku, code, source] of [
      ['SANDBOX-REFUSED', 'CFDI40145', 'sat'],
      ['SANDBOX-REFUSED-PAC', '402', 'pac'],
    ] as const) {
      const xml = withSku(sku);
      for (let i = 0; i < 2; i += 1)
        expect(await stamp(xml)).toMatchObject({ kind: 'refused', code, source });
      expect((await pac.find({ kind: 'comprobante', account, xml })).kind).toBe('not_found');
    }
  });

  it('SANDBOX-SLOW: answers late; beyond the client’s patience the answer is lost', async () => {
    expect((await stamp(withSku('SANDBOX-SLOW'))).kind).toBe('stamped');
    expect(waited).toEqual([3000]);
    const impatient = await open({ clientMs: 2000 });
    const xml = withSku('SANDBOX-SLOW');
    expect((await impatient.stamp({ kind: 'comprobante', requestId: 'r', account, xml })).kind).toBe(
      'unknown',
    );
    expect(waited).toEqual([3000, 2000]);
    expect((await pac.find({ kind: 'comprobante', account, xml })).kind).toBe('found');
  });

  it('SANDBOX-DUPLICATE: answers as for a document stamped before', async () => {
    expect(await stamp(withSku('SANDBOX-DUPLICATE'))).toMatchObject({ kind: 'stamped', duplicate: true });
  });

  it('switched on by a test', async () => {
    pac.faults.set('stamp', 'timeout-after', 1);
    pac.faults.set('find', 'outage', 1);
    const xml = withSku();
    expect((await stamp(xml)).kind).toBe('unknown');
    expect((await pac.find({ kind: 'comprobante', account, xml })).kind).toBe('unavailable');
    expect((await pac.find({ kind: 'comprobante', account, xml })).kind).toBe('found');
  });
});
