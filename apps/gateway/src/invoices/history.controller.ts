import { Controller, Get, Headers, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersList, JsonText, PathId, unwrap, type ListAnswer } from '#http';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { DocumentHistory } from '../history/document-history.js';
import { HistoryEvent, HistoryQuery } from '../history/history.dto.js';
import { InvoiceQueries } from './queries.js';

/** The history of an invoice. */
@ApiTags('invoices')
@Controller('invoices')
export class InvoiceHistoryController {
  constructor(
    private readonly sender: CommandSender,
    private readonly invoices: InvoiceQueries,
    private readonly history: DocumentHistory,
  ) {}

  @Get(':invoice_id/history')
  @AnswersList(HistoryEvent)
  @JsonText()
  async list(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Query() query: HistoryQuery,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<ListAnswer> {
    // Of drafts that were deleted, and invoices that never came to be, there is nothing to tell.
    unwrap(await this.invoices.find(call.tenant, id));
    return this.history.list(call, {
      ...{ resource: 'history', id, query, acceptLanguage },
      ask: async (data) =>
        unwrap(await this.sender.send({ type: 'invoicing.history', key: id, data }, call)).data,
    });
  }
}
