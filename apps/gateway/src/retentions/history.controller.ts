import { Controller, Get, Headers, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersList, JsonText, PathId, unwrap, type ListAnswer } from '#http';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { DocumentHistory } from '../history/document-history.js';
import { HistoryQuery, RetentionHistoryEvent } from '../history/history.dto.js';
import { RetentionQueries } from './queries.js';

/** The history of a retention. */
@ApiTags('retentions')
@Controller('retentions')
export class RetentionHistoryController {
  constructor(
    private readonly sender: CommandSender,
    private readonly retentions: RetentionQueries,
    private readonly history: DocumentHistory,
  ) {}

  @Get(':retention_id/history')
  @AnswersList(RetentionHistoryEvent)
  @JsonText()
  async list(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') id: string,
    @Query() query: HistoryQuery,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<ListAnswer> {
    // Of drafts that were deleted, and retentions that never came to be, there is nothing to tell.
    unwrap(await this.retentions.find(call.tenant, id));
    return this.history.list(call, {
      ...{ resource: 'retention-history', id, query, acceptLanguage },
      ask: async (data) =>
        unwrap(await this.sender.send({ type: 'invoicing.retention-history', key: id, data }, call)).data,
    });
  }
}
