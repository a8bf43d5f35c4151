/**
 * The little of ASN.1 DER (X.690) that the tax authority's files need. node:crypto reads certificates and keys, but tells
 * neither the kinds of text in a name, nor the basic key usage, nor how much work a key file asks for before it does it.
 * Everything here answers `undefined` to what is not DER.
 */

export interface Der {
  /** The identifier octet: class, whether it is constructed, and number. */
  readonly etiqueta: number;
  readonly contenido: Buffer;
}

export const DER = {
  entero: 0x02,
  bits: 0x03,
  octetos: 0x04,
  oid: 0x06,
  secuencia: 0x30,
  conjunto: 0x31,
  version: 0xa0,
  extensiones: 0xa3,
} as const;

/** One value at an offset, and where it ends. Definite lengths of up to four octets, tags of one. */
function valorEn(bytes: Buffer, at: number): { readonly valor: Der; readonly fin: number } | undefined {
  const etiqueta = bytes[at];
  const primero = bytes[at + 1];
  if (etiqueta === undefined || primero === undefined || (etiqueta & 0x1f) === 0x1f) return undefined;
  const octetos = primero < 0x80 ? 0 : primero & 0x7f;
  if (primero === 0x80 || octetos > 4 || at + 2 + octetos > bytes.length) return undefined;
  const largo = octetos === 0 ? primero : bytes.readUIntBE(at + 2, octetos);
  const inicio = at + 2 + octetos;
  const fin = inicio + largo;
  if (fin > bytes.length) return undefined;
  return { valor: { etiqueta, contenido: bytes.subarray(inicio, fin) }, fin };
}

/** The one value that the bytes are, to the last of them. */
export function leerDer(bytes: Buffer): Der | undefined {
  const leido = valorEn(bytes, 0);
  return leido?.fin === bytes.length ? leido.valor : undefined;
}

/** The values inside a constructed one. */
export function partesDe(valor: Der | undefined): readonly Der[] | undefined {
  if (valor === undefined || (valor.etiqueta & 0x20) === 0) return undefined;
  const partes: Der[] = [];
  for (let at = 0; at < valor.contenido.length;) {
    const leido = valorEn(valor.contenido, at);
    if (leido === undefined) return undefined;
    partes.push(leido.valor);
    at = leido.fin;
  }
  return partes;
}

/** An object identifier in dotted form. */
export function oidDe(valor: Der | undefined): string | undefined {
  if (valor?.etiqueta !== DER.oid || valor.contenido.length === 0 || valor.contenido.length > 32)
    return undefined;
  const arcos: number[] = [];
  let arco = 0;
  for (const octeto of valor.contenido) {
    arco = arco * 128 + (octeto & 0x7f);
    if (octeto & 0x80) continue;
    const primero = Math.min(2, Math.floor(arco / 40));
    arcos.push(...(arcos.length === 0 ? [primero, arco - primero * 40] : [arco]));
    arco = 0;
  }
  return arcos.join('.');
}

/** A whole number that is not negative, while it is a safe one. */
export function enteroDe(valor: Der | undefined): number | undefined {
  if (valor?.etiqueta !== DER.entero) return undefined;
  const { contenido } = valor;
  if (contenido.length === 0 || contenido.length > 6 || (contenido[0] as number) >= 0x80) return undefined;
  return contenido.readUIntBE(0, contenido.length);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function deUtf8(contenido: Buffer): string | undefined {
  try {
    return utf8.decode(contenido);
  } catch {
    return undefined;
  }
}

/**
 * A text of X.520. A TeletexString is Latin-1 by use, though some were filled with UTF-8: no Latin-1 text of a name reads
 * as UTF-8 by chance.
 */
export function textoDe({ etiqueta, contenido }: Der): string | undefined {
  switch (etiqueta) {
    case 0x0c: // UTF8String
      return deUtf8(contenido);
    case 0x12: // NumericString
    case 0x13: // PrintableString
    case 0x16: // IA5String
    case 0x1a: // VisibleString
    case 0x14: // TeletexString
      return deUtf8(contenido) ?? contenido.toString('latin1');
    case 0x1e: // BMPString: UTF-16 with the high octet first
      return contenido.length % 2 === 0 ? Buffer.from(contenido).swap16().toString('utf16le') : undefined;
    default:
      return undefined;
  }
}
