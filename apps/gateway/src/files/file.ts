import { applyDecorators, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { FileFormat } from './signed-urls.js';

export const TYPES: Readonly<Record<FileFormat, string>> = {
  xml: 'application/xml',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

/** What a download shows before its first byte. */
export interface FileHead {
  /** With its extension; letters, digits, dots, hyphens and underscores. */
  readonly name: string;
  readonly format: FileFormat;
}

/** A file to be sent. */
export interface OutgoingFile extends FileHead {
  /** Bytes. */
  readonly length: number;
  readonly content: Buffer | Readable;
}

/** Names a file in the answer's headers. */
export function announce(reply: FastifyReply, { name }: FileHead): void {
  void reply.header('content-disposition', `attachment; filename="${name}"`);
}

/** The answer that sends a file. */
export function sendFile(reply: FastifyReply, file: OutgoingFile): StreamableFile {
  announce(reply, file);
  const options = { type: TYPES[file.format], length: file.length };
  return Buffer.isBuffer(file.content)
    ? new StreamableFile(file.content, options)
    : new StreamableFile(file.content, options);
}

const binary = { schema: { type: 'string', format: 'binary' } } as const;

/** The operation answers a file of one of these formats. */
export const AnswersFile = (...formats: readonly FileFormat[]) =>
  ApiOkResponse({
    description: 'The file',
    content: Object.fromEntries(formats.map((format) => [TYPES[format], binary])),
  });

/** The same of an operation whose path names the format. */
export const Files = (...formats: readonly FileFormat[]) =>
  applyDecorators(ApiParam({ name: 'format', enum: formats }), AnswersFile(...formats));
