import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { refuseFields, type Detail } from '#kernel';
import { HttpRefusal } from './refusals.js';

/**
 * If the checks of a body refuse it, also reports what the domain's rules say of its other fields: the caller
 * learns of every wrong field at once. For rules that are pure, and a resource that is to be created.
 */
export abstract class RulesBeside implements NestInterceptor {
  /** What the rules say of the readable fields; `told` has the paths that are already reported. */
  protected abstract problemsOf(request: FastifyRequest, told: readonly string[]): readonly Detail[];

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        const ofFields = error instanceof HttpRefusal && error.refusal.code === 'invalid_request';
        throw ofFields ? this.completed(error, context.switchToHttp().getRequest<FastifyRequest>()) : error;
      }),
    );
  }

  private completed(error: HttpRefusal, request: FastifyRequest): HttpRefusal {
    const { details = [], location } = error.refusal;
    const told = details.map(({ path = '' }) => path);
    // Without a path the body as a whole is wrong: there is nothing to be read.
    if (location !== 'body' || told.length === 0 || told.includes('')) return error;
    const others = this.problemsOf(request, told).filter(({ path = '' }) => !told.some(around(path)));
    return new HttpRefusal(refuseFields([...details, ...others]).refusal, error.headers);
  }
}

/** Whether a path is another, or one of the two is a part of the other. */
const around = (path: string) => (other: string) =>
  `${path}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${path}.`);
