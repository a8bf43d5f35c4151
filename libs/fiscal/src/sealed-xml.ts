import { createHash } from 'node:crypto';
import type { SharedPool } from '#eventing';
import { parseStampingKey } from '#contracts';
import type { Tenant } from '#kernel';

/** Characters of a name that follow from the seal: 16 of its hash, and `.xml`. An index of platform.contents knows them by it. */
const TAIL = 20;

const tailOf = (sello: string): string =>
  `${createHash('sha256')
    .update(sello)
    .digest('hex')
    .slice(0, TAIL - 4)}.xml`;

/**
 * Where the XML of a stamping is kept, before any PAC gets it. It is named after its seal: what was sealed by another delivery
 * can't be taken for this, or be written over.
 */
export const sealedXmlKey = (stamping: string, sello: string): string => `cfdi/${stamping}/${tailOf(sello)}`;

/**
 * Which documents were sealed here: certain from before a PAC has them, whatever is known of their stamps, and however far read
 * models are.
 */
export class SealedHere {
  constructor(private readonly pool: SharedPool) {}

  /** The invoices of a tenant that have some seals (Sello of the Emisor, base64), by seal. One statement. */
  async invoicesOf(tenant: Tenant, sellos: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (sellos.length === 0) return new Map();
    const byTail = new Map(sellos.map((sello) => [tailOf(sello), sello]));
    const { rows } = await this.pool.query<{ key: string }>(
      `SELECT key FROM platform.contents
       WHERE organization_id = $1 AND livemode = $2 AND right(key, ${TAIL}) = ANY($3) AND key LIKE 'cfdi/%'`,
      [tenant.organizationId, tenant.livemode, [...byTail.keys()]],
    );
    const found = new Map<string, string>();
    for (const { key } of rows) {
      const [, stamping = ''] = key.split('/');
      const sello = byTail.get(key.slice(-TAIL));
      const document = parseStampingKey(stamping);
      if (sello !== undefined && document.kind === 'invoice') found.set(sello, document.id);
    }
    return found;
  }
}
