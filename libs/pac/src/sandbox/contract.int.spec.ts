import pg from 'pg';
import type { RetencionInput } from '#cfdi';
import { FixedClock } from '#kernel';
import { RFC_NOT_FOUND_FISICA } from '#sat';
import { freshDatabase } from '../../../../test/support/database.js';
import { pacContract } from '../contract.js';
import { createSandboxPac, migrateSandboxPac } from '../index.js';
import { sealedRetencion, sealXml, signedCancellation } from './testing.js';

const RECEPTOR = { nacionalidad: 'Nacional', nombre: 'NADIE', domicilioFiscal: '36257' } as const;

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
  const ofRetention = (over: Partial<RetencionInput> = {}): Promise<string> =>
    sealedRetencion({ folioInt: String(++folio), ...over }, csd);
  return {
    pac,
    account: { organizationId: 'a'.repeat(24), livemode: false },
    document: async (kind) => (kind === 'retencion' ? ofRetention() : document('116.00')),
    refusedDocument: async (kind) =>
      kind === 'retencion'
        ? ofRetention({ receptor: { ...RECEPTOR, rfc: RFC_NOT_FOUND_FISICA } })
        : document('116.01'),
    cancellation: async (kind, uuid) => signedCancellation({ kind, uuid }, csd),
    loseNextAnswer: () => pac.faults.set('stamp', 'timeout-after', 1),
    loseNextRequest: () => pac.faults.set('stamp', 'timeout-before', 1),
    failNextRequest: () => pac.faults.set('stamp', 'outage', 1),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
});
