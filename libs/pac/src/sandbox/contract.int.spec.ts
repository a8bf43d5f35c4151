import pg from 'pg';
import { FixedClock } from '#kernel';
import { freshDatabase } from '../../../../test/support/database.js';
import { pacContract } from '../contract.js';
import { createSandboxPac, migrateSandboxPac } from '../index.js';
import { sealXml, signedCancellation } from './testing.js';

pacContract('sandbox', async () => {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  await migrateSandboxPac(pool);
  const clock = new FixedClock(new Date('2026-11-21T15:00:00Z'));
  const pac = await createSandboxPac({
    pool,
    ...{ clock, systemNow: clock.now },
    seal: (bytes) => bytes,
    open: (bytes) => bytes,
    delay: async () => undefined,
  });
  const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' });
  let folio = 0;
  const document = (Total: string): string =>
    sealXml({ comprobante: { Folio: String(++folio), Total } }, csd);
  return {
    pac,
    account: { organizationId: 'a'.repeat(24), livemode: false },
    document: async () => document('116.00'),
    refusedDocument: async () => document('116.01'),
    cancellation: async (uuid) => signedCancellation({ uuid }, csd),
    loseNextAnswer: () => pac.faults.set('stamp', 'timeout-after', 1),
    loseNextRequest: () => pac.faults.set('stamp', 'timeout-before', 1),
    failNextRequest: () => pac.faults.set('stamp', 'outage', 1),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
});
