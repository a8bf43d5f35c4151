import { PNG } from 'pngjs';

/** A PNG of one colour (`rrggbb`) with a corner that shines through, for logos. */
export function pngOf(color: string, width = 120, height = 60): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(Buffer.from(`${color}ff`, 'hex'));
  for (let row = 0; row < height / 4; row += 1) png.data.fill(0, row * width * 4, (row * width + row) * 4);
  return PNG.sync.write(png);
}

/** A form with one file, as browsers send it. */
export function formWith(file: Uint8Array, name = 'file', fileName = 'logo.png'): FormData {
  const form = new FormData();
  form.set(name, new Blob([new Uint8Array(file)]), fileName);
  return form;
}
