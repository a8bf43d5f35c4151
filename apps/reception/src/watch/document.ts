import type { FiscalDocument, ImportedInvoice } from '#contracts';
import { SANDBOX_PAC_RFC } from '#pac';

/** Who stamped it, where that was not this installation's sandbox: whose status service is asked in Test. */
const ELSEWHERE = 'elsewhere';

/** The parts by which the tax authority's services know an imported document. */
export function documentOf({ issue, content, stamp }: ImportedInvoice): FiscalDocument {
  return {
    uuid: stamp.uuid,
    issuer_rfc: issue.issuer.tax_id,
    receiver_rfc: content.customer?.tax_id ?? '',
    total: issue.totals.total,
    sello_tail: stamp.signature.slice(-8),
    stamped_at: stamp.date,
    pac: stamp.rfc_provider_cert === SANDBOX_PAC_RFC ? 'sandbox' : ELSEWHERE,
  };
}
