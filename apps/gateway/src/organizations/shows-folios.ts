import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { Answers, JsonText, unwrap } from '#http';
import { Organization } from './dto.js';
import { Folios } from './folios.js';
import { ShowsSteps } from './shows-steps.js';

/** Puts the real next folios into an organization's JSON text, which its row does not know. */
@Injectable()
export class ShowFolios implements NestInterceptor<string, string> {
  constructor(private readonly folios: Folios) {}

  intercept(context: ExecutionContext, next: CallHandler<string>): Observable<string> {
    const { principal, id } = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      mergeMap(async (json) => {
        if (!principal) throw new Error('an organization is answered to somebody with a key');
        return unwrap(await this.folios.show(json, { principal, correlationId: id }));
      }),
    );
  }
}

/**
 * The method returns an organization as JSON text, as its row says it; the answer has its next folios too, and its
 * steps as they are now.
 */
export const AnswersOrganization = (type: Type<Organization> = Organization) =>
  applyDecorators(Answers(type), JsonText(), UseInterceptors(ShowFolios), ShowsSteps());
