import { Module } from '@nestjs/common';
import { ArchiveHandlers } from './archives/handlers.js';
import { MailHandlers } from './mail/handlers.js';
import { MailTransportModule } from './mail/transport.module.js';
import { RenderHandlers } from './render/handlers.js';

@Module({ imports: [MailTransportModule], providers: [RenderHandlers, MailHandlers, ArchiveHandlers] })
export class NotificationsModule {}
