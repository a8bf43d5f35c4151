import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Webhook } from '#contracts';
import { Vault } from '#hosting';
import { systemNow, type SystemNow } from '#kernel';

/** A secret that a delivery is signed with; `old`: the one before a rotation, for a day beside the new one. */
export interface SigningSecret {
  readonly secret: string;
  readonly old: boolean;
}

const KEPT = 2_000;
const KEPT_MS = 300_000;

/**
 * A secret or the headers of an endpoint are no longer in the vault: the endpoint was changed or deleted meanwhile. Whoever
 * delivers looks at the endpoint again.
 */
export class SecretGone extends Error {
  override readonly name = 'SecretGone';
}

/**
 * The secrets and the headers' values of endpoints, opened. Kept for some minutes, so that a delivery asks no database for
 * them; a name in the vault never gets another value, so what is kept is never out of date.
 */
@Injectable()
export class EndpointSecrets {
  private readonly opened = new LRUCache<string, Promise<string>>({ max: KEPT, ttl: KEPT_MS });

  constructor(private readonly vault: Vault) {
    vault.onDestroyed((organizationId) => this.forget(organizationId));
  }

  /**
   * Those that an endpoint's deliveries are signed with now, the one in force first.
   * @throws {SecretGone}
   */
  async secretsOf(
    organizationId: string,
    { secrets }: Webhook,
    now: SystemNow = systemNow,
  ): Promise<readonly SigningSecret[]> {
    const instant = now().toISOString();
    const inForce = secrets.filter(({ until }) => until === null || until > instant);
    return Promise.all(
      inForce.map(async ({ secret_key, until }) => ({
        secret: await this.open(organizationId, secret_key),
        old: until !== null,
      })),
    );
  }

  /**
   * The headers that every delivery to an endpoint carries, with their values.
   * @throws {SecretGone}
   */
  async headersOf(
    organizationId: string,
    { headers_key }: Webhook,
  ): Promise<Readonly<Record<string, string>>> {
    if (headers_key === null) return {};
    return JSON.parse(await this.open(organizationId, headers_key)) as Record<string, string>;
  }

  private async open(organizationId: string, name: string): Promise<string> {
    const key = `${organizationId}/${name}`;
    const known = this.opened.get(key);
    if (known) return known;
    const opening = this.read(organizationId, name);
    this.opened.set(key, opening);
    opening.catch(() => this.opened.delete(key));
    return opening;
  }

  private async read(organizationId: string, name: string): Promise<string> {
    const value = await this.vault.get(organizationId, name);
    if (!value) throw new SecretGone(`${name} is not in the vault`);
    return value.toString();
  }

  private forget(organizationId: string): void {
    for (const key of this.opened.keys()) if (key.startsWith(`${organizationId}/`)) this.opened.delete(key);
  }
}
