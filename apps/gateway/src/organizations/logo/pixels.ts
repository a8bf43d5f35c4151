/** A decoded picture: red, green, blue and opacity of each pixel, a byte each, line by line. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Whether nothing shines through a picture. */
export const isOpaque = ({ data }: Pixels): boolean => {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
};

/**
 * A picture scaled down so that its longer side has at most so many pixels. Each pixel is the mean of those that it stands
 * for, by how much of them is in it and how opaque they are: edges of transparent pictures do not get dark.
 */
export function scaleDown(pixels: Pixels, longest: number): Pixels {
  const ratio = Math.max(pixels.width, pixels.height) / longest;
  if (ratio <= 1) return pixels;
  const width = Math.max(1, Math.round(pixels.width / ratio));
  const height = Math.max(1, Math.round(pixels.height / ratio));
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      writeMean(
        pixels,
        spanOf(x, pixels.width / width),
        spanOf(y, pixels.height / height),
        data,
        (y * width + x) * 4,
      );
  return { width, height, data };
}

/** A stretch of one axis, in pixels of the larger picture. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const spanOf = (index: number, step: number): Span => ({ start: index * step, end: (index + 1) * step });

/** How much of a pixel is in a stretch. */
const partOf = (at: number, { start, end }: Span): number => Math.min(at + 1, end) - Math.max(at, start);

function writeMean(
  { width, height, data }: Pixels,
  columns: Span,
  rows: Span,
  into: Uint8Array,
  place: number,
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  let opacity = 0;
  let all = 0;
  for (let y = Math.floor(rows.start); y < rows.end && y < height; y += 1)
    for (let x = Math.floor(columns.start); x < columns.end && x < width; x += 1) {
      const at = (y * width + x) * 4;
      const part = partOf(y, rows) * partOf(x, columns);
      const opaque = part * (data[at + 3] ?? 0);
      red += (data[at] ?? 0) * opaque;
      green += (data[at + 1] ?? 0) * opaque;
      blue += (data[at + 2] ?? 0) * opaque;
      opacity += opaque;
      all += part;
    }
  if (opacity === 0) return;
  into[place] = Math.round(red / opacity);
  into[place + 1] = Math.round(green / opacity);
  into[place + 2] = Math.round(blue / opacity);
  into[place + 3] = Math.round(opacity / all);
}

/** A picture set upright, as the camera's note (EXIF orientation, 1 to 8) says. */
export function setUpright(pixels: Pixels, orientation: number): Pixels {
  if (orientation === 1) return pixels;
  const { width, height, data } = pixels;
  const turned = orientation >= 5;
  const [newWidth, newHeight] = turned ? [height, width] : [width, height];
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < newHeight; y += 1)
    for (let x = 0; x < newWidth; x += 1) {
      // Where this pixel is in the picture as it was taken.
      const [u, v] = turned ? [y, x] : [x, y];
      const mirrored = [2, 3, 7, 8].includes(orientation) ? width - 1 - u : u;
      const flipped = [3, 4, 6, 7].includes(orientation) ? height - 1 - v : v;
      to[y * newWidth + x] = from[flipped * width + mirrored] ?? 0;
    }
  return { width: newWidth, height: newHeight, data: new Uint8Array(to.buffer) };
}
