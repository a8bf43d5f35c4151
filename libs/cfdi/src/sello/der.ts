/**
 * The little of ASN.1 DER (X.690) that the tax authority's files need. node:crypto reads certificates and keys, but tells
 * neither the kinds of text in a name, nor the basic key usage, nor how much work a key file asks for before it does it.
 * Everything here answers `undefined` to what is not DER.
 */

export interface Der {
  /** The identifier octet: class, whether it is constructed, and number. */
  readonly tag: number;
  readonly content: Buffer;
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
function valueAt(bytes: Buffer, at: number): { readonly value: Der; readonly end: number } | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 4 || at + 2 + lengthBytes > bytes.length) return undefined;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  const start = at + 2 + lengthBytes;
  const end = start + length;
  if (end > bytes.length) return undefined;
  return { value: { tag, content: bytes.subarray(start, end) }, end };
}

/** The one value that the bytes are, to the last of them. */
export function readDer(bytes: Buffer): Der | undefined {
  const parsed = valueAt(bytes, 0);
  return parsed?.end === bytes.length ? parsed.value : undefined;
}

/** The values inside a constructed one. */
export function partsOf(value: Der | undefined): readonly Der[] | undefined {
  if (value === undefined || (value.tag & 0x20) === 0) return undefined;
  const partes: Der[] = [];
  for (let at = 0; at < value.content.length;) {
    const parsed = valueAt(value.content, at);
    if (parsed === undefined) return undefined;
    partes.push(parsed.value);
    at = parsed.end;
  }
  return partes;
}

/** An object identifier in dotted form. */
export function oidOf(value: Der | undefined): string | undefined {
  if (value?.tag !== DER.oid || value.content.length === 0 || value.content.length > 32) return undefined;
  const arcos: number[] = [];
  let arco = 0;
  for (const byte of value.content) {
    arco = arco * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    const first = Math.min(2, Math.floor(arco / 40));
    arcos.push(...(arcos.length === 0 ? [first, arco - first * 40] : [arco]));
    arco = 0;
  }
  return arcos.join('.');
}

/** A whole number that is not negative, while it is a safe one. */
export function integerOf(value: Der | undefined): number | undefined {
  if (value?.tag !== DER.entero) return undefined;
  const { content } = value;
  if (content.length === 0 || content.length > 6 || (content[0] as number) >= 0x80) return undefined;
  return content.readUIntBE(0, content.length);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(content: Buffer): string | undefined {
  try {
    return utf8.decode(content);
  } catch {
    return undefined;
  }
}

/**
 * A text of X.520. A TeletexString is Latin-1 by use, though some were filled with UTF-8: no Latin-1 text of a name reads
 * as UTF-8 by chance.
 */
export function textOf({ tag, content }: Der): string | undefined {
  switch (tag) {
    case 0x0c: // UTF8String
      return decodeUtf8(content);
    case 0x12: // NumericString
    case 0x13: // PrintableString
    case 0x16: // IA5String
    case 0x1a: // VisibleString
    case 0x14: // TeletexString
      return decodeUtf8(content) ?? content.toString('latin1');
    case 0x1e: // BMPString: UTF-16 with the high octet first
      return content.length % 2 === 0 ? Buffer.from(content).swap16().toString('utf16le') : undefined;
    default:
      return undefined;
  }
}
