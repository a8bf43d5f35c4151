import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { serveLine } from '#bus';
import { RUNTIME, runtimeOf, type Runtime } from '#platform';
import { ArchiveHandlers } from './archives/handlers.js';
import { MailHandlers } from './mail/handlers.js';
import { MailTransportModule } from './mail/transport.module.js';
import { RenderHandlers } from './render/handlers.js';
import { RendererModule } from './render/renderer.js';

/** Takes the commands of notifications: every one of its line. */
@Injectable()
class NotificationsCommands implements OnModuleInit {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly documents: RenderHandlers,
    private readonly mails: MailHandlers,
    private readonly archives: ArchiveHandlers,
  ) {}

  onModuleInit(): void {
    serveLine(this.runtime.bus, 'notifications', {
      ...this.documents.commands,
      ...this.mails.commands,
      ...this.archives.commands,
    });
  }
}

@Module({
  imports: [MailTransportModule, RendererModule],
  providers: [
    runtimeOf('notifications'),
    RenderHandlers,
    MailHandlers,
    ArchiveHandlers,
    NotificationsCommands,
  ],
})
export class NotificationsModule {}
