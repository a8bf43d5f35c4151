/** The colours of a document, from the organization's one accent colour. All are `#rrggbb`. */
export interface Palette {
  accent: string;
  /** Text on the accent. */
  onAccent: string;
  /** The accent made dark enough to be read as text on white (WCAG contrast of 4.5). */
  ink: string;
  /** The accent's faint tint for panels. */
  tint: string;
  /** The accent's line colour. */
  line: string;
}

type Rgb = readonly [number, number, number];

const DEFAULT_ACCENT: Rgb = [31, 75, 153];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [17, 24, 39];

const parse = (hex: string): Rgb | undefined => {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return undefined;
  const [r, g, b] = match.slice(1).map((part) => parseInt(part, 16));
  return [r ?? 0, g ?? 0, b ?? 0];
};

const write = (rgb: Rgb): string =>
  `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: Rgb): number {
  const linear = (v: number) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}

const contrast = (a: Rgb, b: Rgb): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

/** Contrast ratio (WCAG 2.2) of two `#rrggbb` colours, 1 to 21. */
export const contrastOf = (a: string, b: string): number => contrast(parse(a) ?? BLACK, parse(b) ?? WHITE);

/**
 * The palette of an organization's colour (`hex6`, with or without #). What is no colour gives the default, so
 * nothing but six hexadecimal digits ever reaches the style sheet.
 */
export function paletteOf(color: string | null | undefined): Palette {
  const accent = parse(color ?? '') ?? DEFAULT_ACCENT;
  let ink = accent;
  while (contrast(ink, WHITE) < 4.5) ink = mix(ink, BLACK, 0.1);
  return {
    accent: write(accent),
    onAccent: write(contrast(WHITE, accent) >= 3 ? WHITE : BLACK),
    ink: write(ink),
    tint: write(mix(accent, WHITE, 0.94)),
    line: write(mix(accent, WHITE, 0.72)),
  };
}
