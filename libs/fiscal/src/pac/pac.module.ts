import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { monotonicMs, type Clock, type SystemNow } from '#kernel';
import {
  Pacs,
  createSandboxPac,
  examineOver,
  migrateSandboxPac,
  satAuthority,
  type Pac,
  type PacDirectory,
  type PacHealth,
  type SandboxPac,
  type SatProofs,
} from '#pac';
import type { Catalogues } from '../catalogues/catalogues.js';
import { CATALOGUES, CataloguesModule } from '../catalogues/catalogues.module.js';
import { EVENT_FOLLOWS, Lease } from '#eventing';
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
import { MetadataProofs } from '../proofs/metadata-proofs.js';
import { progressRows } from '../proofs/progress.js';
import { downloadAskRows } from '../downloads/asks.js';
import { SatDownloads } from '../downloads/sat-downloads.js';
import { certificateRows } from '../trust/certificate-rows.js';
import { SatCertificates } from '../trust/pac-certificates.js';
import { TrustStore } from '../trust/trust-store.js';
import { Doors } from './circuit/doors.js';
import { AccountPacs } from './directory.js';
import { testUrl } from './sandbox-hosts.js';
import { PAC_HEALTH, unwatched } from './health.js';
import { observePac } from './observe-pac.js';
import { inUseRows } from './own/in-use-rows.js';
import { lyingRows } from './own/kept-rows.js';
import { KeptPacs } from './own/kept-pacs.js';
import { OwnPacs } from './own/own-pacs.js';
import { accountsOf } from './probes/accounts.js';
import { Prober } from './probes/prober.js';
import { Taxpayers } from './taxpayers/taxpayers.js';
import type { Runtime } from '#hosting/runtime/runtime';
import {
  CLOCK,
  CONFIG,
  LOG,
  SHARED_POOL,
  SIGNING_VAULT,
  SYSTEM_NOW,
  TELEMETRY,
} from '#hosting/runtime/tokens';

/** SandboxPac: the provider of Test, for what only a sandbox has (its faults, the certificates of Test). */
export const SANDBOX_PAC = Symbol('timbra sandbox pac');

/** Signer: who signs documents, and requests to cancel them, for their issuers. */
export const SIGNER = Symbol('timbra signer');

/** SatCertificates: the certificates that PACs stamp with, fetched from the tax authority by number. */
export const PAC_CERTIFICATES = Symbol('timbra pac certificates');

/** The tax authority's own status service, for Live; `ofSandbox`: its test service, for what providers stamp in Test. */
type SatAuthorities = Pick<Pac, 'status'> & { readonly ofSandbox: Pick<Pac, 'status'> };

/** SatAuthorities. */
export const SAT_AUTHORITY = Symbol('timbra sat authority');

/** ManifestsAtPacs: who has issuers' manifests signed. */
export const MANIFESTS_AT_PACS = Symbol('timbra manifests at pacs');

/** Who has the manifests of an organization signed at a PAC; undefined where nobody has credentials for it. */
export type ManifestsAtPacs = Pick<AccountPacs, 'manifestsOf'>;

/** SatProofs: whether the tax authority has a document that is in doubt. */
export const SAT_PROOFS = Symbol('timbra sat proofs');

/** The bulk download is often slow. */
const DOWNLOAD_MS = 60_000;
/** How long the status of a document is awaited: somebody may be waiting for it. */
const STATUS_MS = 20_000;
/** How long a certificate is awaited while a stamp waits to be verified; then the stamp is in doubt, and asked for again. */
const CERTIFICATE_MS = 15_000;

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
    ...{ pool, clock, systemNow, commit: EVENT_FOLLOWS },
    large,
    examine: examineLargeElsewhere(examineOver(large), { workers, cataloguesDir }),
    seal: (plain) => vault.seal(SANDBOX, 'pac', plain),
    open: (sealed) => vault.open(SANDBOX, 'pac', sealed),
  });
}

/** Whom documents go to: the sandbox, and the PACs that the settings name. */
function openPacs(
  telemetry: Runtime['telemetry'],
  log: Logger,
  sandbox: SandboxPac,
  { pacs }: Config,
  certificates: SatCertificates,
  authority: SatAuthorities,
  organizations: OwnPacs,
): PacDirectory & PacHealth {
  const observe = (pac: Pac) => observePac(pac, { ...telemetry, log });
  const directory = new AccountPacs({
    ...{ sandbox: observe(sandbox), config: pacs, certificates, authority, observe },
    organizations,
    alarm: (pac, what) => {
      telemetry.metrics.pacAlarms.inc({ pac });
      log.error({ pac }, what);
    },
    doors: new Doors(),
    elapsed: monotonicMs,
  });
  telemetry.metrics.circuits.push(
    () => new Map([...directory.circuits()].map(([pac, state]) => [pac, CIRCUIT_VALUES[state]])),
  );
  return directory;
}

/** LyingRows: credentials of organizations that lie in the vault. */
export const LYING_ROWS = Symbol('timbra lying credentials');

/** How long a process that died keeps others from probing, at most. */
const LEASE_MS = 60_000;

const CIRCUIT_VALUES = { closed: 0, half_open: 1, open: 2 } as const;

/** A directory that knows how its providers are; one that a test has put in its place takes them to be well. */
const healthOf = (pacs: PacDirectory & Partial<PacHealth>): PacHealth =>
  pacs.reachable ? (pacs as PacDirectory & PacHealth) : unwatched(pacs);

/**
 * Who stamps and cancels (Pacs), by environment; who signs for issuers (SIGNER), the certificates that it signs with
 * (CsdVault), and those that they are judged by (TrustStore). For services that have the key of signing.
 */
