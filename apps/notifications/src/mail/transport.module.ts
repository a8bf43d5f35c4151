import { Module } from '@nestjs/common';
import { runtimeOf, RUNTIME, type Runtime } from '#platform';
import { mailboxTransport } from './mailbox-transport.js';
import { smtpTransport } from './smtp-transport.js';
import { MAIL_TRANSPORT, type MailTransport } from './transport.js';

/** The configured mail server; the local mailbox where there is none. */
@Module({
  providers: [
    runtimeOf('notifications'),
    {
      provide: MAIL_TRANSPORT,
      inject: [RUNTIME],
      useFactory: ({ config: { smtp }, pool, clock }: Runtime): MailTransport =>
        smtp ? smtpTransport({ settings: smtp }) : mailboxTransport({ pool, clock }),
    },
  ],
  exports: [MAIL_TRANSPORT],
})
export class MailTransportModule {}
