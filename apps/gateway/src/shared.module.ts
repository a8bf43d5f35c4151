import { Global, Module } from '@nestjs/common';
import { runtimeOf, RUNTIME, type Runtime } from '#platform';
import { CommandSender } from './commands.js';
import { gatewaySecret } from './gateway-secret.js';
import { CursorCodec, KEY_DIRECTORY } from './http/index.js';
import { Mailer } from './mailbox/mailer.js';
import { OrganizationDirectory } from './organizations/directory.js';
import { PostgresKeyDirectory } from './organizations/key-directory.js';

const shared = [
  CommandSender,
  Mailer,
  OrganizationDirectory,
  { provide: KEY_DIRECTORY, useClass: PostgresKeyDirectory },
  {
    provide: CursorCodec,
    inject: [RUNTIME],
    useFactory: async (runtime: Runtime) => new CursorCodec(await gatewaySecret(runtime, 'cursors')),
  },
];

/** What every part of the API needs: commands, the owners of keys, organizations' settings, cursors. */
@Global()
@Module({ providers: [runtimeOf('gateway'), ...shared], exports: shared })
export class GatewayShared {}
