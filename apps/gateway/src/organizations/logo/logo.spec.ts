import { describe, expect, it } from '@jest/globals';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { readImageHead } from './image-head.js';
import { makeLogo, type MadeLogo } from './logo.worker.js';
import { scaleDown, setUpright } from './pixels.js';
import { badPictures, chunk, line, photo, png, rawPng, RED, red, red32 } from './testing-bad-pictures.js';
import { picture } from './testing-pictures.js';

const made = (file: Buffer): MadeLogo => {
  const logo = makeLogo(file);
  if (typeof logo === 'string') throw new Error(logo);
  return logo;
};
/** Colour and opacity of a pixel of a logo. */
function pixelOf({ bytes, type }: MadeLogo, x: number, y: number): number[] {
  const content = Buffer.from(bytes);
  const { data, width } = type === 'image/png' ? PNG.sync.read(content) : jpeg.decode(content);
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}
const near = (pixel: readonly number[], expected: readonly number[], off: number) =>
  expect(pixel.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= off)).toBe(true);

describe('a logo', () => {
  it('stays what it is, made anew', () => {
    const logo = made(red);
    expect(logo).toMatchObject({ type: 'image/png', width: 16, height: 8 });
    expect(pixelOf(logo, 3, 3)).toEqual(RED);
    expect(made(photo)).toMatchObject({ type: 'image/jpeg', width: 32, height: 16 });
  });

  it.each(['progressive', 'palette', 'cmyk'] as const)('may be %s', (name) =>
    near(pixelOf(made(picture(name)), 4, 4), RED, name === 'palette' ? 40 : 12),
  );
  it('may be grey', () => near(pixelOf(made(picture('grey')), 4, 4), [81, 81, 81, 255], 3));

  it('is set upright, as the camera was held', () => {
    const logo = made(picture('turned'));
    expect([logo.width, logo.height]).toEqual([8, 16]);
    near(pixelOf(logo, 4, 3), [255, 0, 0, 255], 12);
    near(pixelOf(logo, 4, 12), [0, 0, 255, 255], 12);
  });

  it('is at most 800 pixels wide or high, and keeps its shape', () => {
    expect(made(png(1000, 250, red32))).toMatchObject({ width: 800, height: 200 });
    expect(made(png(3, 1200, red32))).toMatchObject({ width: 2, height: 800 });
  });

  it('is small enough for every mail, also of noise', () => {
    let seed = 1;
    const next = () => (seed = (seed * 16807) % 2147483647);
    const logo = made(png(450, 450, next));
    expect(logo.bytes.byteLength).toBeLessThanOrEqual(256 * 1024);
  });

  it('has nothing of the file but its pixels', () => {
    const secret = 'somebody was at 19.4326,-99.1332';
    const text = chunk('tEXt', Buffer.from(`Comment\0${secret}`));
    const zip = Buffer.from(`PK\x03\x04${secret}<script>alert(1)</script>`);
    const file = Buffer.concat([red.subarray(0, 33), text, red.subarray(33), zip]);
    expect(Buffer.from(made(file).bytes).equals(Buffer.from(made(red).bytes))).toBe(true);
    const comment = Buffer.concat([
      photo.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, secret.length + 2]),
      Buffer.from(secret),
      photo.subarray(2),
      zip,
    ]);
    expect(Buffer.from(made(comment).bytes).includes('somebody')).toBe(false);
    expect(Buffer.from(made(comment).bytes).includes('PK')).toBe(false);
  });

  it('is made to the same bytes every time', () =>
    expect(Buffer.from(made(photo).bytes).equals(Buffer.from(made(photo).bytes))).toBe(true));
});

describe('what is no logo', () => {
  it.each(badPictures.map(([name, file, problem]) => ({ name, file, problem })))(
    '$name: $problem',
    ({ file, problem }) => expect(makeLogo(file)).toBe(problem),
  );

  it('takes neither time nor memory, however large a picture it says to be', () => {
    const bombs = badPictures.filter(
      ([name, , problem]) => problem === 'too_many_pixels' || /300 MB|scans/.test(name),
    );
    expect(bombs.length).toBeGreaterThan(5);
    const before = process.memoryUsage().rss;
    const began = performance.now();
    for (const [, file] of bombs) makeLogo(file);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it('is never a fault: every file that is cut off or damaged is a picture or a problem', () => {
    let seed = 7;
    const next = (most: number) => (seed = (seed * 16807) % 2147483647) % most;
    for (const file of [
      red,
      photo,
      picture('progressive'),
      picture('cmyk'),
      picture('turned'),
      picture('palette'),
    ])
      for (let n = 0; n < 100; n += 1) {
        const damaged = Buffer.from(n % 3 === 0 ? file.subarray(0, next(file.length)) : file);
        for (let byte = 0; byte < 3 && damaged.length > 0; byte += 1)
          damaged[next(damaged.length)] = next(256);
        const result = makeLogo(damaged);
        if (typeof result !== 'string') expect(result.width * result.height).toBeGreaterThan(0);
      }
  });
});

describe('pixels', () => {
  it('are mixed by how much of them is in the result, and edges do not get dark', () => {
    const data = Uint8Array.from([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0]);
    const { width, height, data: mixed } = scaleDown({ width: 2, height: 2, data }, 1);
    expect([width, height, ...mixed]).toEqual([1, 1, 255, 0, 0, 128]);
  });

  it('are set upright from each of the eight ways to hold a camera', () => {
    // The letters of a picture that is read "abc" / "def" once it is upright.
    const taken: Record<number, readonly [width: number, letters: string]> = {
      1: [3, 'abcdef'],
      2: [3, 'cbafed'],
      3: [3, 'fedcba'],
      4: [3, 'defabc'],
      5: [2, 'adbecf'],
      6: [2, 'cfbead'],
      7: [2, 'fcebda'],
      8: [2, 'daebfc'],
    };
    for (const [orientation, [width, letters]] of Object.entries(taken)) {
      const data = Uint8Array.from([...letters].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 255]));
      const upright = setUpright({ width, height: 6 / width, data }, Number(orientation));
      const read = String.fromCharCode(...upright.data.filter((_, index) => index % 4 === 0));
      expect([orientation, upright.width, read]).toEqual([orientation, 3, 'abcdef']);
    }
  });

  it('are counted before anything is decoded', () =>
    expect(readImageHead(rawPng(4000, 4000, line(100)))).toBe('too_many_pixels'));
});
