/** Largest logo that is printed, in bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * The logo as a data: URI, or undefined when it is no PNG or JPEG by its first bytes, or too large: a document
 * without a logo is better than none. An SVG is never taken, since it can carry references and script.
 */
export function logoUri(logo: Uint8Array | null | undefined): string | undefined {
  if (!logo || logo.byteLength === 0 || logo.byteLength > MAX_LOGO_BYTES) return undefined;
  const bytes = Buffer.from(logo.buffer, logo.byteOffset, logo.byteLength);
  const starts = (magic: Buffer) => bytes.subarray(0, magic.length).equals(magic);
  const type = starts(PNG) ? 'image/png' : starts(JPEG) ? 'image/jpeg' : undefined;
  return type && `data:${type};base64,${bytes.toString('base64')}`;
}
