import { pacOfProvider, type FiscalDocument, type ImportedInvoice } from '#contracts';

/** The parts by which the tax authority's services know an imported document. */
export const documentOf = ({ issue, content, stamp }: ImportedInvoice): FiscalDocument => ({
  uuid: stamp.uuid,
  issuer_rfc: issue.issuer.tax_id,
  receiver_rfc: content.customer?.tax_id ?? '',
  total: issue.totals.total,
  sello_tail: stamp.signature.slice(-8),
  stamped_at: stamp.date,
  // Whose status service knows it, in Test.
  pac: pacOfProvider(stamp.rfc_provider_cert),
});
