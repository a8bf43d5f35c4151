import { Global, Module } from '@nestjs/common';
import type { SharedPool } from '#eventing';
import { SHARED_POOL, Vault, poolOf } from '#hosting';
import { AuditLog } from './audit/audit-log.js';
import { CommandSender } from './commands.js';
import { gatewaySecret } from './gateway-secret.js';
import { AUTHORITY, CursorCodec, KEY_DIRECTORY, REQUEST_AUDIT } from '#http';
import { LivePacs } from './invoices/live-pacs.js';
import { Mailer } from './mailbox/mailer.js';
import { PostgresAuthority } from './organizations/authority.js';
import { KeyUses } from './organizations/key-uses.js';
import { OrganizationDirectory } from './organizations/directory.js';
import { SupportContact } from './organizations/support-contact.js';
import { PublicUrl } from './portal/public-url.js';
import { PostgresKeyDirectory } from './organizations/key-directory.js';

const shared = [
  CommandSender,
  Mailer,
  OrganizationDirectory,
  LivePacs,
  SupportContact,
  PublicUrl,
  KeyUses,
  { provide: KEY_DIRECTORY, useClass: PostgresKeyDirectory },
  { provide: AUTHORITY, useClass: PostgresAuthority },
  AuditLog,
  { provide: REQUEST_AUDIT, useExisting: AuditLog },
  {
    provide: CursorCodec,
    inject: [SHARED_POOL, Vault],
    useFactory: async (pool: SharedPool, vault: Vault) =>
      new CursorCodec(await gatewaySecret(pool, vault, 'cursors')),
  },
];

/** What every part of the API needs: commands, the owners of keys, the audit log, organizations' settings, cursors. */
@Global()
@Module({ providers: [poolOf('gateway'), ...shared], exports: shared })
export class GatewayShared {}
