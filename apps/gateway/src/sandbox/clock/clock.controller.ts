import { Body, Controller, Get, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Tenant } from '#kernel';
import { Answers, CurrentTenant, unwrap } from '#http';
import { AdvanceClockBody, SandboxClock } from './dto.js';
import { SandboxClocks } from './sandbox-clocks.js';

/** The clock of an organization's Test environment: real time, until it is moved ahead. */
@ApiTags('sandbox')
@Controller('sandbox/clock')
export class ClockController {
  constructor(private readonly clocks: SandboxClocks) {}

  @Get()
  @Answers(SandboxClock)
  read(@CurrentTenant() tenant: Tenant): Promise<SandboxClock> {
    return this.clocks.read(tenant);
  }

  /** 200 once everything that came due on the way has run; 202 where that takes longer, and goes on. */
  @Post()
  @Answers(SandboxClock)
  @ApiAcceptedResponse({ type: SandboxClock, description: 'The clock is still on its way' })
  async advance(
    @CurrentTenant() tenant: Tenant,
    @Body() body: AdvanceClockBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SandboxClock> {
    const { clock, hasArrived } = unwrap(await this.clocks.advance(tenant, body.advance_to));
    if (!hasArrived) void reply.status(HttpStatus.ACCEPTED);
    return clock;
  }
}
