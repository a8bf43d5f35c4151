import type { Bilingual } from '#kernel';

/** The encoding that an XML declares (XML 1.0, production EncodingDecl), in its first bytes. */
const DECLARED = /^<\?xml[^>]{0,200}\sencoding[ \t\r\n]{0,10}=[ \t\r\n]{0,10}["']([A-Za-z][\w.-]{0,40})["']/;

export type DecodedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: Bilingual };

/**
 * The text of an XML. CFDI are UTF-8 (Anexo 20), with or without a byte order mark: other encodings, declared or real, are not
 * taken, since whoever reads the stored bytes again reads UTF-8.
 */
export function decodeXml(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0)
    return { ok: false, why: notUtf8('UTF-16') };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, why: notUtf8() };
  }
  const declared = DECLARED.exec(text.slice(0, 400))?.[1];
  if (declared !== undefined && !/^utf-?8$/i.test(declared)) return { ok: false, why: notUtf8(declared) };
  return { ok: true, text };
}

function notUtf8(encoding?: string): Bilingual {
  const found = encoding === undefined ? '' : ` (${encoding})`;
  return {
    es: `El archivo no está en UTF-8${found}: pida el XML tal como lo entregó el PAC.`,
    en: `The file is not in UTF-8${found}: ask for the XML as the PAC handed it out.`,
  };
}

/** Bytes in which white space may come first. */
const LOOKED_AT = 1_024;

/** Whether a file may be XML: its first byte that is not white space or a mark is "<". UTF-16 too: {@link decodeXml} says why it is not taken. */
export function isXml(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(LOOKED_AT, bytes.length)).toString(
    'latin1',
  );
  return /^(?:\xef\xbb\xbf)?\s*</.test(begin) || /^(?:\xff\xfe|\xfe\xff|\0?<\0?)/.test(begin);
}
