/**
 * The colours of documents, mails and pages, from the organization's one accent colour. All are `#rrggbb`. Text on each has
 * a contrast of {@link READABLE} or more, whatever the accent.
 */
export interface Palette {
  accent: string;
  /** Text on the accent. */
  onAccent: string;
  /** The accent made dark enough to be read as text on white and on the tint. */
  ink: string;
  /** The accent's faint tint for panels. */
  tint: string;
  /** The accent's line colour. */
  line: string;
}

type Rgb = readonly [number, number, number];

/** The accent of an organization that has chosen none, six hexadecimal digits. */
export const DEFAULT_COLOR = '1F2937';
/** Contrast that text needs to be read (WCAG 2.2, level AA). */
export const READABLE = 4.5;
/** Grey text, on white and on tints alike. */
export const MUTED = '#6b7280';

const WHITE: Rgb = [255, 255, 255];
/** The nearly black that texts are written in. */
const DARK: Rgb = [17, 24, 39];
const BLACK: Rgb = [0, 0, 0];

const parse = (hex: string): Rgb | undefined => {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return undefined;
  const [r, g, b] = match.slice(1).map((part) => parseInt(part, 16));
  return [r ?? 0, g ?? 0, b ?? 0];
};

const write = (rgb: Rgb): string =>
  `#${rgb.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`;

/** A colour as it is written: what is measured is what is shown. */
const round = ([r, g, b]: Rgb): Rgb => [Math.round(r), Math.round(g), Math.round(b)];

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
export const contrastOf = (a: string, b: string): number => contrast(parse(a) ?? DARK, parse(b) ?? WHITE);

/**
 * The palette of an organization's colour (`hex6`, with or without #). What is no colour gives the default, so
 * nothing but six hexadecimal digits ever reaches a style sheet.
 */
export function paletteOf(color: string | null | undefined): Palette {
  const accent = parse(color ?? '') ?? parse(DEFAULT_COLOR) ?? DARK;
  const tint = tintOf(accent);
  return {
    accent: write(accent),
    onAccent: write(textOn(accent)),
    ink: write(inkOf(accent, tint)),
    tint: write(tint),
    line: write(mix(accent, WHITE, 0.72)),
  };
}

/** White, nearly black or black: one of white and black can be read on every colour, nearly black not on all. */
const textOn = (accent: Rgb): Rgb =>
  [WHITE, DARK].find((text) => contrast(text, accent) >= READABLE) ?? BLACK;

/** The accent, made darker until it can be read on its tint, and so on white. */
function inkOf(accent: Rgb, tint: Rgb): Rgb {
  let ink = accent;
  while (contrast(round(ink), tint) < READABLE) ink = mix(ink, DARK, 0.1);
  return round(ink);
}

/** The accent in much white: so much that grey text can be read on it. */
function tintOf(accent: Rgb): Rgb {
  const grey = parse(MUTED) ?? DARK;
  let tint = mix(accent, WHITE, 0.94);
  while (contrast(grey, round(tint)) < READABLE) tint = mix(tint, WHITE, 0.1);
  return round(tint);
}
