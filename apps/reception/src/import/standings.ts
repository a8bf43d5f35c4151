import { Inject, Injectable } from '@nestjs/common';
import { CommandTimeout, type CommandBus } from '#bus';
import { MAX_STANDINGS, type Command, type FiscalDocument, type SatStanding } from '#contracts';
import { BUS } from '#hosting';
import { SANDBOX_PAC_RFC } from '#pac';
import type { ImportedDocument } from '#billing';
import { ask } from './asking.js';

export const UNASKED: SatStanding = { status: null, checked_at: null, efos: null };
/** How long somebody waits for the tax authority's word on a document; the watch asks later. */
const WAIT_MS = 4_000;

/** How documents stand at the tax authority, as far as it says so at once. */
@Injectable()
export class Standings {
  constructor(@Inject(BUS) private readonly bus: CommandBus) {}

  /** In their order; of those beyond the first MAX_STANDINGS nothing is asked. */
  async of(command: Command, documents: readonly ImportedDocument[]): Promise<readonly SatStanding[]> {
    const asked = documents.slice(0, MAX_STANDINGS).map(fiscalOf);
    const known = asked.length === 0 ? [] : await this.query(command, asked);
    return documents.map((_, index) => known[index] ?? UNASKED);
  }

  private async query(
    command: Command,
    documents: readonly FiscalDocument[],
  ): Promise<readonly SatStanding[]> {
    const what = `status ${documents.map(({ uuid }) => uuid).join()}`;
    const question = { type: 'cancellation.query-status', what, data: { documents } } as const;
    try {
      const outcome = await ask(this.bus, command, question, WAIT_MS);
      return outcome.ok ? outcome.value.data.standings : [];
    } catch (error) {
      if (error instanceof CommandTimeout) return [];
      throw error;
    }
  }
}

/** What the tax authority's services know a document by: its printed expression. */
export const fiscalOf = ({ uuid, issuer, receiver_rfc, issue, stamp }: ImportedDocument): FiscalDocument => ({
  uuid,
  issuer_rfc: issuer.tax_id,
  receiver_rfc,
  total: issue.totals.total,
  sello_tail: stamp.signature.slice(-8),
  stamped_at: stamp.date,
  pac: stamp.rfc_provider_cert === SANDBOX_PAC_RFC ? 'sandbox' : stamp.rfc_provider_cert,
});
