import { field, ok, refuseFields, type Result } from '#kernel';

/** Longest XML of a complement or an addenda, in bytes of UTF-8. */
const MAX = 1024 * 1024;

/** A byte order mark and an XML declaration: what a file begins with, and what may not stand inside of a document. */
const DECLARACION = /^\uFEFF?(?:<\?xml[ \t\r\n][^<>?]*\?>)?/;
/** Half of a character: no UTF-8 can say it. */
const INCOMPLETE = /\p{Surrogate}/u;

/**
 * The XML that a caller gives as text, without what begins a file. Refuses (invalid_request) at `path` what is no
 * text, is empty, or has more than 1 MB.
 */
export function stripDeclaration(xml: unknown, path: string): Result<string> {
  if (typeof xml !== 'string')
    return refuseFields([field(path, 'invalid_type', { params: { expected: 'string' } })]);
  if (xml.length > MAX || Buffer.byteLength(xml) > MAX)
    return refuseFields([field(path, 'invalid_length', { params: { max: MAX } })]);
  if (INCOMPLETE.test(xml))
    return refuseFields([
      field(path, 'invalid_value', {
        message: {
          es: 'El XML contiene caracteres incompletos, que UTF-8 no puede escribir.',
          en: 'The XML contains incomplete characters, which UTF-8 cannot write.',
        },
      }),
    ]);
  const content = xml.replace(DECLARACION, '');
  return content.trim() === '' ? refuseFields([field(path, 'required')]) : ok(content);
}
