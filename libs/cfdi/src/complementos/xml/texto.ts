import { field, ok, refuseFields, type Result } from '#kernel';

/** Longest XML of a complement or an addenda, in bytes of UTF-8. */
const MAX = 1024 * 1024;

/** A byte order mark and an XML declaration: what a file begins with, and what may not stand inside of a document. */
const DECLARACION = /^\uFEFF?(?:<\?xml[ \t\r\n][^<>?]*\?>)?/;
/** Half of a character: no UTF-8 can say it. */
const INCOMPLETO = /\p{Surrogate}/u;

/**
 * The XML that a caller gives as text, without what begins a file. Refuses (invalid_request) at `ruta` what is no
 * text, is empty, or has more than 1 MB.
 */
export function sinDeclaracion(xml: unknown, ruta: string): Result<string> {
  if (typeof xml !== 'string')
    return refuseFields([field(ruta, 'invalid_type', { params: { expected: 'string' } })]);
  if (xml.length > MAX || Buffer.byteLength(xml) > MAX)
    return refuseFields([field(ruta, 'invalid_length', { params: { max: MAX } })]);
  if (INCOMPLETO.test(xml))
    return refuseFields([
      field(ruta, 'invalid_value', {
        message: {
          es: 'El XML contiene caracteres incompletos, que UTF-8 no puede escribir.',
          en: 'The XML contains incomplete characters, which UTF-8 cannot write.',
        },
      }),
    ]);
  const contenido = xml.replace(DECLARACION, '');
  return contenido.trim() === '' ? refuseFields([field(ruta, 'required')]) : ok(contenido);
}
