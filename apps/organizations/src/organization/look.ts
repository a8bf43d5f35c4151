import { ok, type Result } from '#kernel';
import type { LogoPrint, OrganizationLookEvent } from '#contracts';

/** How an organization looks: its logos, the one in use first. */
export interface Look {
  readonly logos: readonly string[];
  /** Those that the one in use has pushed out: their images are to be removed. */
  readonly removed: readonly string[];
}

export const plainLook: Look = { logos: [], removed: [] };

/** Images that are kept: pages and mails that are open somewhere may still show the one before. */
const KEPT = 10;

export function evolveLook(look: Look, { data }: OrganizationLookEvent): Look {
  const others = look.logos.filter((digest) => digest !== data.logo.digest && !data.removed.includes(digest));
  return { logos: [data.logo.digest, ...others], removed: data.removed };
}

/** Takes another logo; the same again changes nothing. */
export function setLogo(
  { logo, at }: { readonly logo: LogoPrint; readonly at: string },
  look: Look,
): Result<readonly OrganizationLookEvent[]> {
  if (look.logos[0] === logo.digest) return ok([]);
  const others = look.logos.filter((digest) => digest !== logo.digest);
  return ok([{ type: 'LogoSet', data: { logo, removed: others.slice(KEPT - 1), at } }]);
}
