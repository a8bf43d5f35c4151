import { parseComprobante, parseRetencion } from '#cfdi';
import type { DocumentKind } from '../port.js';

/** How many organizations' issuers are remembered, to ask for their credit. */
const MAX = 1_000;
/** What became of asking for an issuer: Finkok took it, refused it, or gave no answer. */
export type Registration = 'added' | 'refused' | 'unanswered';

const MINUTE = 60_000;
/** How long an issuer is not asked for again: what was refused needs a person, what got no answer or is new needs a moment. */
const AGAIN_MS: Readonly<Record<Registration, number>> = {
  ...{ added: 5 * MINUTE, unanswered: 5 * MINUTE, refused: 60 * MINUTE },
};

interface Asked {
  /** Undefined while the answer is awaited. */
  until?: number;
  readonly outcome: Promise<Registration>;
}

/** The issuers under the account, as far as this process has seen them. */
export class Issuers {
  private readonly byOrganization = new Map<string, string>();
  private readonly asked = new Map<string, Asked>();

  /** The issuer whose stamps an organization uses up. It has a stamp, so it is registered: what was said before is over. */
  note(organizationId: string, rfc: string): void {
    this.asked.delete(rfc);
    this.byOrganization.delete(organizationId);
    this.byOrganization.set(organizationId, rfc);
    if (this.byOrganization.size > MAX)
      this.byOrganization.delete(this.byOrganization.keys().next().value ?? '');
  }

  of(organizationId: string): string | undefined {
    return this.byOrganization.get(organizationId);
  }

  /** Registers an issuer; documents that come together share it, and for a while those that come later. */
  register(rfc: string, now: () => Date, add: () => Promise<Registration>): Promise<Registration> {
    const before = this.asked.get(rfc);
    if (before && isFresh(before, now().getTime())) return before.outcome;
    if (this.asked.size >= MAX) this.asked.clear();
    const one: Asked = {
      outcome: add().then((outcome) => {
        one.until = now().getTime() + AGAIN_MS[outcome];
        return outcome;
      }),
    };
    this.asked.set(rfc, one);
    return one.outcome;
  }
}

/** Under way, or of a short time ago; a clock that was set back makes it no longer than an hour. */
const isFresh = ({ until }: Asked, now: number): boolean =>
  until === undefined || (now < until && now >= until - AGAIN_MS.refused);

/** RFC of a sealed document's issuer; '' where it cannot be read. */
export function issuerOf(kind: DocumentKind, xml: string): string {
  if (kind === 'retencion') {
    const read = parseRetencion(xml);
    return read.ok ? (read.value.emisor['RfcE'] ?? '') : '';
  }
  const read = parseComprobante(xml);
  return read.ok ? (read.value.emisor['Rfc'] ?? '') : '';
}
