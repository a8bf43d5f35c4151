import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { field, findNearest, refuse, refuseFields, type ErrorCode } from '#kernel';
import { HttpRefusal, sizeText, unsupportedType } from '../refusals.js';
import { exceedsLimit, invalidForm, LONGEST_NAME, parserOf, tooManyParts } from './parts.js';

/** The one file of a form that streams. */
export interface FileOfForm {
  /** The part's name. */
  readonly name: string;
  readonly maxBytes: number;
  /** The code for a form without it; an empty file is as good as none. */
  readonly missing: ErrorCode;
}

/** A file that has come whole. */
export interface FileTaken {
  /** What its sender calls it: a text, never a path to follow. Empty where it has no name. */
  readonly fileName: string;
  readonly bytes: number;
}

/** A multipart body with one file, which is read as it comes and is never in memory whole. To be read once. */
export class StreamedForm {
  constructor(
    private readonly contentType: string,
    private readonly chunks: AsyncIterable<Buffer>,
  ) {}

  /**
   * Reads the form; `take` gets the file piece by piece, and the next one when it is done with the one before.
   * @throws {HttpRefusal} for a form that lacks its file (its own code), has one too large, anything twice or anything else; and
   * with what `take` throws, or what ends the body before its end; in each case nothing is being taken any more
   */
  async receive(file: FileOfForm, take: (piece: Buffer) => Promise<void>): Promise<FileTaken> {
    const reading = new Reading(file, take);
    await reading.read(this.contentType, this.chunks);
    return reading.taken();
  }
}

/** One form while it is read. */
class Reading {
  private readonly others: string[] = [];
  private fileName: string | undefined;
  private bytes = 0;
  private form: ReturnType<typeof parserOf> | undefined;
  private stream: Readable | undefined;
  private work: Promise<void> = Promise.resolve();
  private failure: { readonly error: unknown } | undefined;
  private tell: () => void = () => undefined;
  private readonly failed = new Promise<void>((resolve) => (this.tell = resolve));

  constructor(
    private readonly file: FileOfForm,
    private readonly take: (piece: Buffer) => Promise<void>,
  ) {}

  async read(contentType: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    await this.parse(contentType, chunks).catch((error: unknown) => this.fail(error));
    // What is being taken is: whoever cleans up afterwards has to find it.
    if (this.failure) {
      this.form?.destroy();
      this.stream?.destroy();
    }
    await this.work;
    if (this.failure) throw this.failure.error;
  }

  private async parse(contentType: string, chunks: AsyncIterable<Buffer>): Promise<void> {
    let finished: Promise<void> = Promise.resolve();
    for await (const chunk of chunks) {
      if (this.form === undefined) {
        const begun = this.begin(contentType);
        this.form = begun;
        finished = new Promise((resolve) => begun.once('finish', () => resolve()));
      }
      const { form } = this;
      const written = new Promise<void>((resolve) => form.write(chunk, () => resolve()));
      await Promise.race([written, this.failed]);
      if (this.failure) return;
    }
    this.form?.end();
    await Promise.race([finished, this.failed]);
  }

  taken(): FileTaken {
    const { name, missing } = this.file;
    const [other] = this.others;
    if (this.fileName === undefined || this.bytes === 0)
      throw new HttpRefusal(refuse(missing, { location: 'files', path: name }).refusal);
    if (other === undefined) return { fileName: this.fileName, bytes: this.bytes };
    const suggestion = findNearest(other, [{ word: name }]);
    const problem = field(other, 'unknown_field', suggestion === undefined ? {} : { params: { suggestion } });
    throw new HttpRefusal(refuseFields([problem]).refusal);
  }

  private begin(contentType: string): ReturnType<typeof parserOf> {
    const fail = (): void => this.fail(new HttpRefusal(invalidForm().refusal));
    let form: ReturnType<typeof parserOf>;
    try {
      form = parserOf(contentType);
    } catch {
      throw new HttpRefusal(invalidForm().refusal);
    }
    form.on('file', (name: unknown, stream: Readable, fileName: unknown) => {
      stream.on('error', fail);
      if (typeof name !== 'string' || name === '') fail();
      else if (name.length > LONGEST_NAME || name !== this.file.name)
        this.others.push(name.slice(0, LONGEST_NAME));
      else if (this.fileName === undefined) {
        this.fileName = typeof fileName === 'string' ? fileName : '';
        this.stream = stream;
        this.work = this.takeAll(stream).catch((error: unknown) => this.fail(error));
        return;
      } else this.fail(new HttpRefusal(exceedsLimit(ONCE, name).refusal));
      stream.resume();
    });
    form.on('partsLimit', () => this.fail(new HttpRefusal(exceedsLimit(tooManyParts()).refusal)));
    form.on('error', fail);
    return form;
  }

  private async takeAll(stream: Readable): Promise<void> {
    const { name, maxBytes } = this.file;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (this.failure) return;
      this.bytes += piece.length;
      if (this.bytes > maxBytes)
        throw new HttpRefusal(
          refuse('payload_too_large', {
            ...{ location: 'files', path: name },
            params: { limit: sizeText(maxBytes) },
          }).refusal,
        );
      await this.take(piece);
    }
  }

  /** The first failure counts. */
  private fail(error: unknown): void {
    this.failure ??= { error };
    this.tell();
  }
}

const ONCE = { es: 'una parte con el mismo nombre', en: 'one part of a name' };

/** The form that a request brings, to be read. Refuses a request with a body of another type. */
export const FormBody = createParamDecorator((_: unknown, context: ExecutionContext): StreamedForm => {
  const { body, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body instanceof StreamedForm) return body;
  // No body at all: what the form should have had is missing.
  if (body === undefined || body === null) return new StreamedForm('', NOTHING);
  throw unsupportedType(headers['content-type'] ?? '', 'form_file');
});

const NOTHING: AsyncIterable<Buffer> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};
