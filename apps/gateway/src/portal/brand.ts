import { paletteOf, readUrl, type Palette } from '#kernel';
import type { OrganizationDoc } from '#contracts';

/** Whose a page is, and how it looks. Colours are `#rrggbb`: nothing else ever reaches the style sheet. */
export interface Brand extends Pick<Palette, 'accent' | 'onAccent' | 'ink'> {
  readonly name: string | null;
  readonly logo: string | null;
  readonly supportEmail: string | null;
}

/** The look of an organization; a plain one without organization, as for an unknown link. */
export function brandOf(organization: OrganizationDoc | undefined): Brand {
  const { accent, onAccent, ink } = paletteOf(organization?.customization.color);
  return {
    name: organization?.legal.name ?? null,
    logo: logoOf(organization?.logo_url),
    supportEmail: organization?.legal.support_email ?? null,
    ...{ accent, onAccent, ink },
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
  return /^https?:\/\//.test(url) ? (readUrl(url)?.href ?? null) : null;
}
