import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import {
  ActionBody,
  Answers,
  AnswersList,
  CursorCodec,
  JsonText,
  NoQuery,
  PathUuid,
  readPaging,
  runList,
  unwrap,
  type ListAnswer,
} from '#http';
import { Call, type CallContext } from '../commands.js';
import { CancellationRequests } from './cancellation-requests.js';
import { ABOUT_THE_LIST, CancellationRequest, ListCancellationRequestsQuery } from './dto.js';

const NOT_FOUND = 'cancellation_request_not_found';

/** Suppliers ask to cancel invoices that the organization has received: it has three business days to answer, and silence accepts. */
@ApiTags('cancellation-requests')
@Controller('cancellation-requests')
export class CancellationRequestsController {
  constructor(
    private readonly requests: CancellationRequests,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @AnswersList(CancellationRequest, ABOUT_THE_LIST)
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListCancellationRequestsQuery): Promise<ListAnswer> {
    const { status } = query;
    const paging = unwrap(readPaging(query, { defaultLimit: 50 }));
    const { asked_at, asking_error } = await this.requests.refresh(call);
    return runList({
      paging,
      cursors: this.cursors,
      search: { resource: 'cancellation-requests', tenant: call.tenant, status },
      fetchPage: (request) => this.requests.fetchPage(call.tenant, status, request),
      beside: { asked_at, asking_error },
    });
  }

  @Post(':uuid/accept')
  @ApiBody({ type: ActionBody, required: false })
  @Answers(CancellationRequest)
  @JsonText()
  async accept(
    @Call() call: CallContext,
    @PathUuid('uuid', NOT_FOUND) uuid: string,
    @Body() _: ActionBody,
    @NoQuery() __: void,
  ): Promise<string> {
    return unwrap(await this.requests.answer(call, uuid, 'accept'));
  }

  @Post(':uuid/reject')
  @ApiBody({ type: ActionBody, required: false })
  @Answers(CancellationRequest)
  @JsonText()
  async reject(
    @Call() call: CallContext,
    @PathUuid('uuid', NOT_FOUND) uuid: string,
    @Body() _: ActionBody,
    @NoQuery() __: void,
  ): Promise<string> {
    return unwrap(await this.requests.answer(call, uuid, 'reject'));
  }
}
