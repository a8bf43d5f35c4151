import type { Refused, Tenant } from '#kernel';
import { refuseByObligations } from '#billing';
import type { InvoiceContent, IssuerSnapshot } from '#contracts';
import type { IssuerObligations } from '#fiscal';

/**
 * Why the issuer's obligations do not let it issue a document, if so. Asked before a folio is used, and not again when it is stamped:
 * the list may change meanwhile, and the PAC has the last word.
 */
export async function refuseIssuer(
  obligations: Pick<IssuerObligations, 'of'>,
  tenant: Tenant,
  content: InvoiceContent,
  issuer: IssuerSnapshot,
): Promise<Refused | undefined> {
  const found = await obligations.of(tenant, issuer.tax_id);
  return found === null ? undefined : refuseByObligations(content, issuer, found);
}
