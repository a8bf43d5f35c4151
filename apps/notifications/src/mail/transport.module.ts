import { Module } from '@nestjs/common';
import type { SharedPool } from '#eventing';
import type { Clock } from '#kernel';
import { CLOCK, CONFIG, SHARED_POOL, Vault, poolOf, type Config } from '#hosting';
import { mailboxTransport } from './mailbox-transport.js';
import { smtpTransport } from './smtp-transport.js';
import { MAIL_TRANSPORT, type MailTransport } from './transport.js';

/** The configured mail server; the local mailbox where there is none. */
@Module({
  providers: [
    poolOf('notifications'),
    {
      provide: MAIL_TRANSPORT,
      inject: [CONFIG, SHARED_POOL, Vault, CLOCK],
      useFactory: ({ smtp }: Config, pool: SharedPool, vault: Vault, clock: Clock): MailTransport =>
        smtp ? smtpTransport({ settings: smtp }) : mailboxTransport({ pool, vault, clock }),
    },
  ],
  exports: [MAIL_TRANSPORT],
})
export class MailTransportModule {}
