import type { Principal } from '#http';

/** How events, and what a caller leaves behind for minutes, name who acted. */

type OfOrganization = Exclude<Principal, { kind: 'user' }>;

/** Who a principal is, as events name it: a person, or an organization's key. */
export function actorOf(principal: Principal): string {
  const person = principal.kind === 'user' ? principal.userId : principal.person;
  return person === undefined ? `key:${principal.keyId}` : `user:${person}`;
}

/** The key that a request acts by for an organization: its own, or that of a person. */
export const grantOf = ({ keyId, person }: OfOrganization): string =>
  person === undefined ? keyId : `${person}:${keyId}`;

/** What {@link grantOf} gave. */
export function readGrant(grant: string): { readonly keyId: string; readonly person?: string } {
  const [first = '', second] = grant.split(':', 2);
  return second === undefined ? { keyId: first } : { person: first, keyId: second };
}
