import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { field, refuseFields } from '#kernel';
import { HttpRefusal, unsupportedType } from './refusals.js';

export type FileFormat = 'csv' | 'ndjson';

const FORMATS: Readonly<Record<FileFormat, readonly string[]>> = {
  csv: ['text/csv', 'application/csv'],
  ndjson: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
};

/** The content types of files that stream. */
export const FILE_TYPE = /^(?:(?:text|application)\/csv|application\/(?:x-ndjson|ndjson|jsonl))(?:\s*;|$)/i;

const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)"?/i;

/** A body that is read as it comes. */
export class StreamedFile {
  readonly format: FileFormat;
  /** What the sender says that its text is written in. */
  readonly charset: string | undefined;

  constructor(
    type: string,
    /** To be read once. */
    readonly chunks: AsyncIterable<Buffer>,
  ) {
    const name = type.split(';')[0]?.trim().toLowerCase() ?? '';
    this.format = FORMATS.csv.includes(name) ? 'csv' : 'ndjson';
    this.charset = CHARSET.exec(type)?.[1]?.toLowerCase();
  }
}

/** The file that a request brings. Refuses a request without one. */
export const FileBody = createParamDecorator((_: unknown, context: ExecutionContext): StreamedFile => {
  const { body, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body instanceof StreamedFile) return body;
  if (body === undefined || body === null)
    throw new HttpRefusal(refuseFields([field('', 'required')]).refusal);
  throw unsupportedType(headers['content-type'] ?? '', 'file');
});

/** The method takes a file that streams: its body in the OpenAPI document. */
export const TakesFile = (): MethodDecorator =>
  applyDecorators(
    ApiConsumes(FORMATS.csv[0] ?? '', FORMATS.ndjson[0] ?? ''),
    ApiBody({ required: true, schema: { type: 'string' } }),
  );