@Module({
  imports: [CataloguesModule, WorkersModule],
  providers: [
    {
      provide: SANDBOX_PAC,
      inject: [SHARED_POOL, CLOCK, SYSTEM_NOW, SIGNING_VAULT, CATALOGUES, CONFIG, WorkerPool],
      useFactory: openSandboxPac,
    },
    {
      provide: Pacs,
      inject: [TELEMETRY, LOG, SANDBOX_PAC, CONFIG, PAC_CERTIFICATES, SAT_AUTHORITY, OwnPacs],
      useFactory: openPacs,
    },
    {
      provide: KeptPacs,
      inject: [SIGNING_VAULT],
      useFactory: (vault: Vault) => new KeptPacs(vault),
    },
    { provide: LYING_ROWS, inject: [SHARED_POOL], useFactory: lyingRows },
    {
      provide: OwnPacs,
      inject: [KeptPacs, SHARED_POOL, SIGNING_VAULT, LOG],
      useFactory: async (kept: KeptPacs, pool: pg.Pool, vault: Vault, log: Logger) => {
        const own = new OwnPacs(kept, inUseRows(pool), log);
        vault.onDestroyed((organizationId) => own.forget(organizationId));
        await own.start();
        return own;
      },
    },
    {
      provide: Prober,
      inject: [Pacs, OwnPacs, SHARED_POOL, TELEMETRY, LOG],
      useFactory: (
        pacs: PacDirectory,
        own: OwnPacs,
        pool: pg.Pool,
        { metrics }: Runtime['telemetry'],
        log: Logger,
      ) =>
        new Prober({
          accounts: accountsOf(pacs, own, log),
          lease: new Lease({ pool, log, name: 'pac-probes', lengthMs: LEASE_MS }),
          ...{ metrics, log, random: Math.random },
        }),
    },
    {
      provide: Taxpayers,
      inject: [Pacs, TELEMETRY],
      useFactory: (pacs: PacDirectory, { metrics }: Runtime['telemetry']) =>
        new Taxpayers({
          // A directory that a test has put in its place has none.
          pacsOf: async (account) =>
            pacs instanceof AccountPacs ? (await pacs.adaptersOf(account)).map(({ real }) => real) : [],
          asked: (pac, outcome, ms) => {
            metrics.pacRequests.inc({ pac, operation: 'taxpayer', outcome });
            metrics.pacSeconds.observe({ pac, operation: 'taxpayer' }, ms / 1_000);
          },
          elapsed: monotonicMs,
        }),
    },
    { provide: PAC_HEALTH, inject: [Pacs], useFactory: healthOf },
    {
      provide: MANIFESTS_AT_PACS,
      inject: [Pacs],
      // A directory that a test has put in its place has no manifests.
      useFactory: (pacs: Partial<ManifestsAtPacs>): ManifestsAtPacs => ({
        manifestsOf: async (organizationId, name) => pacs.manifestsOf?.(organizationId, name),
      }),
    },
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
    {
      provide: SAT_AUTHORITY,
      inject: [CONFIG, SYSTEM_NOW],
      useFactory: ({ sat }: Config, now: SystemNow): SatAuthorities => {
        const of = (url: string) => satAuthority({ url, timeoutMs: STATUS_MS, now });
        return { ...of(sat.statusUrl), ofSandbox: of(testUrl(sat.statusUrl)) };
      },
    },
    {
      provide: SAT_PROOFS,
      inject: [CONFIG, SHARED_POOL, UploadedCertificates, PAC_CERTIFICATES, SYSTEM_NOW],
      useFactory: (
        { sat }: Config,
        pool: pg.Pool,
        fiels: UploadedCertificates,
        certificates: SatCertificates,
        now: SystemNow,
      ): SatProofs =>
        new MetadataProofs({
          ...{ url: sat.downloadUrl, timeoutMs: DOWNLOAD_MS, progress: progressRows(pool) },
          ...{ fiels, certificates, now },
        }),
    },
    {
      provide: SatDownloads,
      inject: [CONFIG, SHARED_POOL, UploadedCertificates, SYSTEM_NOW],
      useFactory: ({ sat }: Config, pool: pg.Pool, fiels: UploadedCertificates, now: SystemNow) =>
        new SatDownloads({
          ...{ url: sat.downloadUrl, timeoutMs: DOWNLOAD_MS, asks: downloadAskRows(pool), fiels, now },
        }),
    },
    {
      provide: PAC_CERTIFICATES,
      inject: [CONFIG, SHARED_POOL, TrustStore, LOG],
      useFactory: ({ sat }: Config, pool: pg.Pool, trust: TrustStore, log: Logger) =>
        new SatCertificates({
          ...{ url: sat.certificatesUrl, timeoutMs: CERTIFICATE_MS },
          ...{ trust, rows: certificateRows(pool), log },
        }),
    },
  ],
  exports: [
    Pacs,
    KeptPacs,
    LYING_ROWS,
    OwnPacs,
    Prober,
    Taxpayers,
    SANDBOX_PAC,
    CsdVault,
    UploadedCertificates,
    SIGNER,
    TrustStore,
    PAC_CERTIFICATES,
    PAC_HEALTH,
    MANIFESTS_AT_PACS,
    SAT_AUTHORITY,
    SAT_PROOFS,
    SatDownloads,
    WorkersModule,
  ],
})
export class PacModule implements OnApplicationShutdown {
  constructor(@Inject(OwnPacs) private readonly own: OwnPacs) {}

  onApplicationShutdown(): void {
    this.own.stop();
  }
}
