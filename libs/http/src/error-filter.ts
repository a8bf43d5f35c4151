import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataKeyDestroyed, DocumentLost, refuse, refuseFields, type ErrorCode, type Refusal } from '#kernel';
import { withDocUrls } from './error-docs.js';
import { languageOf } from './language.js';
import { errorBody, HttpRefusal, payloadTooLarge, unsupportedType } from './refusals.js';

/** Told about every error that is a bug, with the log id that the caller was given. */
export type ErrorLog = (error: unknown, request: { logId: string; method: string; route: string }) => void;

const byStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'payload_too_large',
  414: 'uri_too_long',
  429: 'rate_limit_exceeded',
  431: 'headers_too_large',
  503: 'service_unavailable',
};

const RETRY_AFTER_SECONDS = 2;

/** What answering an error needs to know of the application. */
export interface ErrorContext {
  readonly log: ErrorLog;
  /** Whether an error says that something is away or full for now: then it is no bug, and has been logged. */
  readonly unavailable: (...told: Parameters<ErrorLog>) => boolean;
  /** The methods that a path answers to, to tell 405 from 404. */
  readonly methodsOf: (url: string) => readonly string[];
  /** The path that was meant by one that is nowhere. */
  readonly nearestTo: (url: string) => string | undefined;
  /** Where the service is reached; by default, where the request came. */
  readonly publicUrl: string | undefined;
}

const badUrl = {
  es: 'La dirección de la solicitud no está codificada correctamente.',
  en: 'The address of the request is not encoded correctly.',
};
const badLength = {
  es: 'El tamaño del cuerpo no coincide con el encabezado Content-Length.',
  en: 'The size of the body does not match the Content-Length header.',
};

/** Errors of the framework by their own codes, where the status alone would say too little. */
function frameworkRefusal(code: string, bodyLimit: number): Refusal | undefined {
  const detail = { code: 'invalid_format', source: 'service' as const };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return payloadTooLarge(bodyLimit).refusal;
    case 'FST_ERR_BAD_URL':
      return refuseFields([{ ...detail, location: 'params', message: badUrl }]).refusal;
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuseFields([{ ...detail, location: 'body', message: badLength }]).refusal;
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return refuse('not_found').refusal;
    default:
      return undefined;
  }
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
const statusOfError = (error: unknown) =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;

/** The refusal for an exception; undefined for a bug. `bodyLimit`: bytes that the route accepts. */
export function refusalOf(exception: unknown, bodyLimit: number): Refusal | undefined {
  if (exception instanceof HttpRefusal) return exception.refusal;
  // It was there when the request came, and is destroyed with its organization.
  if (exception instanceof DataKeyDestroyed) return refuse('not_found').refusal;
  if (exception instanceof DocumentLost) return refuse('document_lost').refusal;
  const error: unknown = exception instanceof HttpException ? (exception.cause ?? exception) : exception;
  const known = frameworkRefusal(codeOf(error), bodyLimit);
  if (known) return known;
  const status = exception instanceof HttpException ? exception.getStatus() : statusOfError(error);
  if (status === 415) return unsupportedType('', undefined).refusal;
  const code = byStatus[status] ?? (status >= 400 && status < 500 ? 'invalid_request' : undefined);
  return code && refuse(code).refusal;
}

/** Says when to come back, where a refusal knows it: in whole seconds. */
export function sayRetryAfter({ params }: Refusal, reply: FastifyReply): void {
  const retryAfter = params?.retryAfter;
  if (retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(Number(retryAfter))));
}

/** Answers an exception as the API's Error object, in the caller's language. */
export function sendError(
  exception: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, unavailable, methodsOf, nearestTo, publicUrl }: ErrorContext,
): FastifyReply {
  let refusal = refusalOf(exception, request.routeOptions?.bodyLimit ?? 0);
  if (refusal?.code === 'not_found' && request.is404) {
    const methods = methodsOf(request.url);
    // A path that has the method but was not found has a parameter that the router refused.
    const allowed = methods.includes(request.method) ? '' : methods.join(', ');
    if (allowed)
      refusal = refuse('method_not_allowed', { params: { method: request.method, allowed } }).refusal;
    if (allowed) void reply.header('allow', allowed);
    const suggestion = methods.length > 0 ? undefined : nearestTo(request.url);
    if (suggestion !== undefined)
      refusal = refuse('not_found', { params: { suggestion: JSON.stringify(suggestion) } }).refusal;
  }
  if (!refusal) {
    const told = { logId: request.id, method: request.method, route: request.routeOptions?.url ?? '' };
    if (unavailable(exception, told))
      refusal = refuse('service_unavailable', { params: { retryAfter: RETRY_AFTER_SECONDS } }).refusal;
    else {
      log(exception, told);
      refusal = refuse('internal_error').refusal;
    }
  }
  request.refused = refusal.code;
  const base = publicUrl ?? `${request.protocol}://${request.host}`;
  const body = withDocUrls(errorBody(refusal, languageOf(request.headers['accept-language'])), base);
  if (exception instanceof HttpRefusal) void reply.headers(exception.headers);
  sayRetryAfter(refusal, reply);
  void reply.removeHeader('content-disposition');
  return reply
    .code(body.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** The one exception filter: nothing leaves the gateway with a shape of its own. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly context: ErrorContext) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    if (reply.sent) {
      this.context.log(exception, { logId: http.getRequest<FastifyRequest>().id, method: '', route: '' });
      return;
    }
    void sendError(exception, http.getRequest<FastifyRequest>(), reply, this.context);
  }
}
