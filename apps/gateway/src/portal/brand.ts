import type { OrganizationDoc } from '#contracts';

/** Whose a page is, and how it looks. Colours are `#rrggbb`: nothing else ever reaches the style sheet. */
export interface Brand {
  readonly name: string | null;
  readonly logo: string | null;
  readonly supportEmail: string | null;
  readonly accent: string;
  /** Text on the accent. */
  readonly onAccent: string;
  /** The accent, dark enough to be read on white (WCAG: contrast of 4.5). */
  readonly ink: string;
}

type Rgb = readonly [number, number, number];

const DEFAULT_ACCENT: Rgb = [31, 75, 153];

/** The look of an organization; a plain one without organization, as for an unknown link. */
export function brandOf(organization: OrganizationDoc | undefined): Brand {
  const accent = parse(organization?.customization.color ?? '') ?? DEFAULT_ACCENT;
  let ink = accent;
  while (contrastWithWhite(ink) < 4.5) ink = darker(ink);
  return {
    name: organization?.legal.name ?? null,
    logo: logoOf(organization?.logo_url),
    supportEmail: organization?.legal.support_email ?? null,
    accent: write(accent),
    onAccent: contrastWithWhite(accent) >= 3 ? '#ffffff' : '#111827',
    ink: write(ink),
  };
}

/** Where an image of the page may come from, for its policy: the logo's place, or nowhere. */
export function imageSourceOf({ logo }: Brand): string {
  if (logo === null) return "'none'";
  return logo.startsWith('data:') ? 'data:' : new URL(logo).origin;
}

/** A logo is an address of ours, or the image itself; an SVG could carry script, and is neither. */
function logoOf(url: string | null | undefined): string | null {
  if (!url) return null;
  if (/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*$/.test(url)) return url;
  return /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).href : null;
}

function parse(hex: string): Rgb | undefined {
  const [, r, g, b] = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex) ?? [];
  return r && g && b ? [parseInt(r, 16), parseInt(g, 16), parseInt(b, 16)] : undefined;
}

const write = (rgb: Rgb): string => `#${rgb.map((v) => v.toString(16).padStart(2, '0')).join('')}`;

const darker = ([r, g, b]: Rgb): Rgb => [Math.floor(r * 0.92), Math.floor(g * 0.92), Math.floor(b * 0.92)];

/** Contrast ratio with white (WCAG 2.2), 1 to 21. */
function contrastWithWhite(rgb: Rgb): number {
  const linear = (v: number) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
  return 1.05 / (luminance + 0.05);
}
