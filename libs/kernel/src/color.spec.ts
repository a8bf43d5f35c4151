import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contrastOf, DEFAULT_COLOR, MUTED, paletteOf, READABLE } from './color.js';

/** The least contrast of a text that is put on anything of an accent. */
function leastContrast(color: string): number {
  const { accent, onAccent, ink, tint } = paletteOf(color);
  return Math.min(
    contrastOf(onAccent, accent),
    contrastOf(ink, '#ffffff'),
    contrastOf(ink, tint),
    contrastOf(MUTED, tint),
    contrastOf('#111827', tint),
  );
}

describe('the palette of a colour', () => {
  it('can be read, for every sixteenth of red, green and blue', () => {
    const steps = Array.from({ length: 18 }, (_, step) => Math.min(255, step * 15));
    const unreadable: string[] = [];
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const color = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
          if (leastContrast(color) < READABLE) unreadable.push(color);
        }
    expect(unreadable).toEqual([]);
  });

  it('can be read, for whatever colour anybody thinks of', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        expect(leastContrast(value.toString(16).padStart(6, '0'))).toBeGreaterThanOrEqual(READABLE);
      }),
      { numRuns: 5_000 },
    ));

  it('shows the accent itself, as it was chosen', () => {
    expect(paletteOf('F2C94C').accent).toBe('#f2c94c');
    expect(paletteOf('#b4532a').accent).toBe('#b4532a');
  });

  it('puts dark text on a light accent, light text on a dark one, and black where neither can be read', () => {
    expect(paletteOf('F2C94C').onAccent).toBe('#111827');
    expect(paletteOf('1F4B99').onAccent).toBe('#ffffff');
    expect(paletteOf('767B80').onAccent).toBe('#000000');
  });

  it.each([undefined, null, '', 'red', '#12345', 'FFF}body{display:none', '12345g'])(
    'is the default for %p',
    (color) => expect(paletteOf(color)).toEqual(paletteOf(DEFAULT_COLOR)),
  );
});
