import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { MAX_PIXELS, readImageHead, type ImageProblem } from './image-head.js';
import type { ImageHead } from './picture.js';
import { isOpaque, scaleDown, setUpright, type Pixels } from './pixels.js';
import { pictureOf } from './png-head.js';

/** A picture made anew: only its pixels are the uploaded one's. */
export interface MadeLogo {
  readonly bytes: Uint8Array;
  readonly type: ImageHead['type'];
  readonly width: number;
  readonly height: number;
}

/** Sides that are tried until the file is small enough: 600 dots an inch on paper, and a few of noise. */
const SIDES = [800, 600, 400, 250];
/** Each mail and each PDF carries it. */
const MAX_BYTES = 256 * 1024;
const JPEG_QUALITY = 90;
const DECODER_MB = 300;

/**
 * Decodes a picture and makes it anew, upright and at most 800 pixels wide or high. It runs in a thread: a picture of ten
 * million pixels takes some seconds. `no_image`: the decoder found it damaged.
 */
export function makeLogo(file: Uint8Array): MadeLogo | ImageProblem {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const head = readImageHead(bytes);
  if (typeof head === 'string') return head;
  const decoded = decode(bytes, head);
  if (!decoded) return 'no_image';
  let made: MadeLogo | undefined;
  for (const side of SIDES) {
    made = encode(setUpright(scaleDown(decoded, side), head.orientation), head.type);
    if (made.bytes.byteLength <= MAX_BYTES) break;
  }
  return made ?? 'no_image';
}

function decode(bytes: Buffer, head: ImageHead): Pixels | undefined {
  try {
    if (head.type === 'image/jpeg')
      return jpeg.decode(bytes, {
        useTArray: true,
        tolerantDecoding: false,
        maxResolutionInMP: MAX_PIXELS / 1e6,
        maxMemoryUsageInMB: DECODER_MB,
      });
    const picture = pictureOf(bytes);
    return picture && PNG.sync.read(picture);
  } catch {
    // Both libraries throw for whatever is wrong with a picture.
    return undefined;
  }
}

function encode(pixels: Pixels, type: ImageHead['type']): MadeLogo {
  const { width, height, data } = pixels;
  const content = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (type === 'image/jpeg') {
    const bytes = jpeg.encode({ width, height, data: content }, JPEG_QUALITY).data;
    return { bytes: new Uint8Array(bytes), type, width, height };
  }
  const png = new PNG({ width, height });
  png.data = content;
  const options = { deflateLevel: 9, inputHasAlpha: true, colorType: isOpaque(pixels) ? 2 : 6 } as const;
  return { bytes: new Uint8Array(PNG.sync.write(png, options)), type, width, height };
}
