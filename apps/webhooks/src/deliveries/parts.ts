import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { systemNow } from '#kernel';
import { EndpointSecrets } from '../endpoint/secrets.js';
import { Bodies } from '../events/bodies.js';
import { signedHeaders } from '../sending/sign.js';
import type { DeliveryParts } from './ports.js';

/** Bodies that several endpoints are sent at the same moment. */
const KEPT = 100;
const KEPT_MS = 2_000;

/** What deliveries are made of: the event's body, and the endpoint's secrets and headers from the vault. */
@Injectable()
export class SignedParts implements DeliveryParts {
  private readonly kept = new LRUCache<string, Promise<string>>({ max: KEPT, ttl: KEPT_MS });

  constructor(
    @Inject(Bodies) private readonly bodies: Pick<Bodies, 'bodyOf'>,
    @Inject(EndpointSecrets) private readonly secrets: Pick<EndpointSecrets, 'secretsOf' | 'headersOf'>,
  ) {}

  bodyOf(eventId: string, thin: boolean): Promise<string> {
    const key = `${eventId}${thin ? ' thin' : ''}`;
    const known = this.kept.get(key);
    if (known) return known;
    const body = this.bodies.bodyOf(eventId, thin);
    this.kept.set(key, body);
    body.catch(() => this.kept.delete(key));
    return body;
  }

  async headersOf({
    organizationId,
    webhook,
    eventId,
    body,
  }: Parameters<DeliveryParts['headersOf']>[0]): Promise<Record<string, string>> {
    const [secrets, custom] = await Promise.all([
      this.secrets.secretsOf(organizationId, webhook),
      this.secrets.headersOf(organizationId, webhook),
    ]);
    // Real time, also where the organization's clock is moved: receivers refuse what is minutes off by theirs.
    return signedHeaders({ eventId, body, at: systemNow(), secrets, custom });
  }
}
