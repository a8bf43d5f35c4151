import { parseComprobante, parseRetencion } from '#cfdi';
import type { DocumentKind } from '../port.js';

/** How many organizations' issuers are remembered, to ask for their credit. */
const MAX = 1_000;
/** How long an issuer that was asked to be registered is not asked for again. */
const AGAIN_MS = 3_600_000;

/** The issuers under the account, as far as this process has seen them. */
export class Issuers {
  private readonly byOrganization = new Map<string, string>();
  private readonly registering = new Map<
    string,
    { readonly since: number; readonly added: Promise<boolean> }
  >();

  /** The issuer whose stamps an organization uses up. */
  note(organizationId: string, rfc: string): void {
    this.byOrganization.delete(organizationId);
    this.byOrganization.set(organizationId, rfc);
    if (this.byOrganization.size > MAX)
      this.byOrganization.delete(this.byOrganization.keys().next().value ?? '');
  }

  of(organizationId: string): string | undefined {
    return this.byOrganization.get(organizationId);
  }

  /** Registers an issuer, once an hour: documents that come together share it. */
  register(rfc: string, now: Date, add: () => Promise<boolean>): Promise<boolean> {
    const since = now.getTime();
    const begun = this.registering.get(rfc);
    if (begun && since - begun.since < AGAIN_MS) return begun.added;
    if (this.registering.size >= MAX) this.registering.clear();
    const added = add();
    this.registering.set(rfc, { since, added });
    return added;
  }
}

/** RFC of a sealed document's issuer; '' where it cannot be read. */
export function issuerOf(kind: DocumentKind, xml: string): string {
  if (kind === 'retencion') {
    const read = parseRetencion(xml);
    return read.ok ? (read.value.emisor['RfcE'] ?? '') : '';
  }
  const read = parseComprobante(xml);
  return read.ok ? (read.value.emisor['Rfc'] ?? '') : '';
}
