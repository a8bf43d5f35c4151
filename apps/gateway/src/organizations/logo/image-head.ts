import { readJpegHead } from './jpeg-head.js';
import type { ImageHead } from './picture.js';
import { readPngHead } from './png-head.js';

/** Why an upload is no logo; `too_many_pixels`: a small file of a picture that would take all memory. */
export type ImageProblem = 'no_image' | 'too_many_pixels';

/** A picture that is decoded takes some 30 bytes a pixel. */
export const MAX_PIXELS = 10_000_000;
const LONGEST_SIDE = 10_000;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Looks at a whole file without decoding it: PNG or JPEG by its first bytes (its name is not looked at), one picture that
 * does not move, all of it there, and not too many pixels.
 */
export function readImageHead(bytes: Buffer): ImageHead | ImageProblem {
  const starts = (magic: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic);
  const head = starts(PNG) ? readPngHead(bytes) : starts(JPEG) ? readJpegHead(bytes) : undefined;
  if (head === undefined) return 'no_image';
  const { width, height } = head;
  if (width === 0 || height === 0) return 'no_image';
  const isTooLarge = Math.max(width, height) > LONGEST_SIDE || width * height > MAX_PIXELS;
  return isTooLarge ? 'too_many_pixels' : head;
}
