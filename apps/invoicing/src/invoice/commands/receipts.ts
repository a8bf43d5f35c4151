import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  HoldReceiptsCommand,
  INVOICE_STREAM,
  type CommandOutcome,
  type InvoiceEvent,
  type ReceiptInvoiceOutcome,
} from '#contracts';
import type { EventStore } from '#event-store';
import { readStream, receipt } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { Invoices } from '../invoices.js';
import { cancellationIn } from '../receipts.js';

/**
 * An invoice has receipts from now on that were another's, which was canceled in its favour. What becomes of it is told as
 * of an invoice that was made of receipts; where it is over already, that is the answer.
 */
@CommandHandler(HoldReceiptsCommand)
export class HoldReceiptsHandler implements Handles<HoldReceiptsCommand> {
  constructor(
    private readonly invoices: Invoices,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute(command: HoldReceiptsCommand): Promise<CommandOutcome<ReceiptInvoiceOutcome | null>> {
    const now = new Date(command.time);
    const handled = await this.invoices.issue(command, { type: 'hold-receipts', now, ...command.data });
    if (!handled.ok) return handled;
    const { status } = handled.value.state;
    if (status === 'pending' || status === 'valid') return receipt(handled, null);
    // Only a stamped invoice takes another's place.
    if (status !== 'canceled') return refuse('invoice_not_found');
    const events = await readStream<InvoiceEvent>(this.store, INVOICE_STREAM, command.key);
    return receipt(handled, cancellationIn(events));
  }
}
