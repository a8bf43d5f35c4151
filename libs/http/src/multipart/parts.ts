import { Busboy } from '@fastify/busboy';
import { refuse, type Bilingual, type Result } from '#kernel';

/** One part of a form: a file or a field, as bytes. What its sender calls its file and type is not believed. */
export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** No form of ours has more than three parts. */
const MOST_PARTS = 10;
export const LONGEST_NAME = 100;
const HEADER_PAIRS = 16;
const HEADER_BYTES = 4 * 1024;
/** Of the body, given to the parser at once: it stops between them. */
const SLICE = 64 * 1024;
/** The body is in memory, so it is read in milliseconds; a parser that never ends must not keep a request for ever. */
const LONGEST_MS = 10_000;

export const tooManyParts = (most = MOST_PARTS): Bilingual => ({ es: `${most} partes`, en: `${most} parts` });
const longName: Bilingual = {
  es: `${LONGEST_NAME} caracteres por nombre`,
  en: `${LONGEST_NAME} characters a name`,
};

/** Refuses a form that has more of something than one may have. */
export const exceedsLimit = (limit: Bilingual, path?: string) =>
  refuse('multipart_limit_exceeded', {
    location: 'files',
    params: { limit },
    ...(path !== undefined && { path }),
  });

export const invalidForm = () => refuse('invalid_multipart_form_data', { location: 'files' });

/**
 * Splits the body of a multipart/form-data request into its parts. Refuses with invalid_multipart_form_data what is no
 * whole form (no boundary, cut off, a part without a name) and with multipart_limit_exceeded one of more than `mostParts`.
 */
export function splitParts(
  contentType: string,
  body: Buffer,
  mostParts = MOST_PARTS,
): Promise<Result<readonly Part[]>> {
  return new Promise((resolve) => {
    const parts: Part[] = [];
    let settled = false;
    const settle = (result: Result<readonly Part[]>): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => settle(invalidForm()), LONGEST_MS);
    let form: Busboy;
    try {
      form = parserOf(contentType, mostParts);
    } catch {
      return settle(invalidForm());
    }
    form.on('file', (name: unknown, stream) => {
      const pieces: Buffer[] = [];
      stream.on('error', () => settle(invalidForm()));
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (typeof name === 'string' && name !== '') parts.push({ name, bytes: Buffer.concat(pieces) });
        else settle(invalidForm());
      });
      if (typeof name === 'string' && name.length > LONGEST_NAME) settle(exceedsLimit(longName));
    });
    form.on('partsLimit', () => settle(exceedsLimit(tooManyParts(mostParts))));
    form.on('error', () => settle(invalidForm()));
    form.on('finish', () => settle({ ok: true, value: parts }));
    const isOver = () => settled;
    void feed(form, body, isOver);
  });
}

type Busboy = InstanceType<typeof Busboy>;

/** Every part is a "file" to the parser: bytes, which it does not decode. Throws without a boundary. */
export const parserOf = (contentType: string, parts = MOST_PARTS): Busboy =>
  new Busboy({
    headers: { 'content-type': contentType },
    isPartAFile: () => true,
    limits: { parts, headerPairs: HEADER_PAIRS, headerSize: HEADER_BYTES },
  });

/** Gives the parser the body in slices, until it has it whole or nothing more is wanted. */
async function feed(form: Busboy, body: Buffer, isOver: () => boolean): Promise<void> {
  for (let at = 0; at < body.length && !isOver(); at += SLICE)
    await new Promise<void>((taken) => form.write(body.subarray(at, at + SLICE), () => taken()));
  if (isOver()) form.destroy();
  else form.end();
}
