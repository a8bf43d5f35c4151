import { SANDBOX_PAC } from '#contracts';
import type { Pac, PacAccount, PacDirectory } from '#pac';

/** Who presents the request, or why nobody can for now. */
export type CancelingPac =
  { readonly kind: 'pac'; readonly pac: Pac } | { readonly kind: 'none'; readonly reason: string };

/**
 * The PAC that a request goes through: the one that stamped the document, whatever its circuit says, since others do not have
 * it. Where that one has no credentials here any more, a PAC of the order that cancels others' documents. A document that
 * names none (of an older release) was stamped by the only one there was: in Test by our sandbox, whoever is chosen today.
 */
export async function cancelingPac(
  pacs: PacDirectory,
  account: PacAccount,
  named: string | undefined,
): Promise<CancelingPac> {
  const stampedBy = named ?? (account.livemode ? undefined : SANDBOX_PAC);
  const own = stampedBy === undefined ? undefined : await pacs.named(account, stampedBy);
  if (own) return { kind: 'pac', pac: own };
  const order = await pacs.orderOf(account);
  const other =
    stampedBy === undefined
      ? order[0]
      : order.find(({ capabilities }) => capabilities.cancelsForeign === true);
  if (other) return { kind: 'pac', pac: other };
  const reason =
    stampedBy === undefined
      ? 'no PAC can be reached'
      : `the PAC that stamped it (${stampedBy}) has no credentials here any more, and no other one cancels its documents`;
  return { kind: 'none', reason };
}
