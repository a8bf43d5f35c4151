import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  Answers,
  AnswersList,
  CursorCodec,
  JsonText,
  PathId,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
} from '#http';
import { Call, type CallContext } from '../commands.js';
import { ForceBody, ListDoubtsQuery, StampingDoubt } from './doubts.dto.js';
import { StampingDoubts } from './doubts.js';

/** Documents that a PAC may have stamped, while nobody can say it. */
@Controller('stamping/doubts')
export class StampingDoubtsController {
  constructor(
    private readonly doubts: StampingDoubts,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @AnswersList(StampingDoubt)
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListDoubtsQuery): Promise<ListAnswer> {
    const { tenant } = call;
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: 50 })),
      cursors: this.cursors,
      search: { resource: 'stamping-doubts', tenant },
      fetchPage: (request) => this.doubts.fetchPage(tenant, request),
    });
  }

  /**
   * Sends the same bytes to another PAC although the first one may have stamped them. The document keeps the first stamp that
   * arrives; the other one is a surplus, which is found and canceled.
   */
  @Post(':document_id/force')
  @HttpCode(200)
  @Answers(StampingDoubt)
  async force(
    @Call() call: CallContext,
    @PathId('document_id', 'stamping_doubt_not_found') id: string,
    @Body() body: ForceBody,
  ): Promise<StampingDoubt> {
    return unwrap(await this.doubts.force(call, id, body));
  }
}
