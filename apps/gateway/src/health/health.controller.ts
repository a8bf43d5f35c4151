import { Controller, Get, HttpStatus, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { builtInProductKeys, builtInUnitKeys } from '#sat';
import { RUNTIME, readiness, type Readiness, type Runtime } from '#platform';
import { Public } from '../http/index.js';

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

/** What the SDKs' health check asks: whether the key works and the service answers. */
@Controller('check')
export class CheckController {
  @Get()
  check() {
    // Until the full catalogues are loaded, keys outside of the built-in ones are checked by form only.
    const complete = builtInProductKeys.complete && builtInUnitKeys.complete;
    return { ok: true, catalogues: complete ? 'complete' : 'built-in' };
  }
}
