import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { logoContentKey, readLogoUrl, type OrganizationDoc } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS, Vault } from '#hosting';

/** Of all logos that are kept in memory; a logo has 256 KB at most. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A picture never changes, but its organization may be deleted. */
const KEPT_MS = 10 * 60_000;

/** The logos of organizations, for what is printed and sent. Each is read once: its address is made of its picture. */
@Injectable()
export class Logos {
  private readonly cache = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (image) => image.length,
    ttl: KEPT_MS,
  });

  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    vault: Vault,
  ) {
    vault.onDestroyed((id) => {
      for (const name of this.cache.keys()) if (name.startsWith(`${id}/`)) this.cache.delete(name);
    });
  }

  /** The logo that an organization had when the document or mail was asked for; null without one, or if it is gone. */
  async logoOf(organization: OrganizationDoc): Promise<Buffer | null> {
    const logo = readLogoUrl(organization.logo_url);
    // Only its own: what is asked for names the organization that it is for.
    if (logo?.organizationId !== organization.id) return null;
    const name = `${organization.id}/${logo.digest}`;
    const known = this.cache.get(name);
    if (known) return known;
    const tenant = { organizationId: organization.id, livemode: false };
    const image = await this.contents.get(tenant, logoContentKey(logo.digest));
    if (image && image.length > 0) this.cache.set(name, image);
    return image ?? null;
  }
}
