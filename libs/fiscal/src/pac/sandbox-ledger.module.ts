import { Module } from '@nestjs/common';
import type pg from 'pg';
import { listStamps, migrateSandboxPac, type SandboxPac } from '#pac';
import { SHARED_POOL } from '#hosting/runtime/tokens';

/** SandboxLedger: what the sandbox has stamped, to be read by those who can't sign. */
export const SANDBOX_LEDGER = Symbol('timbra sandbox ledger');
export type SandboxLedger = Pick<SandboxPac, 'listStamps'>;

/** The ledger of the provider of Test, without its keys. */
@Module({
  providers: [
    {
      provide: SANDBOX_LEDGER,
      inject: [SHARED_POOL],
      useFactory: async (pool: pg.Pool): Promise<SandboxLedger> => {
        await migrateSandboxPac(pool);
        return { listStamps: (query) => listStamps(pool, query) };
      },
    },
  ],
  exports: [SANDBOX_LEDGER],
})
export class SandboxLedgerModule {}
