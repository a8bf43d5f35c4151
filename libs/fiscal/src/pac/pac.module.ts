import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Clock, SystemNow } from '#kernel';
import { Pacs, createSandboxPac, examineOver, migrateSandboxPac, type SandboxPac } from '#pac';
import type { Catalogues } from '../catalogues/catalogues.js';
import { CATALOGUES, CataloguesModule } from '../catalogues/catalogues.module.js';
import type { Logger } from '#hosting/logging/logger';
import { CsdVault } from '../csd/csd-vault.js';
import { UploadedCertificates } from '../csd/uploaded.js';
import type { Config } from '#hosting/config/config';
import type { Vault } from '#hosting/secrets/vault';
import { WorkerPool } from '#hosting/workers/worker-pool';
import { WorkersModule } from '#hosting/workers/workers.module';
import { examineLargeElsewhere } from './examine-large.js';
import type { Signer } from '../signer/port.js';
import { VaultSigner } from '../signer/vault-signer.js';
import { TrustStore } from '../trust/trust-store.js';
import { PAC_HEALTH, unwatched } from './health.js';
import { observePac } from './observe-pac.js';
import type { Runtime } from '#hosting/runtime/runtime';
import {
  CLOCK,
  CONFIG,
  LOG,
  PROCESS_POOL,
  SIGNING_VAULT,
  SYSTEM_NOW,
  TELEMETRY,
} from '#hosting/runtime/tokens';

/** SandboxPac: the provider of Test, for what only a sandbox has (its faults, the certificates of Test). */
export const SANDBOX_PAC = Symbol('timbra sandbox pac');

/** Signer: who signs documents, and requests to cancel them, for their issuers. */
export const SIGNER = Symbol('timbra signer');

/** The vault's owner for secrets that belong to no organization. */
const SANDBOX = 'sandbox';

/** Opens the sandbox PAC: the vault seals its keys, its ledger has a schema of its own. */
async function openSandboxPac(
  pool: pg.Pool,
  clock: Clock,
  systemNow: SystemNow,
  vault: Vault,
  { large }: Catalogues,
  { cataloguesDir }: Config,
  workers: WorkerPool,
): Promise<SandboxPac> {
  await migrateSandboxPac(pool);
  return createSandboxPac({
    ...{ pool, clock, systemNow },
    large,
    examine: examineLargeElsewhere(examineOver(large), { workers, cataloguesDir }),
    seal: (plain) => vault.seal(SANDBOX, 'pac', plain),
    open: (sealed) => vault.open(SANDBOX, 'pac', sealed),
  });
}

/**
 * Who stamps and cancels (Pacs), by environment; who signs for issuers (SIGNER), the certificates that it signs with
 * (CsdVault), and those that they are judged by (TrustStore). For services that have the key of signing.
 */
@Module({
  imports: [CataloguesModule, WorkersModule],
  providers: [
    {
      provide: SANDBOX_PAC,
      inject: [PROCESS_POOL, CLOCK, SYSTEM_NOW, SIGNING_VAULT, CATALOGUES, CONFIG, WorkerPool],
      useFactory: openSandboxPac,
    },
    {
      provide: Pacs,
      inject: [TELEMETRY, LOG, SANDBOX_PAC],
      useFactory: (telemetry: Runtime['telemetry'], log: Logger, sandbox: SandboxPac) =>
        new Pacs({ test: observePac(sandbox, { ...telemetry, log }) }),
    },
    { provide: PAC_HEALTH, inject: [Pacs], useFactory: (pacs: Pacs) => unwatched(pacs) },
    {
      provide: CsdVault,
      inject: [SIGNING_VAULT, CLOCK, SANDBOX_PAC],
      useFactory: (vault: Vault, clock: Clock, sandbox: SandboxPac) => new CsdVault(vault, clock, sandbox),
    },
    {
      provide: UploadedCertificates,
      inject: [SIGNING_VAULT],
      useFactory: (vault: Vault) => new UploadedCertificates(vault),
    },
    {
      provide: SIGNER,
      inject: [CsdVault, CLOCK],
      useFactory: (csds: CsdVault, clock: Clock): Signer => new VaultSigner(csds, clock),
    },
    {
      provide: TrustStore,
      inject: [CONFIG, SANDBOX_PAC, LOG],
      useFactory: ({ satRoots }: Config, { certificates }: SandboxPac, log: Logger) =>
        TrustStore.open(satRoots, certificates.authority, log),
    },
  ],
  exports: [Pacs, PAC_HEALTH, SANDBOX_PAC, CsdVault, UploadedCertificates, SIGNER, TrustStore, WorkersModule],
})
export class PacModule {}
