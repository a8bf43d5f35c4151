import { Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { serveLine } from '#bus';
import { RUNTIME, runtimeOf, type Runtime } from '#platform';
import { InvoiceHandlers } from './invoice/handlers.js';
import { HistoryHandler } from './invoice/history-handler.js';
import { PreviewHandler } from './invoice/preview-handler.js';
import { RequestHandler } from './invoice/request-handler.js';
import { UnstampedHandler } from './invoice/unstamped-handler.js';

/** Takes the commands of invoices: every one of its line. */
@Injectable()
class InvoicingCommands implements OnModuleInit {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly invoices: InvoiceHandlers,
    private readonly history: HistoryHandler,
    private readonly previews: PreviewHandler,
    private readonly requests: RequestHandler,
    private readonly unstamped: UnstampedHandler,
  ) {}

  onModuleInit(): void {
    serveLine(this.runtime.bus, 'invoicing', {
      ...this.invoices.commands,
      ...this.history.commands,
      ...this.previews.commands,
      ...this.requests.commands,
      ...this.unstamped.commands,
    });
  }
}

@Module({
  providers: [
    runtimeOf('invoicing'),
    InvoiceHandlers,
    HistoryHandler,
    PreviewHandler,
    RequestHandler,
    UnstampedHandler,
    InvoicingCommands,
  ],
})
export class InvoicingModule {}
