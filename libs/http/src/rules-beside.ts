import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, from, switchMap, throwError, type Observable } from 'rxjs';
import { refuseFields, statusOf, type Detail, type Refusal } from '#kernel';
import { HttpRefusal } from './refusals.js';

/**
 * If a body is refused for some of its fields, also reports what the rules say of the others: the caller learns of
 * every wrong field at once. The root code is then invalid_request, which names no single problem.
 */
export abstract class RulesBeside implements NestInterceptor {
  /** What the rules say of the readable fields; `told` has the paths that are already reported. */
  protected abstract problemsOf(
    request: FastifyRequest,
    told: readonly string[],
  ): readonly Detail[] | Promise<readonly Detail[]>;

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        const details = error instanceof HttpRefusal ? detailsOfBody(error.refusal) : undefined;
        if (!details) return throwError(() => error);
        const request = context.switchToHttp().getRequest<FastifyRequest>();
        return from(this.completed(error as HttpRefusal, details, request)).pipe(
          switchMap((complete) => throwError(() => complete)),
        );
      }),
    );
  }

  private async completed(
    error: HttpRefusal,
    details: readonly Detail[],
    request: FastifyRequest,
  ): Promise<HttpRefusal> {
    const told = details.map(({ path = '' }) => path);
    const found = await this.problemsOf(request, told);
    const others = besideKnown(details, found);
    if (others.length === 0) return error;
    return new HttpRefusal(refuseFields([...details, ...others]).refusal, error.headers);
  }
}

/** What a refusal says of fields of the body; undefined where it is about something else. */
export function detailsOfBody({ code, path, location, details }: Refusal): readonly Detail[] | undefined {
  if (location !== 'body' || path === undefined || path === '' || statusOf(code, location) !== 400)
    return undefined;
  // Without a path the body as a whole is wrong: there is nothing to be read.
  if (details && details.length > 0) return details.some((one) => !one.path) ? undefined : details;
  return [{ code, path, location, source: 'service' }];
}

/** What is found at other fields than those that are reported already, or parts of them. */
export const besideKnown = (known: readonly Detail[], found: readonly Detail[]): readonly Detail[] =>
  found.filter(({ path = '' }) => !known.some((one) => isAround(path, one.path ?? '')));

/** Whether a path is another, or one of the two is a part of the other. */
const isAround = (path: string, other: string): boolean => isBelow(path, other) || isBelow(other, path);

const isBelow = (path: string, other: string): boolean =>
  path.startsWith(other) && ['', '.', '['].includes(path.charAt(other.length));
