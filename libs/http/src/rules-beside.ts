import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseFields, statusOf, type Detail, type Refusal } from '#kernel';
import { HttpRefusal } from './refusals.js';

/**
 * If a body is refused for some of its fields, also reports what the rules say of the others: the caller learns of
 * every wrong field at once. The root code is then invalid_request, which names no single problem. A filter, so that a
 * request which is not refused passes nothing of it.
 */
@Catch(HttpRefusal)
export abstract class RulesBeside implements ExceptionFilter<HttpRefusal> {
  /** What the rules say of the readable fields; `told` has the paths that are already reported. */
  protected abstract problemsOf(
    request: FastifyRequest,
    told: readonly string[],
  ): readonly Detail[] | Promise<readonly Detail[]>;

  async catch(error: HttpRefusal, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const details = detailsOfBody(error.refusal);
    // What is sent is answered by the application's own filter, errors of the look at the rules, too.
    const answer: unknown = details
      ? await this.completed(error, details, http.getRequest<FastifyRequest>()).catch(
          (failed: unknown) => failed,
        )
      : error;
    void reply.send(answer);
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
