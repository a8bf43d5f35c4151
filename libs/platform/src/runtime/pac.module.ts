import { Global, Module } from '@nestjs/common';
import { createSandboxPac, migrateSandboxPac, type SandboxPac } from '#pac';
import { RUNTIME } from './platform.module.js';
import { CsdVault } from '../secrets/csd-vault.js';
import { observePac } from '../telemetry/observe-pac.js';
import type { Runtime } from './runtime.js';

/** Injection token of the provider that stamps and cancels (libs/pac: Pac). */
export const PAC = Symbol('timbra pac');
/** Injection token of the sandbox behind it, for what only a sandbox has: certificates, its ledger. */
export const SANDBOX_PAC = Symbol('timbra sandbox pac');

/** The vault's owner for secrets that belong to no organization. */
const SANDBOX = 'sandbox';

/** Opens the sandbox PAC: its keys are sealed by the vault, its ledger lies in a schema of its own. */
export async function openSandboxPac({
  pool,
  clock,
  systemNow,
  vault,
  catalogues,
}: Runtime): Promise<SandboxPac> {
  await migrateSandboxPac(pool);
  return createSandboxPac({
    pool,
    clock,
    systemNow,
    grandes: catalogues.large,
    seal: (plain) => vault.seal(SANDBOX, 'pac', plain),
    open: (sealed) => vault.open(SANDBOX, 'pac', sealed),
  });
}

@Global()
@Module({
  providers: [
    { provide: SANDBOX_PAC, inject: [RUNTIME], useFactory: openSandboxPac },
    {
      provide: PAC,
      inject: [RUNTIME, SANDBOX_PAC],
      useFactory: ({ telemetry, log }: Runtime, sandbox: SandboxPac) =>
        observePac(sandbox, { ...telemetry, log }),
    },
    {
      provide: CsdVault,
      inject: [RUNTIME, SANDBOX_PAC],
      useFactory: (runtime: Runtime, sandbox: SandboxPac) => new CsdVault(runtime, sandbox),
    },
  ],
  exports: [PAC, SANDBOX_PAC, CsdVault],
})
export class PacModule {}
