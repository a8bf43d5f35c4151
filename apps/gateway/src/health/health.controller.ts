import { Controller, Get, HttpStatus, Inject, Res } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RUNTIME, readiness, type Readiness, type Runtime } from '#platform';
import { Answers, Public } from '../http/index.js';

/** Whether the process lives, and whether it should get requests. Outside of /v2, for orchestrators. */
@Controller()
export class HealthController {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  @Get('healthz')
  @Public()
  health(): { ok: true } {
    return { ok: true };
  }

  @Get('readyz')
  @Public()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const state = await readiness(this.runtime);
    if (!state.ready) void reply.status(HttpStatus.SERVICE_UNAVAILABLE);
    return state;
  }
}

class Check {
  @ApiProperty() ok!: boolean;
  @ApiProperty({
    enum: ['complete', 'built-in'],
    description: 'What keys of products and units are checked by',
  })
  catalogues!: string;
}

/** What the SDKs' health check asks: whether the key works and the service answers. */
@ApiTags('tools')
@Controller('check')
export class CheckController {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  @Get()
  @Answers(Check)
  check(): Check {
    // Until the full catalogues are loaded, keys outside of the built-in ones are checked by form only.
    const { productos, unidades } = this.runtime.catalogues.large;
    const complete = productos.complete && unidades.complete;
    return { ok: true, catalogues: complete ? 'complete' : 'built-in' };
  }
}
