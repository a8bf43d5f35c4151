import { ok, refuse, type ErrorCode, type Result, type Tenant } from '#kernel';
import type { Customers } from '../customers/customers.js';

/** Each address once, in any spelling. @param none what a mail to nobody is refused with, at `email` */
export function recipients(asked: string | readonly string[], none: ErrorCode): Result<string[]> {
  const all = [asked].flat();
  if (all.length === 0) return refuse(none, { location: 'body', path: 'email' });
  const isFirst = (address: string, index: number) =>
    all.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === index;
  return ok(all.filter(isFirst));
}

/** A customer as a document names it. */
export interface NamedCustomer {
  readonly id: string | null;
  readonly email: string | null;
}

/**
 * The address of a document's customer as it is now: it may have been corrected since. One that was deleted, or is in no
 * list, keeps the document's.
 */
export async function addressNow(
  customers: Customers,
  tenant: Tenant,
  named: NamedCustomer | null,
): Promise<string[]> {
  const current = named?.id ? await customers.find(tenant, named.id) : undefined;
  const address = current ? current.email : named?.email;
  return address ? [address] : [];
}
