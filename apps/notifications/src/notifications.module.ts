import { Module } from '@nestjs/common';
import { MailHandlers } from './mail/handlers.js';
import { MailTransportModule } from './mail/transport.module.js';
import { RenderHandlers } from './render/handlers.js';

@Module({ imports: [MailTransportModule], providers: [RenderHandlers, MailHandlers] })
export class NotificationsModule {}
