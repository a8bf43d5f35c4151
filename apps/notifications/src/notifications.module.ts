import { Module } from '@nestjs/common';
import { serveLine } from '#bus/nest/index';
import { Archives } from './archives/archives.js';
import { AddArchivePartHandler, ExpireArchiveHandler, RequestArchiveHandler } from './archives/commands.js';
import { DeliverMailHandler, SendMailHandler } from './mail/commands.js';
import { SendCertificateNoticeHandler } from './mail/certificate-notice.js';
import { SendSecurityNoticeHandler } from './mail/security-notice.js';
import { SendWebhookNoticeHandler } from './mail/webhook-notice.js';
import { Mails } from './mail/mails.js';
import { Notices } from './mail/notices.js';
import { MailTransportModule } from './mail/transport.module.js';
import { RenderHandler } from './render/commands.js';
import { RendererModule } from './render/renderer.js';

const commands = serveLine('notifications', {
  'notifications.render': RenderHandler,
  'notifications.send-mail': SendMailHandler,
  'notifications.send-certificate-notice': SendCertificateNoticeHandler,
  'notifications.send-security-notice': SendSecurityNoticeHandler,
  'notifications.send-webhook-notice': SendWebhookNoticeHandler,
  'notifications.deliver-mail': DeliverMailHandler,
  'notifications.request-archive': RequestArchiveHandler,
  'notifications.add-archive-part': AddArchivePartHandler,
  'notifications.expire-archive': ExpireArchiveHandler,
});

/** Takes the commands of mails, monthly archives and rendered documents. */
@Module({
  imports: [MailTransportModule, RendererModule],
  controllers: commands.controllers,
  providers: [Mails, Notices, Archives, ...commands.providers],
})
export class NotificationsModule {}
